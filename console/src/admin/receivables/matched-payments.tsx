import { Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api.ts';
import { DataTable, listed } from '../../components/data-table.tsx';
import { SectionHeader } from '../../components/section-header.tsx';
import { useFormats } from '../../language/formats.ts';
import { useReceivablesTexts } from './texts.ts';

/** Incoming payments of bank reports with the invoices that they paid. */
export function MatchedPayments() {
  const t = useReceivablesTexts();
  const { day, moneyOf } = useFormats();
  const [page, setPage] = useState(1);
  const params = { query: { outcome: 'invoice_paid', page, size: 10 } } as const;
  const entries = api.useList('get', '/v2/bank-entries', { params });
  return (
    <section>
      <SectionHeader title={t.matched} hint={t.matchedHint} />
      <DataTable
        label={t.matched}
        columns={[
          {
            key: 'payer',
            label: t.columns.payer,
            value: ({ party }) => party,
            cell: ({ party }) => <Text size="sm">{party}</Text>,
          },
          {
            key: 'amount',
            label: t.columns.amount,
            numeric: true,
            value: ({ amount }) => amount,
            cell: ({ amount }) => amount && moneyOf(amount.amount, amount.currency),
          },
          {
            key: 'paid',
            label: t.columns.paid,
            wideOnly: true,
            value: ({ invoice_numbers: numbers }) => numbers.join(', '),
            cell: ({ invoice_numbers: numbers }) => numbers.join(', '),
          },
          {
            key: 'day',
            label: t.columns.day,
            wideOnly: true,
            value: ({ day: at }) => at,
            cell: ({ day: at }) => at !== null && day(at),
          },
          {
            key: 'reference',
            label: t.columns.reference,
            wideOnly: true,
            value: ({ reference }) => reference,
            cell: ({ reference }) => <span style={{ overflowWrap: 'anywhere' }}>{reference}</span>,
          },
        ]}
        {...listed(entries)}
        keyOf={({ id }) => id}
        empty={t.nothingMatched}
        page={page}
        onPage={setPage}
      />
    </section>
  );
}
