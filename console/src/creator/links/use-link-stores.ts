import { api } from '../../api.ts';
import { useMe } from '../../session/use-me.ts';

const MAX_STORES = 200;

/** Stores that the creator has links to; undefined while loading. */
export function useLinkStores() {
  const { id: user } = useMe();
  const query = { size: MAX_STORES };
  return api.useQuery('get', '/v2/users/{user}/link-stores', { params: { path: { user }, query } }).data?.data;
}
