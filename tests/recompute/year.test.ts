import { expect, test } from 'vitest';
import { changeOrder } from '../../src/modules/orders/changes/change-order.ts';
import { recordOrder } from '../../src/modules/orders/reports/record-order.ts';
import { makeVoid } from '../../src/modules/payments/voids/make-void.ts';
import { previewVoid } from '../../src/modules/payments/voids/preview-void.ts';
import { undoVoid } from '../../src/modules/payments/voids/undo-void.ts';
import { createCalendar } from '../../src/platform/calendar.ts';
import { createPopulatedApplication } from '../harness/cast.ts';
import { closeMonth } from '../harness/closed-month.ts';
import { clickRecorder } from '../harness/recorded-clicks.ts';
import { POLL, recomputeAs } from './run.ts';

const YEAR = 2026;
const calendar = createCalendar('UTC');
const CURRENCIES = [null, 'USD', 'JPY', 'EUR'] as const;

let clock = new Date(Date.UTC(YEAR, 0, 1));
const { application, cast } = await createPopulatedApplication({ now: () => clock });
const { market, database } = application;
const { pool } = database;
const ctx = () => ({ db: database.db, now: () => clock });
const admin = { userId: cast.ids.admin, isAdmin: true } as never;
const record = clickRecorder(database, calendar);

/** The same numbers in every run, from 0 to below `n`. */
let state = 20_260_101;
const draw = (n: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state % n;
};

/** Two stores of two currencies, three creators with and without an agency, campaigns that run for a part of the year, and caps. */
async function openYear() {
  await pool.query('UPDATE agencies SET agency_share = 0.15');
  await pool.query(`UPDATE stores SET currency = 'EUR' WHERE id = $1`, [cast.otherStoreId]);
  for (let month = 0; month < 12; month += 1)
    await pool.query(
      `INSERT INTO exchange_rates (currency, day, units_per_eur, source)
       SELECT c, $1::date, r, 'test' FROM unnest('{SEK,USD,JPY}'::text[], $2::numeric[]) AS g (c, r)
       ON CONFLICT (currency, day) DO UPDATE SET units_per_eur = excluded.units_per_eur`,
      [new Date(Date.UTC(YEAR, month, 1)), [11 + draw(9_999) / 1e4, 1 + draw(2_999) / 1e4, 150 + draw(20_000) / 1e3]],
    );
  for (const storeId of [cast.storeId, cast.otherStoreId]) {
    await market.price({ storeId, cpcMinor: 233, invoiceCpcMinor: 300, cpa: 0.0833, invoiceCpa: 0.1 });
    await market.price({ storeId, source: 1, cpcMinor: 171, userShare: 0.613 });
    for (const [index, caps] of [{ maxClicks: 9 }, { maxMoneyMinor: 5_000 }, {}].entries()) {
      const campaignId = await market.campaign({
        storeId,
        priority: 90 - index,
        ...caps,
        validFrom: new Date(Date.UTC(YEAR, 4 * index, 5)),
        validUntil: new Date(Date.UTC(YEAR, 4 * index + 3, 20)),
      });
      await market.price({ storeId, campaignId, cpcMinor: 401 + index, invoiceCpcMinor: 450 + index, cpa: 0.05 });
    }
  }
  const users = [cast.ids.creator, cast.ids.otherCreator, await market.user()];
  const links: { code: string }[] = [];
  for (const userId of users)
    for (const storeId of [cast.storeId, cast.otherStoreId]) links.push(await market.link({ userId, storeId }));
  return { users, links };
}

/** Clicks of a month, orders of some, a decision about each, payments, a void of some months, and corrections of the month before. */
async function month(index: number, { users, links }: Awaited<ReturnType<typeof openYear>>, earlier: number[]) {
  const on = (day: number, minute = 0) => new Date(Date.UTC(YEAR, index, day, 9, minute));
  clock = on(28);
  await record(
    Array.from({ length: 8 }, (_, n) => ({
      ...({ code: links[draw(links.length)]!.code, at: on(1 + draw(27), n), source: draw(4) === 0 ? 1 : 0 } as const),
      ...(draw(8) === 0 ? { visitor: 'again' } : {}),
    })),
  );
  const { rows: clicks } = await pool.query<{ id: string; store_id: number }>(
    'SELECT id, store_id FROM clicks WHERE class = 0 AND day >= $1 ORDER BY id',
    [on(1)],
  );
  const orders: number[] = [];
  for (const [n, click] of clicks.slice(0, 3).entries()) {
    const currency = CURRENCIES[draw(CURRENCIES.length)]!;
    const value = `${50 + draw(900)}${currency === 'JPY' ? '00' : '.37'}`;
    const given = { storeId: click.store_id, channel: 'server', orderId: `Y-${index}-${n}`, value, currency } as const;
    const report = { ...given, orderAt: on(28, n), clickId: click.id, voucherCode: null, actorId: null };
    orders.push((await recordOrder(ctx(), { calendar }, report)).id);
  }
  const change = (id: number, what: object) => changeOrder(ctx(), { id }, { ...what, actorId: null });
  await change(orders[0]!, { status: 'approved' });
  await change(orders[1]!, { status: draw(3) === 0 ? 'denied' : 'approved' });
  // The previous month is closed, so the next closing adjusts it.
  if (earlier.length > 0) {
    await change(earlier[2]!, { status: 'approved' });
    await change(earlier[0]!, { refundedMinor: 1 + draw(2_000) });
  }
  await pool.query(
    `INSERT INTO one_time_payments (store_id, user_id, agency_id, user_minor, currency, payment_date, comment)
     SELECT s.id, u.id, u.agency_id, $3, s.currency, $4, 'Film' FROM users u, stores s WHERE u.id = $2 AND s.id = $1`,
    [draw(2) === 0 ? cast.storeId : cast.otherStoreId, users[draw(3)]!, 1 + draw(90_000), on(15)],
  );
  if (index % 3 === 2) await voidClicks([clicks[0]!.id, clicks.at(-1)!.id], index === 5);
  clock = new Date(Date.UTC(YEAR, index + 1, 5));
  await closeMonth(application, on(1).toISOString().slice(0, 7), clock);
  return orders;
}

async function voidClicks(ids: string[], undo: boolean) {
  const filter = { kind: 'clicks' as const, ids: [...new Set(ids)] };
  const { fingerprint } = await previewVoid({ db: database.db } as never, filter);
  const asked = { filter, fingerprint, reason: 'Test' };
  const { voidId } = await makeVoid({ ...ctx(), actor: admin } as never, asked);
  if (undo) await undoVoid({ ...ctx(), actor: admin } as never, { voidId, reason: 'Test' });
}

test('A year of twelve closings follows from explanations alone, to the minor unit', { timeout: 240_000 }, async () => {
  const year = await openYear();
  let earlier: number[] = [];
  for (let index = 0; index < 12; index += 1) earlier = await month(index, year, earlier);
  clock = new Date(clock.getTime() + 60_000);
  await expect
    .poll(() => recomputeAs(application, cast.tokens.admin), POLL)
    .toMatchObject({ faults: [], clicks: 96, orders: 36, payments: 12 });
});
