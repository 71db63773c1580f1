import { api } from '../api.ts';

/** The currency of a shop's amounts (ISO 4217). Shares the query of the frame. */
export function useCurrency(store: number) {
  const { data, error, refetch } = api.useQuery('get', '/advertiser/stores/{id}', { params: { path: { id: store } } });
  return { data: data?.currency_iso_code, error, refetch };
}
