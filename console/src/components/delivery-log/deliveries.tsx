import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFormats } from '../../language/formats.ts';
import { type Column, DataTable, listed } from '../data-table.tsx';
import { FailureText } from '../failure.tsx';
import { StateBadge } from '../state-badge.tsx';
import { useApiMutation } from '../use-api-mutation.ts';
import type { Delivery, Receiver, ReceiverKind } from '../webhooks/receiver-kind.ts';
import { AttemptDialog } from './attempt-dialog.tsx';
import { useLogTexts } from './texts.ts';

const SIZE = 10;
const TONES = { pending: 'neutral', delivered: 'good', failed: 'bad' } as const;

export interface DeliveryLogProps {
  kind: ReceiverKind;
  receiver: Receiver;
  /** The accessible name of the log. */
  label: string;
}

/** Log of the deliveries to a receiver, latest first; each can be sent again. */
export function Deliveries({ kind, receiver: { id }, label }: DeliveryLogProps) {
  const t = useLogTexts();
  const [page, setPage] = useState(1);
  const list = kind.useDeliveries(id, page, SIZE);
  const replay = useApiMutation((delivery: number) => kind.replayOne(id, delivery), { done: t.replayed });
  const [shown, setShown] = useState<Delivery | null>(null);
  const columns = useColumns(replay.mutate, setShown);
  return (
    <>
      <FailureText message={replay.failure} />
      <DataTable
        label={label}
        columns={columns}
        {...listed(list)}
        keyOf={(delivery) => delivery.id}
        empty={t.noDeliveries}
        page={page}
        onPage={setPage}
      />
      {shown && <AttemptDialog delivery={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function useColumns(onReplay: (delivery: number) => void, onShow: (delivery: Delivery) => void): Column<Delivery>[] {
  const t = useLogTexts();
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
      cell: (delivery) => {
        const last = delivery.attempts.at(-1);
        const reply = last?.reply?.status ?? last?.error ?? t.noReply;
        return (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`${reply}: ${delivery.event.type}, ${time(delivery.event.timestamp)}`}
            onClick={() => onShow(delivery)}
          >
            {reply}
          </Button>
        );
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
