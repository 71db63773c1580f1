import type { LinkProps } from '@tanstack/react-router';

/** The targets of the amounts of a balance: its months and its documents. */
export interface BalancePlaces {
  months: LinkProps;
  /** Absent if the reader has no such page. */
  documents?: LinkProps;
}

const EARNINGS = '/console/creator/earnings';

/** The places of the signed-in creator's balance. */
export const CREATOR_PLACES: BalancePlaces = {
  months: { to: EARNINGS, hash: 'months' },
  documents: { to: EARNINGS, hash: 'statements' },
};

/** The places of an agency's balance. */
export function agencyPlaces(client: number): BalancePlaces {
  const params = { client: String(client) };
  return {
    months: { to: '/console/agency/$client/earnings', params, hash: 'months' },
    documents: { to: '/console/agency/$client/invoices', params },
  };
}
