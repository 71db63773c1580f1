import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { InvalidMoney } from '../money.ts';
import { convertMinor } from './convert-minor.ts';

const { db, pool } = await createTestDatabase();

const setRates = async (...rates: [string, string, string | number][]) => {
  for (const [currency, day, units] of rates) {
    await pool.query(`INSERT INTO exchange_rates VALUES ($1, $2, $3, 'test')`, [currency, day, units]);
  }
};
const convert = (minor: number, from: string, to: string, day = '2026-06-15') =>
  convertMinor(db, { minor, from, to, day });

beforeEach(async () => {
  await pool.query('DELETE FROM exchange_rates');
});

describe('an amount in another currency', () => {
  it('is converted at the latest rates on or before the day, else at the earliest rates', async () => {
    await setRates(['EUR', '2024-01-02', 1], ['SEK', '2026-06-10', 10], ['SEK', '2026-06-20', 20]);
    expect(await convert(100, 'EUR', 'SEK', '2026-06-19')).toBe(1_000);
    expect(await convert(100, 'EUR', 'SEK', '2026-06-20')).toBe(2_000);
    expect(await convert(100, 'EUR', 'SEK', '2026-06-21')).toBe(2_000);
    expect(await convert(100, 'EUR', 'SEK', '2023-01-01')).toBe(1_000);
  });

  it('is rounded half away from zero, once', async () => {
    await setRates(['EUR', '2024-01-02', 1], ['SEK', '2024-01-02', 8], ['USD', '2024-01-02', '1.4999999']);
    expect(await convert(4, 'SEK', 'EUR')).toBe(1);
    expect(await convert(-4, 'SEK', 'EUR')).toBe(-1);
    expect(await convert(3, 'SEK', 'EUR')).toBe(0);
    expect(await convert(1, 'EUR', 'USD')).toBe(1);
  });

  it('has the minor units of the target currency', async () => {
    await setRates(['EUR', '2024-01-02', 1], ['JPY', '2024-01-02', 150], ['KWD', '2024-01-02', '0.3']);
    expect(await convert(1_000, 'EUR', 'JPY')).toBe(1_500);
    expect(await convert(1_500, 'JPY', 'KWD')).toBe(3_000);
  });

  it('is unchanged between equal currencies, also without a rate, and null if a rate is missing', async () => {
    expect(await convert(7, 'SEK', 'SEK')).toBe(7);
    await setRates(['EUR', '2024-01-02', 1]);
    expect(await convert(7, 'EUR', 'SEK')).toBeNull();
    expect(await convert(7, 'SEK', 'EUR')).toBeNull();
  });

  it('is refused when it is not an amount, or when the result is not exact', async () => {
    await setRates(['EUR', '2024-01-02', 1], ['IDR', '2024-01-02', 17_000]);
    await expect(convert(1.5, 'EUR', 'IDR')).rejects.toThrow(InvalidMoney);
    await expect(convert(1, 'EUR', 'XYZ')).rejects.toThrow(InvalidMoney);
    await expect(convert(Number.MAX_SAFE_INTEGER, 'EUR', 'IDR')).rejects.toThrow('too many');
  });

  it('equals the result of integer arithmetic for any rates', async () => {
    const rate = fc.bigInt({ min: 1n, max: 10n ** 13n });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -1_000_000, max: 1_000_000 }), rate, rate, async (minor, source, target) => {
        await pool.query('DELETE FROM exchange_rates');
        await setRates(['SEK', '2024-01-02', units(source)], ['JPY', '2024-01-02', units(target)]);
        const numerator = BigInt(Math.abs(minor)) * target;
        const denominator = source * 100n;
        const expected = Number((2n * numerator + denominator) / (2n * denominator)) * Math.sign(minor);
        if (!Number.isSafeInteger(expected)) return;
        expect(await convert(minor, 'SEK', 'JPY')).toBe(expected === 0 ? 0 : expected);
      }),
      { numRuns: 60 },
    );
  });
});

/** Formats a rate in hundred-millionths as the table stores it. */
const units = (hundredMillionths: bigint) => {
  const figures = hundredMillionths.toString().padStart(9, '0');
  return `${figures.slice(0, -8)}.${figures.slice(-8)}`;
};
