import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../harness/database.ts';
import { findFaultsInMoney } from './audit.ts';
import { simulateTrustMarket } from './trust-market.ts';
import { objectionsToReport } from './trust-verdict.ts';

const OPTIONS = { seed: 3, clicksADay: 4 };

describe('three months of honest and dishonest people (larger: npx tsx tests/faults/trust.ts)', () => {
  it('leave dishonest users nothing, pay honest ones what they are due, and keep the audit clean', async () => {
    const { pool, url } = await createTestDatabase();
    const report = await simulateTrustMarket(pool, url, { ...OPTIONS, isProtected: true });
    expect(report.disputed).toBeGreaterThan(0);
    expect(objectionsToReport(report)).toEqual([]);
    expect(await findFaultsInMoney(pool)).toEqual([]);
  }, 600_000);

  it('pay every dishonest user without the protections, at the expense of the marketplace', async () => {
    const { pool, url } = await createTestDatabase();
    const report = await simulateTrustMarket(pool, url, { ...OPTIONS, isProtected: false });
    for (const { kind, payable } of report.outcomes) expect([kind, payable > 0]).toEqual([kind, true]);
    expect(report.platformLoss).toBeGreaterThan(0);
    expect(objectionsToReport(report).length).toBeGreaterThan(4);
  }, 600_000);
});
