import { expect, it } from 'vitest';
import { createPopulatedApplication } from '../../tests/harness/cast.ts';
import { AFTER_CLOSING, createClosedMonth } from '../../tests/harness/closed-month.ts';
import { openDemoMarket } from '../../tests/harness/demo.ts';
import { hasRealMoney } from './real-money.ts';

it('A marketplace has real money from its first invoice on', async () => {
  const { application, cast } = await createPopulatedApplication({ now: () => AFTER_CLOSING });
  const { pool } = application.database;
  expect(await hasRealMoney(pool)).toBe(false);
  await createClosedMonth(application, cast);
  expect((await pool.query('SELECT FROM invoices')).rowCount).toBeGreaterThan(0);
  expect(await hasRealMoney(pool)).toBe(true);
});

it('The demo has invoices and payouts, and no real money', async () => {
  const { database } = await openDemoMarket();
  expect((await database.pool.query('SELECT FROM payouts')).rowCount).toBeGreaterThan(0);
  expect(await hasRealMoney(database.pool)).toBe(false);
});
