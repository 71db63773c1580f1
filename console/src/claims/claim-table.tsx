import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import type { ListQuery } from '../components/data-table.tsx';
import { wordsOf } from '../components/filter-select.tsx';
import { FilteredList } from '../components/filtered-list.tsx';
import { Note } from '../components/note.tsx';
import { useFormats } from '../language/formats.ts';
import { ClaimStatusBadge } from './claim-status.tsx';
import { CLAIM_STATUSES, type ClaimsSearch } from './search.ts';
import { useClaimTexts } from './texts.ts';

type Page = paths['/v2/admin/order-claims']['get']['responses']['200']['content']['application/json'];

interface ClaimTableProps {
  answer: ListQuery<Page['data'][number]>;
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
          key: 'ordered_on',
          sortable: true,
          latestFirst: true,
          label: t.columns.order,
          value: (claim) => claim.order_id,
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
        {
          key: 'shop',
          label: t.columns.shop,
          wideOnly: true,
          value: ({ store }) => store.name,
          cell: ({ store }) => store.name,
        },
        {
          key: 'creator',
          label: t.columns.creator,
          wideOnly: true,
          value: ({ user }) => user.public_name,
          cell: ({ user }) => user.public_name,
        },
        {
          key: 'amount',
          sortable: true,
          label: t.columns.amount,
          numeric: true,
          value: ({ amount }) => amount,
          cell: ({ amount }) => moneyOf(amount.amount, amount.currency),
        },
        {
          key: 'status',
          label: t.columns.status,
          value: ({ status }) => t.statuses[status],
          cell: ({ status }) => <ClaimStatusBadge status={status} />,
        },
        {
          key: 'due_at',
          sortable: true,
          latestFirst: true,
          label: t.columns.due,
          wideOnly: true,
          value: ({ due_at: due }) => due,
          cell: ({ due_at: due }) => time(due),
        },
      ]}
      query={answer}
      keyOf={({ id }) => id}
      empty={t.empty}
      nothingFound={t.nothingFound}
      page={search.page ?? 1}
      sort={search.sort}
    />
  );
}
