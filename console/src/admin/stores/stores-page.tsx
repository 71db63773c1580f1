import { Anchor, Box, Button, Group, Modal, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api.ts';
import { DataTable, listed } from '../../components/data-table.tsx';
import { FilterSelect } from '../../components/filter-select.tsx';
import { Note } from '../../components/note.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { useListNavigation } from '../../components/use-list-navigation.ts';
import { omitUndefined } from '../components/list-search.ts';
import { useMarkets } from '../people/references.ts';
import { NewStore } from './new-store.tsx';
import { useStoresTexts } from './texts.ts';
import { useApprovalColumns } from './use-approval-columns.tsx';
import { StoreState, useStoreColumns } from './use-store-columns.tsx';

/** All shops, by state and market. */
export function StoresPage() {
  const t = useStoresTexts();
  const { page = 1, query, sort, state, approval, market } = useSearch({ from: '/console/admin/stores' });
  const { narrow, search, sortedTable } = useListNavigation();
  const [isMaking, setIsMaking] = useState(false);
  const markets = useMarkets();
  const shops = api.useQuery(
    'get',
    '/v2/admin/stores',
    { params: { query: omitUndefined({ page, query, sort_by: sort, state, approval, store_group_id: market }) } },
    { placeholderData: keepPreviousData },
  );
  const isNarrowed = [query, state, approval, market].some((word) => word !== undefined);
  const states = ['open', 'hidden', 'deactivated', 'incomplete', 'disputed'] as const;
  const approvals = ['pending', 'approved', 'rejected'] as const;
  const isQueue = approval === 'pending';
  const usualColumns = useStoreColumns();
  const queueColumns = useApprovalColumns();
  const emptyOf = () => {
    if (isQueue && query === undefined && state === undefined && market === undefined) return t.noneWaiting;
    return isNarrowed ? t.nothingFound : { ...t.empty, action: <Make onClick={() => setIsMaking(true)} /> };
  };
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <Make onClick={() => setIsMaking(true)} />
      </PageHeader>
      <Group mb="md" align="flex-end">
        <SearchBox isTitled label={t.looking} value={query} onChange={search} />
        <FilterSelect
          label={t.state}
          words={states.map((word) => [word, t.states[word]] as const)}
          value={state}
          onChange={(word) => narrow({ state: word })}
        />
        <FilterSelect
          label={t.approvalFilter}
          words={approvals.map((word) => [word, t.approvals[word]] as const)}
          value={approval}
          onChange={(word) => narrow({ approval: word })}
        />
        <FilterSelect
          label={t.market}
          words={markets.map(({ id, name }) => [String(id), name])}
          value={market === undefined ? undefined : String(market)}
          onChange={(id) => narrow({ market: id === undefined ? undefined : Number(id) })}
        />
      </Group>
      <DataTable
        label={t.title}
        columns={[
          {
            key: 'name',
            label: t.columns.name,
            sortable: true,
            cell: ({ id, name, domains, ...shop }) => (
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
                  <StoreState shop={shop} />
                </Box>
              </Stack>
            ),
          },
          ...(isQueue ? queueColumns : usualColumns),
        ]}
        {...listed(shops)}
        keyOf={({ id }) => id}
        empty={emptyOf()}
        {...sortedTable(page, sort)}
      />
      <Modal opened={isMaking} onClose={() => setIsMaking(false)} title={t.make} size="lg">
        <NewStore onCancel={() => setIsMaking(false)} />
      </Modal>
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
