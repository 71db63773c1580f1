import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../harness/database.ts';
import { audit, objectionsTo } from './audit.ts';
import { makeClickMarket } from './click-market.ts';
import { simulateYear } from './simulated-year.ts';
import { quantile } from './verdict.ts';

const NOBODY = '00000000-0000-7000-8000-000000000000';

describe('the comparison at the end of the fault programs', () => {
  it('accepts rows that exist once, and lists lost and doubled ones', async () => {
    const { pool } = await createTestDatabase();
    await makeClickMarket(pool);
    await simulateYear(pool, { months: 1, clicks: 40, seed: 3 });
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM clicks WHERE class = 0');
    const ids = rows.map(({ id }) => id);
    const all = await pool.query('SELECT FROM clicks');
    // Some simulated shoppers return on purpose; their clicks look like doubled ones.
    const again = all.rows.length - ids.length;
    const auditOf = (acknowledged: string[], sent = all.rows.length) => audit(pool, { sent, acknowledged });
    expect(await auditOf(ids)).toMatchObject({ lost: 0, doubled: again, faults: [] });
    expect(await auditOf([...ids, NOBODY])).toMatchObject({ lost: 1 });
    expect(await auditOf([...ids, ids[0]!])).toMatchObject({ doubled: again + 1 });
    expect(await auditOf(ids, ids.length)).toMatchObject({ doubled: again * 2 });
    const store = { orders: 1, acknowledged: ['never-reported'] };
    const missed = await audit(pool, { sent: all.rows.length, acknowledged: [NOBODY] }, store);
    expect(missed.ordersLost).toBe(1);
    expect(objectionsTo({ ...missed, doubled: 0 })).toEqual([
      '1 acknowledged clicks are lost',
      '1 acknowledged orders are lost',
    ]);
  });

  it('computes quantiles correctly', () => {
    expect([quantile([], 0.5), quantile([3, 1, 2], 0.5), quantile([3, 1, 2], 1)]).toEqual([0, 2, 3]);
  });
});
