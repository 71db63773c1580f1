import { api } from '../../api.ts';

/** ISO 4217; undefined until it is known. The frame reads the same record for the shop's name. */
export function useStoreCurrency(store: number): string | undefined {
  const { data } = api.useQuery('get', '/advertiser/stores/{id}', { params: { path: { id: store } } });
  return data?.currency_iso_code;
}
