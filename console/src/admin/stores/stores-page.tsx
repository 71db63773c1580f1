import { Anchor, Box, Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { namedById, wordsOf } from '../../components/filter-select.tsx';
import { FilteredList } from '../../components/filtered-list.tsx';
import { Note } from '../../components/note.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { omitUndefined } from '../components/list-search.ts';
import { useMarkets } from '../people/references.ts';
import { NewStore } from './new-store.tsx';
import { useStoresTexts } from './texts.ts';
import { useApprovalColumns } from './use-approval-columns.tsx';
import { StoreState, useStoreColumns } from './use-store-columns.tsx';

/** All stores, by state and market. */
export function StoresPage() {
  const t = useStoresTexts();
  const { page = 1, query, sort, state, approval, market } = useSearch({ from: '/console/admin/stores' });
  const [isMaking, setIsMaking] = useState(false);
  const markets = useMarkets();
  const stores = api.useList('get', '/v2/admin/stores', {
    params: { query: omitUndefined({ page, query, sort_by: sort, state, approval, store_group_id: market }) },
  });
  const states = ['open', 'hidden', 'deactivated', 'incomplete', 'disputed'] as const;
  const approvals = ['pending', 'approved', 'rejected'] as const;
  const isQueue = approval === 'pending';
  const usualColumns = useStoreColumns();
  const queueColumns = useApprovalColumns();
  const isOnlyQueue = isQueue && [query, state, market].every((word) => word === undefined);
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <Make onClick={() => setIsMaking(true)} />
      </PageHeader>
      <FilteredList
        name="stores"
        label={t.title}
        search={{ label: t.looking, value: query }}
        filters={[
          { name: 'state', label: t.state, words: wordsOf(states, t.states), value: state },
          { name: 'approval', label: t.approvalFilter, words: wordsOf(approvals, t.approvals), value: approval },
          { name: 'market', label: t.market, words: namedById(markets), value: market, isId: true },
        ]}
        columns={[
          {
            key: 'name',
            label: t.columns.name,
            sortable: true,
            value: ({ name }) => name,
            cell: ({ id, name, domains, ...store }) => (
              <Stack gap={0} align="flex-start" style={{ overflowWrap: 'anywhere' }}>
                <Anchor
                  size="sm"
                  fw={600}
                  renderRoot={(props) => <Link {...props} to="/console/shop/$store" params={{ store: String(id) }} />}
                >
                  {name}
                </Anchor>
                <Note size="xs">{domains.join(', ')}</Note>
                <Box hiddenFrom="sm" mt={4}>
                  <StoreState store={store} />
                </Box>
              </Stack>
            ),
          },
          ...(isQueue ? queueColumns : usualColumns),
        ]}
        query={stores}
        keyOf={({ id }) => id}
        empty={isOnlyQueue ? t.noneWaiting : { ...t.empty, action: <Make onClick={() => setIsMaking(true)} /> }}
        nothingFound={isOnlyQueue ? t.noneWaiting : t.nothingFound}
        page={page}
        sort={sort}
      />
      <Dialog opened={isMaking} onClose={() => setIsMaking(false)} title={t.make} size="lg">
        <NewStore onCancel={() => setIsMaking(false)} />
      </Dialog>
    </>
  );
}

function Make({ onClick }: { onClick: () => void }) {
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      {useStoresTexts().make}
    </Button>
  );
}
