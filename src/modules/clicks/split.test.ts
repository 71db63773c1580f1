import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitClick } from './split.ts';

const price = fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 1_000_000_000 }));
const shares = fc
  .tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 1_000_000 }))
  .map(([user, agency]) => ({ user, agency: Math.min(agency, 1_000_000 - user) }));

test('creator and client receive their exact shares of the cpc, rounded down once', () => {
  fc.assert(
    fc.property(price, price, shares, (cpc, invoice, { user, agency }) => {
      const split = splitClick(cpc, invoice, user, agency);
      expect(BigInt(split.userMinor)).toBe((BigInt(cpc) * BigInt(user)) / 1_000_000n);
      expect(BigInt(split.agencyMinor)).toBe((BigInt(cpc) * BigInt(agency)) / 1_000_000n);
    }),
    { numRuns: 2_000 },
  );
});

test('the store’s cost equals the amounts of creator, client and platform, and the platform never pays for a full cpc', () => {
  fc.assert(
    fc.property(price, shares, (cpc, { user, agency }) => {
      const { costMinor, userMinor, agencyMinor } = splitClick(cpc, cpc, user, agency);
      expect(costMinor).toBe(cpc);
      expect(costMinor - userMinor - agencyMinor).toBeGreaterThanOrEqual(0);
      // Two roundings, less than one minor unit each.
      const exactPlatform = (BigInt(cpc) * BigInt(1_000_000 - user - agency)) / 1_000_000n;
      expect(BigInt(costMinor - userMinor - agencyMinor) - exactPlatform).toBeLessThanOrEqual(2n);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  [100, 700_000, 0, 70, 0],
  [99, 700_000, 0, 69, 0],
  [1, 999_999, 0, 0, 0],
  [3, 333_333, 333_333, 0, 0],
  [3, 333_334, 666_666, 1, 1],
  [10, 1_000_000, 0, 10, 0],
  [1_000_000_000, 999_999, 1, 999_999_000, 1_000],
])('%i at %i and %i millionths gives %i and %i', (cpc, user, agency, userMinor, agencyMinor) => {
  expect(splitClick(cpc, cpc, user, agency)).toEqual({ costMinor: cpc, userMinor, agencyMinor });
});

test('the store pays the invoice price, and the shares are of the cpc', () => {
  expect(splitClick(100, 150, 700_000, 100_000)).toEqual({ costMinor: 150, userMinor: 70, agencyMinor: 10 });
});

test('a price beyond exact double arithmetic is refused', () => {
  expect(() => splitClick(1_000_000_001, 0, 1, 1)).toThrow(RangeError);
  expect(() => splitClick(0, 1_000_000_001, 1, 1)).toThrow(RangeError);
});
