import { Box, Group, Text } from '@mantine/core';
import { AmountLink } from '../../components/amount-link.tsx';
import type { Column } from '../../components/data-table.tsx';
import { today } from '../../components/day-range.ts';
import { linesOf } from '../../components/explanation/places.ts';
import { StateBadge } from '../../components/state-badge.tsx';
import { useFormats } from '../../language/formats.ts';
import type { Invoice } from './invoice.ts';
import { InvoiceActions } from './invoice-actions.tsx';
import { PartyLink } from './party-link.tsx';
import { useInvoicesTexts } from './texts.ts';

/** Columns of the invoice list. */
export function useInvoiceColumns(): Column<Invoice>[] {
  const t = useInvoicesTexts();
  const { moneyOf, month: named, day } = useFormats();
  return [
    {
      key: 'number',
      label: t.columns.number,
      sortable: true,
      value: ({ number }) => number,
      cell: (invoice) => (
        <>
          <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
            {invoice.number}
          </Text>
          <Text size="xs" c="dimmed">
            {invoice.credits_invoice_id === null ? named(invoice.month) : t.credit.of}
          </Text>
          <Box hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
            <PartyLink kind={invoice.kind} id={invoice.party_id} name={invoice.party_name} />
          </Box>
          <Box hiddenFrom="sm" mt={4}>
            <PaymentState invoice={invoice} />
          </Box>
        </>
      ),
    },
    {
      key: 'party',
      label: t.columns.party,
      sortable: true,
      wideOnly: true,
      isInFirst: true,
      value: (one) => one.party_name,
      cell: (one) => <PartyLink kind={one.kind} id={one.party_id} name={one.party_name} />,
    },
    {
      key: 'total',
      label: t.columns.total,
      sortable: true,
      numeric: true,
      value: ({ total }) => total,
      cell: ({ id, number, total, open, paid_at: paidAt }) => (
        <>
          <AmountLink to={linesOf(id)} of={number}>
            {moneyOf(total.amount, total.currency)}
          </AmountLink>
          {paidAt === null && open.amount !== total.amount && (
            <Text size="xs" c="dimmed">
              {t.credit.open(moneyOf(open.amount, open.currency))}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'payment_date',
      label: t.columns.due,
      sortable: true,
      latestFirst: true,
      wideOnly: true,
      value: (one) => one.payment_date,
      cell: ({ payment_date: due }) => <span style={{ whiteSpace: 'nowrap' }}>{day(due)}</span>,
    },
    {
      key: 'state',
      label: t.columns.state,
      wideOnly: true,
      isInFirst: true,
      cell: (invoice) => <PaymentState invoice={invoice} />,
    },
    {
      key: 'ax',
      label: t.columns.ax,
      wideOnly: true,
      value: ({ ax_id: id }) => id,
      cell: ({ ax_id: id }) => id ?? '–',
    },
    { key: 'action', isFixed: true, label: t.columns.action, cell: (invoice) => <InvoiceActions invoice={invoice} /> },
  ];
}

function PaymentState({ invoice }: { invoice: Invoice }) {
  const t = useInvoicesTexts();
  const { shortDay } = useFormats();
  const { paid_at: paidAt, released_at: releasedAt } = invoice;
  return (
    <Group gap={4}>
      <PaidBadge invoice={invoice} />
      {paidAt === null && releasedAt !== null && (
        <StateBadge tone="neutral">{t.releasedOn(shortDay(releasedAt))}</StateBadge>
      )}
    </Group>
  );
}

function PaidBadge({ invoice: { paid_at: paidAt, payment_date: due } }: { invoice: Invoice }) {
  const t = useInvoicesTexts();
  const { shortDay } = useFormats();
  if (paidAt !== null) return <StateBadge tone="good">{t.paidOn(shortDay(paidAt))}</StateBadge>;
  if (due < today()) return <StateBadge tone="bad">{t.states.overdue}</StateBadge>;
  return <StateBadge tone="warning">{t.states.unpaid}</StateBadge>;
}
