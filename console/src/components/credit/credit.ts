import type { paths } from '@tributary/client';
import { api } from '../../api.ts';

export type Credit = paths['/v2/stores/{store}/credit']['get']['responses']['200']['content']['application/json'];

/** Share of the limit from which members are warned by mail. */
const WARNING_SHARE = 0.8;

/** The unpaid cost of a store and its limit. */
export const useCredit = (store: number) =>
  api.useQuery('get', '/v2/stores/{store}/credit', { params: { path: { store } } });

/** How close a store is to its limit. */
export function creditState({ incurred_minor: used, limit_minor: limit }: Credit): 'free' | 'near' | 'reached' {
  if (used >= limit) return 'reached';
  return used >= limit * WARNING_SHARE ? 'near' : 'free';
}

/** Used share of the limit, at most one; a limit of zero is used up. */
export const usedShare = ({ incurred_minor: used, limit_minor: limit }: Credit): number =>
  limit <= 0 ? 1 : Math.min(Math.max(used / limit, 0), 1);
