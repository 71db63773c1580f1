import type { paths } from '@tributary/client';
import { api } from '../../api.ts';

export type CreditReply = paths['/v2/stores/{store}/credit']['get']['responses']['200']['content']['application/json'];

/** What the pages read of a store's credit. */
export type Credit = Pick<CreditReply, 'currency' | 'incurred' | 'promised' | 'reserved' | 'limit' | 'is_unlimited'>;

/** Share of the limit from which members are warned by mail. */
const WARNING_SHARE = 0.8;

/** The unpaid cost of a store, its commitments and its limit. */
export const useCredit = (store: number) =>
  api.useQuery('get', '/v2/stores/{store}/credit', { params: { path: { store } } });

/** The amounts that are used: unpaid costs and promised sums. Minor units. What is reserved for guaranteed campaigns is still theirs. */
export const usedOf = ({ incurred, promised }: Pick<Credit, 'incurred' | 'promised'>): number =>
  incurred.minor + promised.minor;

/** The used share of a store's credit limit. */
export function creditState(credit: Credit): 'free' | 'near' | 'reached' {
  if (credit.is_unlimited) return 'free';
  const [used, limit] = [usedOf(credit), credit.limit.minor];
  if (used >= limit) return 'reached';
  return used >= limit * WARNING_SHARE ? 'near' : 'free';
}

/** Used share of the limit, at most one; a limit of zero is used up. */
export const usedShare = (credit: Credit): number =>
  credit.limit.minor <= 0 ? 1 : Math.min(Math.max(usedOf(credit) / credit.limit.minor, 0), 1);
