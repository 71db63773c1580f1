import { MAX_RANGE_DAYS } from '../../../../src/platform/limits.ts';
import { MAX_PAGE_SIZE } from '../../../../src/platform/page-size.ts';
import { api } from '../../api.ts';
import { addDays, type DayRange } from '../../components/day-range.ts';
import { listed } from '../../components/listed.ts';

/**
 * The creators by whom orders can be filtered: one page, those with the most orders first.
 * @param chosen the creator of the current filter, who is always listed
 */
export function useCreatorWords(store: number, { from, to }: DayRange, chosen: number | undefined) {
  // The statistics of creators have a shorter maximum range than orders.
  const first = addDays(to, 1 - MAX_RANGE_DAYS);
  const { data } = listed(
    api.useQuery('get', '/v2/stores/{store}/creator-stats', {
      params: {
        path: { store },
        query: { from: from < first ? first : from, to, sort_by: 'nr_orders:desc', size: MAX_PAGE_SIZE },
      },
    }),
  );
  const offered = (data?.data ?? []).map(({ user }) => [String(user.id), user.public_name] as const);
  const named = api.useQuery(
    'get',
    '/advertiser/stores/{id}/users/{userid}/dashboard',
    { params: { path: { id: store, userid: chosen ?? 0 } } },
    { enabled: chosen !== undefined },
  ).data;
  if (chosen === undefined || offered.some(([id]) => id === String(chosen))) return offered;
  return [[String(chosen), named?.public_name ?? '…'] as const, ...offered];
}
