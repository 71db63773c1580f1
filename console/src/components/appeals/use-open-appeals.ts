import { api } from '../../api.ts';

/** Number of open appeals, of all stores or of one; 0 while loading. */
export function useOpenAppeals(store?: number): number {
  const { data } = api.useQuery('get', '/v2/appeals', {
    params: { query: { state: 'open', size: 1, ...(store === undefined ? {} : { store_id: store }) } },
  });
  return data?.meta.total ?? 0;
}
