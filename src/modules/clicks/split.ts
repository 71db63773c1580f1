const MILLION = 1_000_000;

/** The split of a click's cost, in whole minor units of the store's currency. */
export interface Split {
  /** The cost of the store. */
  costMinor: number;
  userMinor: number;
  agencyMinor: number;
}

/**
 * Divides a click's money: the store pays `invoiceCpcMinor`, creator and agency earn their shares of `cpcMinor`, each rounded down
 * once, and the platform keeps the rest, so that store = creator + agency + platform to the minor unit.
 * Shares are millionths. Products stay below 2^53: a price is at most 10^9 minor units (checked), a share at most 10^6.
 */
export function splitClick(
  cpcMinor: number,
  invoiceCpcMinor: number,
  userSharePpm: number,
  agencySharePpm: number,
): Split {
  if (cpcMinor > 1e9 || invoiceCpcMinor > 1e9) throw new RangeError('a click costs at most 10^9 minor units');
  return {
    costMinor: invoiceCpcMinor,
    userMinor: Math.floor((cpcMinor * userSharePpm) / MILLION),
    agencyMinor: Math.floor((cpcMinor * agencySharePpm) / MILLION),
  };
}
