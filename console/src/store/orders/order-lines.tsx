import { List, Stack } from '@mantine/core';
import { Note } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useFormats } from '../../language/formats.ts';
import type { OrderWithEvents } from './order.ts';
import { useOrderTexts } from './texts.ts';

type ReportedLine = NonNullable<OrderWithEvents['reports'][number]['lines']>[number];

/** The lines of an order, with their refunds and the rates that the store pays. */
export function OrderLines({ order }: { order: OrderWithEvents }) {
  const t = useOrderTexts().lines;
  const { moneyOf, sharePaid } = useFormats();
  const wordsOf = useLineWords();
  const { lines, customer } = order;
  if (lines === null) return null;
  return (
    <Stack gap={4} component="section">
      <SectionTitle order={3}>{t.title}</SectionTitle>
      {customer !== null && <Note>{t.customers[customer]}</Note>}
      <List size="sm" spacing={4} type="ordered">
        {lines.map((line) => (
          <List.Item key={line.line} style={{ overflowWrap: 'anywhere' }}>
            {[
              wordsOf(line),
              ...(Number(line.refunded.amount) > 0
                ? [t.refunded(moneyOf(line.refunded.amount, line.refunded.currency))]
                : []),
              ...(order.attribution === 'none' ? [] : [t.rate(sharePaid(line.invoice_cpa))]),
            ].join(' · ')}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

/** A line as one sentence: quantity, product, category and value. */
export function useLineWords(): (line: ReportedLine) => string {
  const { moneyOf } = useFormats();
  return ({ sku, category, quantity, value }) =>
    `${quantity} × ${sku}${category === null ? '' : ` (${category})`}: ${moneyOf(value.amount, value.currency)}`;
}
