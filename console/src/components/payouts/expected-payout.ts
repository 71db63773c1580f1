import { digitsOf } from '../../language/formats.ts';
import type { NextPayout, OpenMonth } from './payout-api.ts';

/** The next payout in one currency as far as it is known; amounts are minor units. */
export interface ExpectedPayout {
  /**
   * `due`: the next payout run pays it. `dated`: it is paid on or after a day, if everything it waits for happens in time. `undated`: it waits for something
   * without a date. `none`: nothing is earned that is not paid.
   */
  kind: 'due' | 'dated' | 'undated' | 'none';
  minor: number;
  day: string | null;
  /** What this sum lacks until the minimum; 0: nothing. */
  missingMinor: number;
}

/** An amount of a next payout in minor units. */
export function minorOf({ amount, currency }: { amount: string; currency: string }): number {
  return Math.round(Number(amount) * 10 ** digitsOf(currency));
}

/** Reasons that end by themselves when more becomes payable. */
const OF_AMOUNTS: ReadonlySet<string> = new Set(['nothing_payable', 'below_minimum']);

/** What a payee can expect to be paid next, and when: earnings become payable month by month, until their sum reaches the minimum. */
export function expectedPayout(next: NextPayout, months: readonly OpenMonth[]): ExpectedPayout {
  const available = minorOf(next.available);
  const minimum = minorOf(next.minimum);
  const expected = (kind: ExpectedPayout['kind'], minor: number, day: string | null = null) => ({
    kind,
    minor,
    day,
    missingMinor: Math.max(minimum - minor, 0),
  });
  if (next.reasons.length === 0) return expected('due', available);
  const others = next.reasons.filter((reason) => !OF_AMOUNTS.has(reason));
  const waits = others.some((reason) => reason !== 'account_new');
  const first = next.account_usable_from?.slice(0, 10) ?? '';
  const held = months
    .filter(({ currency }) => currency === next.currency)
    .map(({ amount, payable, payable_from: day }) => ({ minor: amount.minor - payable.minor, day }));
  let minor = available;
  const days = [...new Set(held.map(({ day }) => day).filter((day) => day !== null))].sort();
  const from = (day: string) => (day < first ? first : day);
  if (available > 0 && available >= minimum && !waits) return expected('dated', minor, first);
  for (const day of waits ? [] : days) {
    minor += sum(held.filter((one) => one.day === day));
    if (minor > 0 && minor >= minimum) return expected('dated', minor, from(day));
  }
  const all = available + sum(held);
  return expected(all > 0 ? 'undated' : 'none', all);
}

const sum = (amounts: readonly { minor: number }[]) => amounts.reduce((total, { minor }) => total + minor, 0);
