import { Text } from '@mantine/core';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api } from '../../api.ts';
import { type Column, DataTable, listed } from '../../components/data-table.tsx';
import { Failure } from '../../components/failure.tsx';
import { Note, Strong } from '../../components/note.tsx';
import { SectionHeader } from '../../components/section-header.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { useFormats } from '../../language/formats.ts';
import { PartyLink } from '../invoices/party-link.tsx';
import { useReceivablesTexts } from './texts.ts';

type StripePayment =
  paths['/v2/admin/payment-links']['get']['responses']['200']['content']['application/json']['data'][number];

/** Payments of invoices at Stripe that need an administrator's attention; nothing if there are none. */
export function StripePayments() {
  const t = useReceivablesTexts().stripe;
  const columns = useStripeColumns();
  const [page, setPage] = useState(1);
  const params = { query: { attention: true, page, size: 10 } };
  const payments = api.useList('get', '/v2/admin/payment-links', { params });
  if (payments.data === undefined)
    return payments.error ? <Failure error={payments.error} onRetry={payments.refetch} /> : null;
  if (payments.data.meta.total === 0) return null;
  return (
    <section>
      <SectionHeader title={t.title} hint={t.hint} />
      <DataTable
        label={t.title}
        columns={columns}
        {...listed(payments)}
        keyOf={({ id }) => id}
        empty={t.empty}
        page={page}
        onPage={setPage}
      />
    </section>
  );
}

function useStripeColumns(): Column<StripePayment>[] {
  const t = useReceivablesTexts().stripe;
  const { day, moneyOf } = useFormats();
  return [
    {
      key: 'invoice',
      label: t.columns.invoice,
      value: ({ invoice_number: number }) => number,
      cell: ({ invoice_number: number, created_at: at, payment_id: payment }) => (
        <>
          <Strong style={{ whiteSpace: 'nowrap' }}>{number}</Strong>
          <Note size="xs">{day(at)}</Note>
          {payment !== null && (
            <Note size="xs" style={{ overflowWrap: 'anywhere' }}>
              {payment}
            </Note>
          )}
        </>
      ),
    },
    {
      key: 'store',
      label: t.columns.store,
      wideOnly: true,
      value: ({ store_name: name }) => name,
      cell: ({ store_id: id, store_name: name }) => <PartyLink kind="store" id={id} name={name} />,
    },
    {
      key: 'amount',
      label: t.columns.amount,
      numeric: true,
      value: ({ amount }) => amount,
      cell: ({ amount }) => moneyOf(amount.amount, amount.currency),
    },
    {
      key: 'state',
      label: t.columns.state,
      wideOnly: true,
      value: ({ status }) => t.states[status],
      cell: ({ status }) => (
        <StateBadge tone={status === 'disputed' ? 'bad' : 'warning'}>{t.states[status]}</StateBadge>
      ),
    },
    {
      key: 'todo',
      label: t.columns.todo,
      wideOnly: true,
      value: (one) => t.todo[todoOf(one)],
      cell: (one) => <Text size="sm">{t.todo[todoOf(one)]}</Text>,
    },
  ];
}

/** The problem of a payment, or the meaning of its status. */
function todoOf({ problem, status }: StripePayment) {
  if (status === 'disputed' || status === 'partly_refunded') return status;
  return problem ?? 'differs';
}
