import { Group, NativeSelect } from '@mantine/core';
import { api } from '../../api.ts';
import { addDays, type DayRange, MAX_RANGE_DAYS } from '../../components/day-range.ts';
import { listed } from '../../components/listed.ts';
import { SearchBox } from '../../components/search-box.tsx';
import { ORDER_STATUSES, type OrdersSearch, WHOSE } from './search.ts';
import { useOrderTexts } from './texts.ts';

/** Maximum number of creators in the filter, those with the most orders first. */
const MAX_OFFERED = 100;

/** Two per row on a phone. */
const HALF = { base: '1 1 40%', xs: '0 1 auto' };

interface OrderFiltersProps {
  store: number;
  range: DayRange;
  search: OrdersSearch;
  onChange: (changes: Partial<Record<keyof OrdersSearch, unknown>>) => void;
}

/** Filters of the orders page. */
export function OrderFilters({ store, range, search, onChange }: OrderFiltersProps) {
  const t = useOrderTexts();
  const choice = (value: string) => (value === '' ? undefined : value);
  const creators = useCreators(store, range, search.creator);
  return (
    <Group gap="sm">
      <SearchBox label={t.search} value={search.q} onChange={(q) => onChange({ q })} />
      <NativeSelect
        aria-label={t.status}
        flex={HALF}
        value={search.status ?? ''}
        data={[
          { value: '', label: t.anyStatus },
          ...ORDER_STATUSES.map((value) => ({ value, label: t.statuses[value] })),
        ]}
        onChange={({ currentTarget }) => onChange({ status: choice(currentTarget.value) })}
      />
      <NativeSelect
        aria-label={t.whose}
        flex={HALF}
        value={search.whose ?? ''}
        data={[{ value: '', label: t.anybodys }, ...WHOSE.map((value) => ({ value, label: t.whoseKinds[value] }))]}
        onChange={({ currentTarget }) => onChange({ whose: choice(currentTarget.value) })}
      />
      <NativeSelect
        aria-label={t.creator}
        flex={HALF}
        value={search.creator === undefined ? '' : String(search.creator)}
        data={[{ value: '', label: t.anyCreator }, ...creators]}
        onChange={({ currentTarget: { value } }) => onChange({ creator: value === '' ? undefined : Number(value) })}
      />
    </Group>
  );
}

function useCreators(store: number, { from, to }: DayRange, chosen: number | undefined) {
  // The statistics of creators have a shorter maximum range than orders.
  const first = addDays(to, 1 - MAX_RANGE_DAYS);
  const { data } = listed(
    api.useQuery('get', '/v2/stores/{store}/creator-stats', {
      params: {
        path: { store },
        query: { from: from < first ? first : from, to, sort_by: 'nr_orders:desc', size: MAX_OFFERED },
      },
    }),
  );
  const offered = (data?.data ?? []).map(({ user }) => ({ value: String(user.id), label: user.username }));
  const named = api.useQuery(
    'get',
    '/advertiser/stores/{id}/users/{userid}/dashboard',
    { params: { path: { id: store, userid: chosen ?? 0 } } },
    { enabled: chosen !== undefined },
  ).data;
  if (chosen === undefined || offered.some(({ value }) => value === String(chosen))) return offered;
  return [{ value: String(chosen), label: named?.username ?? '…' }, ...offered];
}
