import { useState } from 'react';
import { useFormats } from '../../language/formats.ts';
import { DataTable, listed } from '../data-table.tsx';
import { SectionHeader } from '../section-header.tsx';
import { type PayeeOwner, usePayouts } from './payee-api.ts';
import { PayoutState } from './payout-state.tsx';
import { usePayeesTexts } from './texts.ts';

/** Payouts to a payee, the latest first. */
export function PayoutHistory({ owner }: { owner: PayeeOwner }) {
  const t = usePayeesTexts().history;
  const { moneyOf } = useFormats();
  const [page, setPage] = useState(1);
  return (
    <section>
      <SectionHeader title={t.title} />
      <DataTable
        label={t.title}
        columns={[
          { key: 'state', label: t.columns.state, cell: (payout) => <PayoutState payout={payout} /> },
          {
            key: 'amount',
            label: t.columns.amount,
            numeric: true,
            value: ({ amount }) => amount,
            cell: ({ amount }) => moneyOf(amount.amount, amount.currency),
          },
          {
            key: 'account',
            label: t.columns.account,
            wideOnly: true,
            value: ({ account }) => account,
            cell: ({ account }) => account,
          },
          {
            key: 'reference',
            label: t.columns.reference,
            wideOnly: true,
            value: ({ end_to_end_id: id }) => id,
            cell: ({ end_to_end_id: id }) => <span style={{ overflowWrap: 'anywhere' }}>{id}</span>,
          },
        ]}
        {...listed(usePayouts(owner, page))}
        keyOf={({ id }) => id}
        empty={t.empty}
        page={page}
        onPage={setPage}
      />
    </section>
  );
}
