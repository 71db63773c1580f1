import { ApiError } from '@tributary/client';
import { DeliveryFacts } from '../../../components/delivery/delivery-facts.tsx';
import { useDeliveryTexts } from '../../../components/delivery/texts.ts';
import { useDelivery } from '../../../components/delivery/use-delivery.ts';
import { Failure } from '../../../components/failure.tsx';
import { Note } from '../../../components/note.tsx';
import { DrawerSection } from './drawer-section.tsx';

/** Where a participant receives products; nothing if the campaign sends none. */
export function ParticipantDelivery({ offer, participant }: { offer: number; participant: number }) {
  const t = useDeliveryTexts();
  const { data, error, refetch } = useDelivery(offer, participant);
  if (data?.is_wanted === false) return null;
  // Administrators read everything else here.
  const isHidden = error instanceof ApiError && error.status === 403;
  return (
    <DrawerSection title={t.title}>
      {isHidden && <Note>{t.membersOnly}</Note>}
      {error && !isHidden && <Failure error={error} onRetry={refetch} />}
      {data?.delivery === null && <Note>{t.none}</Note>}
      {data?.delivery && <DeliveryFacts delivery={data.delivery} />}
    </DrawerSection>
  );
}
