import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { wordsOf } from '../components/filter-select.tsx';
import { FilteredList } from '../components/filtered-list.tsx';
import { Note } from '../components/note.tsx';
import { useFormats } from '../language/formats.ts';
import { ClaimStatusBadge } from './claim-status.tsx';
import { CLAIM_STATUSES, type ClaimsSearch } from './search.ts';
import { useClaimTexts } from './texts.ts';

type Page = paths['/v2/admin/order-claims']['get']['responses']['200']['content']['application/json'];

interface ClaimTableProps {
  answer: { data: Page | undefined; error: unknown; refetch: () => unknown; isPlaceholderData: boolean };
  search: ClaimsSearch;
}

/** Claims, newest first, with a filter by status. */
export function ClaimTable({ answer, search }: ClaimTableProps) {
  const t = useClaimTexts();
  const { moneyOf, day, time } = useFormats();
  return (
    <FilteredList
      name="claims"
      label={t.list}
      filters={[
        { name: 'status', label: t.columns.status, words: wordsOf(CLAIM_STATUSES, t.statuses), value: search.status },
      ]}
      columns={[
        {
          key: 'order',
          label: t.columns.order,
          cell: (claim) => (
            <>
              <Anchor
                size="sm"
                fw={600}
                renderRoot={(props) => (
                  <Link {...props} to="/console/claims/$claim" params={{ claim: String(claim.id) }} />
                )}
              >
                {claim.order_id}
              </Anchor>
              <Note size="xs">{day(claim.ordered_on)}</Note>
            </>
          ),
        },
        { key: 'shop', label: t.columns.shop, wideOnly: true, cell: ({ store }) => store.name },
        { key: 'creator', label: t.columns.creator, wideOnly: true, cell: ({ user }) => user.public_name },
        {
          key: 'amount',
          label: t.columns.amount,
          numeric: true,
          cell: ({ amount }) => moneyOf(amount.amount, amount.currency),
        },
        { key: 'status', label: t.columns.status, cell: ({ status }) => <ClaimStatusBadge status={status} /> },
        { key: 'due', label: t.columns.due, wideOnly: true, cell: ({ due_at: due }) => time(due) },
      ]}
      query={answer}
      keyOf={({ id }) => id}
      empty={t.empty}
      nothingFound={t.nothingFound}
      page={search.page ?? 1}
    />
  );
}
