import { Stack } from '@mantine/core';
import { DELIVERY_KEPT_DAYS } from '../../../../src/platform/limits.ts';
import type { Field } from '../../admin/components/fields.ts';
import { RecordForm } from '../../admin/components/record-form.tsx';
import { client } from '../../api.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { DeliveryFacts } from '../../components/delivery/delivery-facts.tsx';
import { useDeliveryTexts } from '../../components/delivery/texts.ts';
import { type Delivery, useDelivery } from '../../components/delivery/use-delivery.ts';
import { Note } from '../../components/note.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useFormats } from '../../language/formats.ts';

interface OwnDeliveryProps {
  offer: number;
  participant: number;
  /** The name of the store, which alone sees the details. */
  store: string;
}

/** Where a creator receives the products of a campaign; nothing if the store sends none. */
export default function OwnDelivery({ offer, participant, store }: OwnDeliveryProps) {
  const t = useDeliveryTexts();
  const { data } = useDelivery(offer, participant);
  if (data === undefined || (!data.is_wanted && data.delivery === null)) return null;
  const { is_wanted: isWanted, delivery } = data;
  return (
    <SectionCard id="delivery" title={t.title} hint={t.own(store, DELIVERY_KEPT_DAYS)}>
      <Stack gap="md">
        {isWanted ? (
          <DeliveryForm offer={offer} participant={participant} delivery={delivery} />
        ) : (
          delivery && <DeliveryFacts delivery={delivery} />
        )}
        {delivery !== null && (
          <ConfirmButton
            title={t.remove}
            text={t.removeText}
            action={t.remove}
            keep={t.keep}
            isHarmful
            button={{ variant: 'subtle', color: 'red', size: 'compact-sm', style: { alignSelf: 'flex-start' } }}
            act={() =>
              client.DELETE('/v2/offers/{offer}/participants/{participant}/delivery', {
                params: { path: { offer, participant } },
              })
            }
            done={t.removed}
          />
        )}
      </Stack>
    </SectionCard>
  );
}

const NAMES = ['recipient', 'street', 'postal_code', 'city', 'country', 'phone', 'size', 'colour', 'note'] as const;
type Body = Record<(typeof NAMES)[number], string>;

/** The fields of the details; empty texts without any. */
const bodyOf = (delivery: Delivery | null): Body =>
  Object.fromEntries(NAMES.map((name) => [name, delivery?.[name] ?? ''])) as Body;

function DeliveryForm({
  offer,
  participant,
  delivery,
}: Omit<OwnDeliveryProps, 'store'> & { delivery: Delivery | null }) {
  const t = useDeliveryTexts();
  const { day } = useFormats();
  const saved = bodyOf(delivery);
  const fields: Field[] = [
    { name: 'recipient', label: t.recipient, required: true },
    { name: 'street', label: t.street, required: true },
    { name: 'postal_code', label: t.postalCode, required: true },
    { name: 'city', label: t.city, required: true },
    { name: 'country', label: t.country, kind: 'country', required: true },
    { name: 'phone', label: t.phone },
    { name: 'size', label: t.size },
    { name: 'colour', label: t.colour },
    { name: 'note', label: t.note },
  ];
  const send = (changes: Record<string, unknown>) => {
    const texts = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value ?? '']));
    return client.PUT('/v2/offers/{offer}/participants/{participant}/delivery', {
      params: { path: { offer, participant } },
      body: { ...saved, ...texts },
    });
  };
  return (
    <>
      <RecordForm
        // What was deleted is no longer in the form.
        key={delivery === null ? 'new' : 'saved'}
        fields={fields}
        values={saved}
        name={`delivery:${participant}`}
        send={send}
        done={t.saved}
        submit={t.save}
      />
      {delivery?.kept_until != null && <Note size="xs">{t.until(day(delivery.kept_until))}</Note>}
    </>
  );
}
