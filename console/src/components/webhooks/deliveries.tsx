import { Button } from '@mantine/core';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { useFormats } from '../../language/formats.ts';
import { type Column, DataTable, listed } from '../data-table.tsx';
import { FailureText } from '../failure.tsx';
import { StateBadge } from '../state-badge.tsx';
import { useApiMutation } from '../use-api-mutation.ts';
import type { Receiver, ReceiverKind } from './receiver-kind.ts';
import { useWebhooksTexts } from './texts.ts';

type Delivery =
  paths['/v2/webhooks/{webhook}/deliveries']['get']['responses']['200']['content']['application/json']['data'][number];

const SIZE = 10;
const TONES = { pending: 'neutral', delivered: 'good', failed: 'bad' } as const;

/** Log of the deliveries to a receiver, latest first; each can be sent again. */
export function Deliveries({ kind, receiver: { id, url } }: { kind: ReceiverKind; receiver: Receiver }) {
  const t = useWebhooksTexts();
  const [page, setPage] = useState(1);
  const list = kind.useDeliveries(id, page, SIZE);
  const replay = useApiMutation((delivery: number) => kind.replayOne(id, delivery), { done: t.replayed });
  const columns = useColumns(replay.mutate);
  return (
    <>
      <FailureText message={replay.failure} />
      <DataTable
        label={t.logOf(url)}
        columns={columns}
        {...listed(list)}
        keyOf={(delivery) => delivery.id}
        empty={t.noDeliveries}
        page={page}
        onPage={setPage}
      />
    </>
  );
}

function useColumns(onReplay: (delivery: number) => void): Column<Delivery>[] {
  const t = useWebhooksTexts();
  const { time } = useFormats();
  return [
    { key: 'event', label: t.event, value: ({ event }) => event.type, cell: ({ event }) => event.type },
    { key: 'at', label: t.at, value: ({ event }) => event.timestamp, cell: ({ event }) => time(event.timestamp) },
    {
      key: 'status',
      label: t.status,
      value: ({ status }) => t.statuses[status],
      cell: ({ status }) => <StateBadge tone={TONES[status]}>{t.statuses[status]}</StateBadge>,
    },
    {
      key: 'reply',
      label: t.reply,
      wideOnly: true,
      cell: ({ attempts }) => {
        const last = attempts.at(-1);
        return last?.reply?.status ?? last?.error ?? t.noReply;
      },
    },
    {
      key: 'replay',
      label: t.replay,
      numeric: true,
      cell: ({ id, event }) => (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t.replayLabel(event.type, time(event.timestamp))}
          onClick={() => onReplay(id)}
        >
          {t.replay}
        </Button>
      ),
    },
  ];
}
