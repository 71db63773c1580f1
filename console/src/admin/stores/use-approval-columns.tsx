import { Text } from '@mantine/core';
import type { Column } from '../../components/data-table.tsx';
import { useFormats } from '../../language/formats.ts';
import type { AdminStore } from './admin-store.ts';
import { useStoresTexts } from './texts.ts';
import { ManageLink } from './use-store-columns.tsx';

/** Columns of the queue of stores that await approval: the objections to each, and the link to the decision. */
export function useApprovalColumns(): Column<AdminStore>[] {
  const t = useStoresTexts();
  const { relative } = useFormats();
  return [
    {
      key: 'market',
      label: t.columns.market,
      wideOnly: true,
      value: ({ store_group: group }) => group.name,
      cell: ({ store_group: group }) => group.name,
    },
    {
      key: 'created_at',
      label: t.columns.registered,
      wideOnly: true,
      sortable: true,
      latestFirst: true,
      value: ({ created_at: at }) => at,
      cell: ({ created_at: at }) => relative(at),
    },
    {
      key: 'unproven',
      label: t.columns.unproven,
      wideOnly: true,
      value: ({ unproven_domains: hosts }) => hosts.join(', '),
      cell: ({ unproven_domains: hosts }) => (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {hosts.join(', ') || t.allProven}
        </Text>
      ),
    },
    {
      key: 'similar',
      label: t.columns.similar,
      wideOnly: true,
      value: ({ similar_stores: stores }) => stores.map(({ name }) => name).join(', '),
      cell: ({ similar_stores: stores }) => (
        <Text size="sm" {...(stores.length > 0 ? { fw: 600, className: 'is-worse' } : { c: 'dimmed' })}>
          {stores.map(({ name }) => name).join(', ') || t.noSimilar}
        </Text>
      ),
    },
    {
      key: 'action',
      isFixed: true,
      label: t.columns.action,
      cell: (store) => <ManageLink store={store} label={t.review} name={t.reviewLabel(store.name)} />,
    },
  ];
}
