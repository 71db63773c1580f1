import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api.ts';
import { Failure } from '../components/failure.tsx';
import { Note } from '../components/note.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useMe } from '../session/use-me.ts';
import { MOST } from './deliverable.ts';
import { DeliverableDialog } from './deliverable-dialog.tsx';
import { ListView } from './list-view.tsx';
import { useDeliverableTexts } from './texts.ts';

/** What the creator is to hand in for a campaign. */
export function OwnDeliverables({ offer }: { offer: number }) {
  const t = useDeliverableTexts();
  const { id: user } = useMe();
  const [opened, open] = useState<number | null>(null);
  const { data, error, refetch } = api.useQuery('get', '/v2/users/{user}/deliverables', {
    params: { path: { user }, query: { offer_id: offer, size: MOST } },
  });
  return (
    <SectionCard id="deliverables" title={t.title} hint={t.ownHint}>
      {error && <Failure error={error} onRetry={refetch} />}
      {data === undefined && !error && <Skeleton h={80} />}
      {data?.data.length === 0 && <Note>{t.nothingPlanned}</Note>}
      {data !== undefined && data.data.length > 0 && <ListView of={data.data} isOwn onOpen={open} />}
      <DeliverableDialog id={opened} isOwn onClose={() => open(null)} />
    </SectionCard>
  );
}
