import { Button, Stack } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api } from '../../api.ts';
import type { Column } from '../../components/data-table.tsx';
import { addDays, today } from '../../components/day-range.ts';
import { FilteredList } from '../../components/filtered-list.tsx';
import { Note, Strong } from '../../components/note.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useFormats } from '../../language/formats.ts';
import { omitUndefined } from '../components/list-search.ts';
import { PartyLink } from '../invoices/party-link.tsx';
import { useDisputesTexts } from './texts.ts';

type Dispute = paths['/v2/admin/disputes']['get']['responses']['200']['content']['application/json']['data'][number];

/** Maximum age of the linked orders, in days. */
const MAX_AGE_DAYS = 730;

/** Orders of all stores that wait for a person. */
export function DisputesPage() {
  const t = useDisputesTexts();
  const { page = 1, sort } = useSearch({ from: '/console/admin/disputes' });
  const disputes = api.useList('get', '/v2/admin/disputes', {
    params: { query: omitUndefined({ page, sort_by: sort }) },
  });
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <FilteredList
        name="disputes"
        label={t.title}
        columns={useColumns()}
        query={disputes}
        keyOf={({ id }) => id}
        empty={t.empty}
        page={page}
        sort={sort}
      />
    </>
  );
}

function useColumns(): Column<Dispute>[] {
  const t = useDisputesTexts();
  const { day, moneyOf } = useFormats();
  return [
    {
      key: 'order_at',
      sortable: true,
      latestFirst: true,
      label: t.columns.order,
      value: ({ order_id: order }) => order,
      cell: ({ order_id: order, order_at: at }) => (
        <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
          <Strong>{order}</Strong>
          <Note size="xs">{day(at)}</Note>
        </Stack>
      ),
    },
    {
      key: 'shop',
      label: t.columns.shop,
      wideOnly: true,
      value: ({ store_name: name }) => name,
      cell: ({ store_id: id, store_name: name }) => <PartyLink kind="store" id={id} name={name} />,
    },
    {
      key: 'reason',
      label: t.columns.reason,
      wideOnly: true,
      value: ({ unattributed_reason: reason }) => reason && (t.reasons[reason] ?? reason),
      cell: ({ unattributed_reason: reason }) => (reason === null ? '–' : (t.reasons[reason] ?? reason)),
    },
    {
      key: 'value',
      sortable: true,
      label: t.columns.value,
      numeric: true,
      value: ({ value }) => value,
      cell: ({ value }) => moneyOf(value.amount, value.currency),
    },
    {
      key: 'creator',
      label: t.columns.creator,
      wideOnly: true,
      value: ({ user }) => user?.public_name,
      cell: ({ user }) => user?.public_name ?? '–',
    },
    {
      key: 'action',
      label: t.columns.action,
      cell: ({ id, order_id: order, store_id: store }) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t.reviewLabel(order)}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/console/shop/$store/orders"
              params={{ store: String(store) }}
              search={{ whose: 'unresolved', from: addDays(today(), -MAX_AGE_DAYS), to: today(), order: id }}
            />
          )}
        >
          {t.review}
        </Button>
      ),
    },
  ];
}
