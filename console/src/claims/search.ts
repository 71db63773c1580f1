import { readSort } from '../admin/components/list-search.ts';

export const CLAIM_STATUSES = ['open', 'escalated', 'accepted', 'declined'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** Search parameters of lists of claims; defaults are left out. */
export interface ClaimsSearch {
  status?: ClaimStatus | undefined;
  page?: number;
  sort?: NonNullable<ReturnType<typeof sortIn>['sort']>;
}

const sortIn = (search: Record<string, unknown>) => readSort(search, ['ordered_on', 'amount', 'due_at']);

export function readClaimsSearch(search: Record<string, unknown>): ClaimsSearch {
  const { status, page } = search;
  const known = CLAIM_STATUSES.find((one) => one === status);
  return {
    ...(known === undefined ? {} : { status: known }),
    ...(Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {}),
    ...sortIn(search),
  };
}
