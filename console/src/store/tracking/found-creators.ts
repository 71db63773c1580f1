import { MAX_PAGE_SIZE } from '../../../../src/platform/page-size.ts';
import { api, KEEP_PREVIOUS } from '../../api.ts';
import { lastDays } from '../../components/day-range.ts';
import { listed } from '../../components/listed.ts';

/** Creators with results for the store in the last year, as options of a select. @param q part of the name; empty: all */
export function useFoundCreators(store: number, q: string): { value: string; label: string }[] {
  const query = { ...lastDays(365), size: MAX_PAGE_SIZE, ...(q === '' ? {} : { q }) };
  const params = { path: { store }, query };
  const { data } = listed(api.useQuery('get', '/v2/stores/{store}/creator-stats', { params }, KEEP_PREVIOUS));
  return (data?.data ?? []).map(({ user }) => ({ value: String(user.id), label: user.public_name }));
}
