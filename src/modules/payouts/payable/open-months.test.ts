import { describe, expect, it } from 'vitest';
import { bookOrder } from '../../../../tests/harness/booked-orders.ts';
import { ROLES, type Role } from '../../../../tests/harness/cast.ts';
import { AFTER_CLOSING, createClosedMarket, markPaid } from '../../../../tests/harness/closed-month.ts';
import { registerPayee } from '../../../../tests/harness/payees.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { fitTo } from './fit-to.ts';

let now = AFTER_CLOSING;
const { application, cast, closed } = await createClosedMarket({ now: () => now });
const { pool } = application.database;
await pool.query('UPDATE orders SET created_at = order_at');
const { ids, tokens } = cast;
const OWN = `/v2/users/${ids.creator}`;

const read = (url: string, role: Role | null = 'creator') =>
  application.call({ url, ...(role === null ? {} : { as: tokens[role] }) });
const months = async (url = `${OWN}/open-months`, currency = 'SEK') =>
  (await read(url, 'admin')).body.data.filter((one: { currency: string }) => one.currency === currency);

/** The figures of a month that are not zero, and its days. */
const shown = (one: Record<string, { minor?: number } | string | null>) =>
  Object.fromEntries(
    Object.entries(one)
      .filter(([key]) => key !== 'stores' && key !== 'currency')
      .map(([key, value]) => [key, typeof value === 'object' && value !== null ? value.minor : value])
      .filter(([, value]) => value !== 0 && value !== null),
  );

describe('The open months of a payee', () => {
  it('name what a month waits for: its stores, with the day on which their invoices are due', async () => {
    const [january, ...others] = await months();
    expect(others).toEqual([]);
    expect(shown(january)).toEqual({
      month: '2026-01',
      amount: 32_630,
      store_unpaid: 32_630,
      closed_on: '2026-02-03',
      payable_from: '2026-03-05',
    });
    expect(january.stores).toEqual([
      {
        id: cast.storeId,
        name: expect.any(String),
        pending: { minor: 0, currency: 'SEK' },
        decide_by: null,
        unpaid: { minor: 32_630, currency: 'SEK' },
        is_paid: false,
        due_on: '2026-03-05',
      },
    ]);
  });

  it('have no date while an invoice is overdue, and today’s once the store has paid', async () => {
    now = new Date('2026-03-10T08:00:00Z');
    expect(shown((await months())[0])).toMatchObject({ store_unpaid: 32_630 });
    expect((await months())[0].payable_from).toBeNull();
    await markPaid(application, cast, closed.store.id);
    expect(shown((await months())[0])).toEqual({
      month: '2026-01',
      amount: 32_630,
      payable: 32_630,
      closed_on: '2026-02-03',
      payable_from: '2026-03-10',
    });
    expect((await months())[0].stores).toMatchObject([{ is_paid: true, due_on: null, unpaid: { minor: 0 } }]);
  });

  it('include the current month with its hold period, and undecided orders apart', async () => {
    const link = await application.market.link({ userId: ids.creator, storeId: cast.storeId });
    await clickRecorder(
      application.database,
      createCalendar('UTC'),
    )([{ code: link.code, at: new Date('2026-03-09T10:00:00Z') }]);
    await bookOrder(pool, {
      linkId: link.id,
      campaignId: null,
      day: '2026-03-09',
      valueMinor: 10_000,
      cpaPpm: 100_000,
      status: 'pending',
    });
    const march = (await months()).at(-1);
    expect(march).toMatchObject({
      month: '2026-03',
      closed_on: null,
      hold_until: '2026-03-23',
      payable_from: '2026-05-01',
      pending: { minor: expect.toSatisfy((minor: number) => minor > 0) },
      decide_by: null,
      stores: [{ id: cast.storeId, is_paid: null, decide_by: null }],
    });
    expect(march.not_invoiced.minor).toBe(march.amount.minor);
  });

  it('add up to the next payout, also for a payee who charges VAT and after a payout run', async () => {
    const sums = async () => {
      const { body } = await read(`${OWN}/next-payout`);
      const list = Array.isArray(body) ? body : body.data;
      const next = list.find((one: { currency: string }) => one.currency === 'SEK');
      const all = await months();
      const total = (part: string) =>
        all.reduce((sum: number, one: Record<string, { minor: number }>) => sum + one[part]!.minor, 0);
      const minor = (sum: { amount?: string; minor?: number }) => sum.minor ?? Math.round(Number(sum.amount) * 100);
      expect([total('payable'), total('in_run')]).toEqual([minor(next.payable), minor(next.in_run)]);
      expect(total('not_invoiced') + total('hold_period') + total('store_unpaid') + total('on_hold')).toBe(
        minor(next.held),
      );
      return total('payable');
    };
    expect(await sums()).toBe(32_630);
    await registerPayee(application, { path: `users/${ids.creator}`, as: tokens.creator });
    now = new Date('2026-03-30T08:00:00Z');
    const post = (url: string, body: object) => application.call({ method: 'POST', url, as: tokens.admin, body });
    const request = { currency: 'SEK', cut_off: '2026-03-30' };
    const { fingerprint } = (await post('/v2/payout-runs/preview', request)).body;
    const run = (await post('/v2/payout-runs', { ...request, fingerprint })).body;
    expect((await months())[0]).toMatchObject({ month: '2026-01', in_run: { minor: 32_630 } });
    await sums();
    await post(`/v2/payout-runs/${run.id}/export`, { format: 'pain.001.001.09' });
    expect((await post(`/v2/payout-runs/${run.id}/mark-paid`, { paid_on: '2026-03-30' })).status).toBe(200);
    expect(await sums()).toBe(0);
    expect((await months()).map(({ month }: { month: string }) => month)).toEqual(['2026-03']);
  });

  it('are read by the payee, its agency and administrators only', async () => {
    for (const role of ROLES) {
      expect((await read(`${OWN}/open-months`, role)).status).toBe(
        ['creator', 'agency', 'admin'].includes(role) ? 200 : 404,
      );
      expect((await read(`/v2/clients/${cast.agencyId}/open-months`, role)).status).toBe(
        ['agency', 'admin'].includes(role) ? 200 : 404,
      );
    }
    expect((await read(`${OWN}/open-months`, null)).status).toBe(401);
    expect((await read('/v2/users/x/open-months', 'admin')).status).toBe(404);
    const agencys = await months(`/v2/clients/${cast.agencyId}/open-months`, 'EUR');
    expect(agencys.map(shown)).toMatchObject([{ month: '2026-01', amount: 10 }]);
  });
});

describe('Amounts that are made to fit a total', () => {
  it('add up to it, none is negative, and the oldest are paid first', () => {
    expect(fitTo([100, 50, 25], 60)).toEqual([0, 35, 25]);
    expect(fitTo([100, -50], 50)).toEqual([50, 0]);
    expect(fitTo([10, 10], 21)).toEqual([10, 11]);
    expect(fitTo([], 0)).toEqual([]);
  });
});
