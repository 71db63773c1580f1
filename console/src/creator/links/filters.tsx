import { Group } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { FilterSelect } from '../../components/filter-select.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { useMe } from '../../session/use-me.ts';
import { useCreatorTexts } from '../texts.ts';
import type { LinkFilters } from './search.ts';

const MOST = 200;

/** Stores that the creator has links to; undefined while loading. */
export function useLinkStores() {
  const { id: user } = useMe();
  const query = { size: MOST };
  return api.useQuery('get', '/v2/users/{user}/link-stores', { params: { path: { user }, query } }).data?.data;
}

/** Filters of the list of links: text, store and whether they earn. */
export function Filters() {
  const t = useCreatorTexts().links;
  const { search, shop, state, tag, archived } = useSearch({ from: '/console/creator/links' });
  const navigate = useNavigate({ from: '/console/creator/links' });
  const shops = useLinkStores() ?? [];
  const narrow = (key: keyof LinkFilters, value: string | number | undefined) =>
    navigate({
      // A changed filter starts at the first page.
      search: ({ page: _, [key]: __, ...rest }) => ({ ...rest, ...(value === undefined ? {} : { [key]: value }) }),
      replace: true,
    });
  return (
    <Group align="flex-end" gap="sm">
      <SearchBox label={t.search} value={search} onChange={(text) => narrow('search', text || undefined)} />
      <FilterSelect
        label={t.shop}
        words={shops.map(({ id, name }) => [String(id), name])}
        value={shop === undefined ? undefined : String(shop)}
        onChange={(id) => narrow('shop', id === undefined ? undefined : Number(id))}
      />
      <FilterSelect
        label={t.state}
        words={[
          ['paid', t.states.paid],
          ['refused', t.states.refused],
        ]}
        value={state}
        onChange={(word) => narrow('state', word)}
      />
      <FilterSelect
        label={t.archive}
        words={[
          ['only', t.archives.only],
          ['include', t.archives.include],
        ]}
        value={archived}
        onChange={(word) => narrow('archived', word)}
      />
      <SearchBox label={t.tag} value={tag} maxLength={40} onChange={(text) => narrow('tag', text || undefined)} />
    </Group>
  );
}
