import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clickInstant, newClickId } from './click-id.ts';

/** The years 1970 to 2100. */
const instant = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) });

test('an id is a UUID of version 7 and the RFC variant', () => {
  fc.assert(
    fc.property(instant, (at) => {
      expect(newClickId(at)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }),
  );
});

test('an id gives its instant back, to the millisecond', () => {
  fc.assert(
    fc.property(instant, (at) => {
      expect(clickInstant(newClickId(at))).toBe(at);
    }),
  );
});

test('ids sort by their instants', () => {
  fc.assert(
    fc.property(instant, instant, (one, other) => {
      fc.pre(one !== other);
      expect(newClickId(one) < newClickId(other)).toBe(one < other);
    }),
  );
});

test('ids of one instant differ, also beyond the pool of random bytes', () => {
  const at = Date.UTC(2025, 5, 1);
  const ids = new Set(Array.from({ length: 5_000 }, () => newClickId(at)));
  expect(ids.size).toBe(5_000);
});

test('every one of the 74 random bits is sometimes set and sometimes not', () => {
  const bits = Array.from({ length: 500 }, () =>
    [...newClickId(0).replaceAll('-', '').slice(12)]
      .map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0'))
      .join(''),
  );
  const fixed = [0, 1, 2, 3, 16, 17];
  const constant = Array.from(bits[0]!, (_, place) => place).filter(
    (place) => new Set(bits.map((one) => one[place])).size === 1,
  );
  expect(constant).toEqual(fixed);
});
