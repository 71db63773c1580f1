import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../harness/database.ts';
import { ALTERATIONS, alterationsMissed } from './altered-rows.ts';
import { findFaultsInMoney } from './audit.ts';
import { simulateYear } from './simulated-year.ts';

const { pool } = await createTestDatabase();

describe('three simulated months (a whole year: npx tsx tests/faults/money.ts)', () => {
  it('are invoiced exactly as an independent ledger states, and an altered row is found', async () => {
    const { ledger, counts } = await simulateYear(pool, { months: 3, clicks: 100, seed: 7 });
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
    expect(ledger.invoices).toBeGreaterThan(15);
    expect(await ledger.findDifferences(pool)).toEqual([]);
    expect(await findFaultsInMoney(pool)).toEqual([]);
    expect(ALTERATIONS.length).toBeGreaterThan(5);
    expect(await alterationsMissed(pool)).toEqual([]);
  });

  it('a ledger with one more click reports that the click is not invoiced', async () => {
    const { pool: other } = await createTestDatabase();
    const { ledger } = await simulateYear(other, { months: 1, clicks: 60, seed: 7 });
    expect(await ledger.findDifferences(other)).toEqual([]);
    const { rows } = await other.query(
      `SELECT store_id, user_id FROM clicks WHERE class = 0 AND currency = 'SEK' LIMIT 1`,
    );
    ledger.add({
      storeId: rows[0].store_id,
      userId: rows[0].user_id,
      agencyId: null,
      currency: 'SEK',
      day: '2025-01-20',
      costMinor: 1,
      userMinor: 0,
      agencyMinor: 0,
    });
    ledger.close('2025-01');
    expect(await ledger.findDifferences(other)).toHaveLength(1);
  });
});
