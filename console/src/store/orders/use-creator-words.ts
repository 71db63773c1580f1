import { api } from '../../api.ts';
import { addDays, type DayRange, MAX_RANGE_DAYS } from '../../components/day-range.ts';
import { listed } from '../../components/listed.ts';

/** Maximum number of creators in the filter, those with the most orders first. */
const MAX_OFFERED = 100;

/**
 * The creators by whom orders can be filtered.
 * @param chosen the creator of the current filter, who is always listed
 */
export function useCreatorWords(store: number, { from, to }: DayRange, chosen: number | undefined) {
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
  const offered = (data?.data ?? []).map(({ user }) => [String(user.id), user.username] as const);
  const named = api.useQuery(
    'get',
    '/advertiser/stores/{id}/users/{userid}/dashboard',
    { params: { path: { id: store, userid: chosen ?? 0 } } },
    { enabled: chosen !== undefined },
  ).data;
  if (chosen === undefined || offered.some(([id]) => id === String(chosen))) return offered;
  return [[String(chosen), named?.username ?? '…'] as const, ...offered];
}
