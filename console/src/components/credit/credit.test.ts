import { describe, expect, it } from 'vitest';
import { type Credit, creditState, usedShare } from './credit.ts';

const kronor = (minor: number) => ({ minor, currency: 'SEK' });
const credit = (used: number, limit: number, promised = 0): Credit => ({
  currency: 'SEK',
  incurred: kronor(used),
  promised: kronor(promised),
  reserved: kronor(0),
  limit: kronor(limit),
  is_unlimited: false,
});

describe('The credit of a store', () => {
  it.each([
    [0, 100, 'free', 0],
    [79, 100, 'free', 0.79],
    [80, 100, 'near', 0.8],
    [99, 100, 'near', 0.99],
    [100, 100, 'reached', 1],
    [250, 100, 'reached', 1],
    [-20, 100, 'free', 0],
    [0, 0, 'reached', 1],
  ] as const)('with %d of %d used is %s', (used, limit, state, share) => {
    expect([creditState(credit(used, limit)), usedShare(credit(used, limit))]).toEqual([state, share]);
  });

  it('is free without a limit, whatever is used', () => {
    expect(creditState({ ...credit(100, 100), is_unlimited: true })).toBe('free');
  });

  it('counts promised sums', () => {
    expect([creditState(credit(50, 100, 30)), usedShare(credit(50, 100, 30))]).toEqual(['near', 0.8]);
    expect([creditState(credit(50, 100, 50)), usedShare(credit(50, 100, 50))]).toEqual(['reached', 1]);
  });
});
