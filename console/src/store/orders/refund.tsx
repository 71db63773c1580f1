import { Stack } from '@mantine/core';
import { useState } from 'react';
import { Segments } from '../../components/segments.tsx';
import { LineRefundForm } from './line-refund-form.tsx';
import type { OrderWithEvents } from './order.ts';
import { RefundForm } from './refund-form.tsx';
import { useOrderTexts } from './texts.ts';

const MANNERS = ['lines', 'amount'] as const;

/** Refunds an order by line, or by one amount if it has no lines or the store prefers it. */
export function Refund({ store, order, onDone }: { store: number; order: OrderWithEvents; onDone: () => void }) {
  const t = useOrderTexts().refund;
  const [manner, setManner] = useState<(typeof MANNERS)[number]>('lines');
  const { lines } = order;
  if (lines === null) return <RefundForm store={store} order={order} onDone={onDone} />;
  return (
    <Stack gap="sm">
      <Segments
        aria-label={t.title(order.order_id)}
        value={manner}
        onChange={setManner}
        choices={MANNERS.map((value) => ({ value, label: t.manner[value] }))}
      />
      {manner === 'lines' ? (
        <LineRefundForm store={store} order={order} lines={lines} onDone={onDone} />
      ) : (
        <RefundForm store={store} order={order} onDone={onDone} />
      )}
    </Stack>
  );
}
