export const CLAIM_STATUSES = ['open', 'escalated', 'accepted', 'declined'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** Search parameters of lists of claims; defaults are left out. */
export interface ClaimsSearch {
  status?: ClaimStatus | undefined;
  page?: number;
}

export function readClaimsSearch({ status, page }: Record<string, unknown>): ClaimsSearch {
  const known = CLAIM_STATUSES.find((one) => one === status);
  return {
    ...(known === undefined ? {} : { status: known }),
    ...(Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {}),
  };
}
