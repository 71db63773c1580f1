import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api.ts';
import { Failure } from '../components/failure.tsx';
import { Note } from '../components/note.tsx';
import { MAX_DELIVERABLES } from './deliverable.ts';
import { DeliverableDialog } from './deliverable-dialog.tsx';
import { ListView } from './list-view.tsx';
import { useDeliverableTexts } from './texts.ts';

/** The deliverables of one participant, for the store. */
export function ParticipantDeliverables({ offer, participant }: { offer: number; participant: number }) {
  const t = useDeliverableTexts();
  const [opened, open] = useState<number | null>(null);
  const { data, error, refetch } = api.useQuery('get', '/v2/offers/{offer}/deliverables', {
    params: { path: { offer }, query: { participant_id: participant, size: MAX_DELIVERABLES } },
  });
  return (
    <>
      {error && <Failure error={error} onRetry={refetch} />}
      {data === undefined && !error && <Skeleton h={60} />}
      {data?.data.length === 0 && <Note>{t.nothingForThem}</Note>}
      {data !== undefined && data.data.length > 0 && <ListView of={data.data} onOpen={open} />}
      <DeliverableDialog id={opened} isOwn={false} onClose={() => open(null)} />
    </>
  );
}
