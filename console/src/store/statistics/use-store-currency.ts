import { api } from '../../api.ts';

/** ISO 4217 code; undefined while loading. Shares the query of the frame. */
export function useStoreCurrency(store: number): string | undefined {
  const { data } = api.useQuery('get', '/advertiser/stores/{id}', { params: { path: { id: store } } });
  return data?.currency_iso_code;
}
