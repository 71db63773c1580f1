import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../tests/harness/database.ts';
import { createMarket } from '../../../../tests/harness/market.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { readEmailQuota, takeFromEmailQuota } from './email-quota.ts';

let storeId: number;
let at = '';
const database = await createTestDatabase();
const market = createMarket(database.pool);
beforeEach(async () => {
  at = '2026-03-15T12:00:00Z';
  storeId = await storeWithQuota(3);
});

const context = () => ({ db: database.db, now: () => new Date(at) });
const take = (id = storeId) => takeFromEmailQuota(context(), id, 'store_invite');
const quota = (id = storeId) => readEmailQuota(context(), id);

async function storeWithQuota(limit: number) {
  const id = await market.store();
  await database.pool.query('UPDATE stores SET email_quota_monthly = $2 WHERE id = $1', [id, limit]);
  return id;
}

/** Returns the number of successful calls, and checks that the quota refuses each of the others. */
async function granted(takings: Promise<void>[]) {
  const results = await Promise.allSettled(takings);
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  for (const reason of refusals) {
    expect(reason).toBeInstanceOf(RuleRefused);
    expect(reason.code).toBe('email_quota_exceeded');
  }
  return results.length - refusals.length;
}

describe('the e-mail quota of a store', () => {
  it('allows exactly that number of mails in a month', async () => {
    for (const used of [0, 1, 2]) {
      expect(await quota()).toMatchObject({ limit: 3, used });
      await take();
    }
    expect(await granted([take()])).toBe(0);
    expect(await quota()).toMatchObject({ limit: 3, used: 3 });
  });

  it('restarts with the first moment of the month', async () => {
    at = '2026-03-31T23:59:59.999Z';
    expect(await granted([take(), take(), take(), take()])).toBe(3);
    expect((await quota()).resetsAt).toEqual(new Date('2026-04-01T00:00:00Z'));
    at = '2026-04-01T00:00:00.000Z';
    expect(await quota()).toEqual({ limit: 3, used: 0, resetsAt: new Date('2026-05-01T00:00:00Z') });
    expect(await granted([take(), take()])).toBe(2);
    at = '2026-12-31T23:00:00Z';
    expect((await quota()).resetsAt).toEqual(new Date('2027-01-01T00:00:00Z'));
    at = '2026-03-01T00:00:00.000Z';
    expect((await quota()).used).toBe(3);
  });

  it('is exact for concurrent requests, and separate for each store', async () => {
    const [large, none] = [await storeWithQuota(25), await storeWithQuota(0)];
    const many = (id: number) => Array.from({ length: 40 }, () => take(id));
    const [ofLarge, ofNone, ofSmall] = await Promise.all([
      granted(many(large)),
      granted(many(none)),
      granted(many(storeId)),
    ]);
    expect([ofLarge, ofNone, ofSmall]).toEqual([25, 0, 3]);
    const { rows } = await database.pool.query('SELECT count(*) FROM store_mails WHERE store_id = $1', [large]);
    expect(rows[0].count).toBe(25);
  });

  it('is not changed by a transaction that is rolled back', async () => {
    const failing = database.db.transaction(async (tx) => {
      await takeFromEmailQuota({ ...context(), db: tx }, storeId, 'store_invite');
      throw new Error('the mail was not asked for');
    });
    await expect(failing).rejects.toThrow('not asked for');
    expect((await quota()).used).toBe(0);
  });

  it('waits for an open transaction, which may still be rolled back', async () => {
    const small = await storeWithQuota(1);
    const second = await database.db
      .transaction(async (tx) => {
        await takeFromEmailQuota({ ...context(), db: tx }, small, 'store_invite');
        const waiting = granted([take(small)]);
        throw Object.assign(new Error(), { waiting });
      })
      .catch((error: { waiting: Promise<number> }) => error.waiting);
    expect(second).toBe(1);
  });

  it('requires an existing store', async () => {
    await expect(take(999_999)).rejects.toThrow(NotFound);
    await expect(quota(999_999)).rejects.toThrow(NotFound);
  });
});
