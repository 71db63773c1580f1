import { expect, it } from 'vitest';
import { bookOrder } from '../../../../tests/harness/booked-orders.ts';
import { createPopulatedApplication, ROLES } from '../../../../tests/harness/cast.ts';
import { closeDays } from '../../../../tests/harness/counted-market.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';

/** January has clicks, orders and a one-time payment, and is closed; March has a click and an order that waits; a year ago, one click. */
const { application, cast } = await createPopulatedApplication({ now: () => new Date('2026-03-30T12:00:00Z') });
const { market, database } = application;
await market.price({ storeId: cast.storeId, cpcMinor: 1_000 });
const link = await market.link({ userId: cast.ids.creator, storeId: cast.storeId });
const record = clickRecorder(database, createCalendar('UTC'));
for (const day of ['2025-03-31', '2026-01-31', '2026-03-01'])
  await record([{ code: link.code, at: new Date(`${day}T10:00:00Z`) }]);
const order = { linkId: link.id, campaignId: null, valueMinor: 10_000, cpaPpm: 100_000 };
await bookOrder(database.pool, { ...order, day: '2026-01-02' });
await bookOrder(database.pool, { ...order, day: '2026-03-02', status: 'pending' });
await bookOrder(database.pool, { ...order, day: '2026-03-02', status: 'denied' });
await database.pool.query(
  `INSERT INTO one_time_payments (store_id, user_id, user_minor, currency, payment_date, comment) VALUES ($1, $2, 5000, 'SEK', '2026-01-15', 'A film')`,
  [cast.storeId, cast.ids.creator],
);
await database.pool.query(`INSERT INTO payment_periods (month, closed_at) VALUES ('2026-01-01', now())`);
await database.pool.query(
  `INSERT INTO invoices (kind, number, user_id, month, currency, net_minor, vat_minor, total_minor, payment_date)
   VALUES ('creator', 'C2026-1', $1, '2026-01-01', 'SEK', 6400, 0, 6400, '2026-03-01')`,
  [cast.ids.creator],
);

const read = (query = '', as: string | undefined = cast.tokens.creator) =>
  application.call({ url: `/v2/users/${cast.ids.creator}/monthly-earnings${query}`, as });

const FIGURES = ['clicks', 'orders', 'pending', 'one_time', 'stated', 'paid'] as const;
/** A month with these amounts; the others are 0, and a month without statements has no stated amount. Each is also there under its earlier name. */
function monthWith(month: string, amounts: Partial<Record<(typeof FIGURES)[number], number>>) {
  const minor = (name: (typeof FIGURES)[number]) => amounts[name] ?? (name === 'stated' ? null : 0);
  const amount = (value: number | null) => (value === null ? null : { minor: value, currency: 'SEK' });
  const fields = FIGURES.flatMap((name) => [
    [name, amount(minor(name))],
    [`${name}_minor`, minor(name)],
  ]);
  return { month, currency: 'SEK', ...Object.fromEntries(fields) };
}

it('A month contains the amounts of its clicks, orders and one-time payments, and their statements', async () => {
  expect((await read()).body.data).toEqual([
    monthWith('2026-03', { clicks: 700, orders: 700, pending: 700 }),
    monthWith('2026-01', { clicks: 700, orders: 700, one_time: 5_000, stated: 6_400 }),
  ]);
});

it('Closed days give the same figures', async () => {
  const before = (await read('?months=13')).body;
  await closeDays(application.database, '2026-03-30');
  const { rows } = await application.database.pool.query('SELECT count(*)::int AS n FROM creator_days');
  expect(rows[0].n).toBeGreaterThan(2);
  expect((await read('?months=13')).body).toEqual(before);
});

it('The paid amount is included', async () => {
  const set = (at: string | null) => application.database.pool.query('UPDATE invoices SET paid_at = $1', [at]);
  await set('2026-03-02T00:00:00Z');
  expect((await read()).body.data[1]).toMatchObject({ stated: { minor: 6_400 }, paid: { minor: 6_400 } });
  await set(null);
});

it('The requested number of months includes the current one', async () => {
  const months = async (query: string) => (await read(query)).body.data.map(({ month }: { month: string }) => month);
  expect(await months('?months=1')).toEqual(['2026-03']);
  expect(await months('?months=13')).toEqual(['2026-03', '2026-01', '2025-03']);
  for (const months of ['0', '37', 'x']) expect((await read(`?months=${months}`)).status).toBe(422);
});

it.each([...ROLES])('Only those who act for the creator may read them: %s', async (role) => {
  const { status } = await read('', cast.tokens[role]);
  expect(status).toBe(['creator', 'agency', 'admin'].includes(role) ? 200 : 404);
});

it('Anonymous callers are refused', async () => {
  expect((await application.call({ url: `/v2/users/${cast.ids.creator}/monthly-earnings` })).status).toBe(401);
});
