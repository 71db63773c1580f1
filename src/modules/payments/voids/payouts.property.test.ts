import fc from 'fast-check';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { bookOrder } from '../../../../tests/harness/booked-orders.ts';
import { createTestDatabase } from '../../../../tests/harness/database.ts';
import { wipeLedger } from '../../../../tests/harness/ledger.ts';
import { createMarket } from '../../../../tests/harness/market.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { audit } from '../audit/audit.ts';
import { type Balance, listBalances, readAgencyBalances, readCreatorBalances } from '../balances/read-balances.ts';
import { listHolds } from '../holds/list-holds.ts';
import { putOnHold, releaseHold } from '../holds/put-on-hold.ts';
import { markPaid } from '../imports/mark-paid.ts';
import { releaseEarnings } from '../invoices/release-earnings.ts';
import { takeBackPayment } from '../invoices/take-back-payment.ts';
import { closePeriod } from '../periods/close-period.ts';
import { VOID_KINDS } from './find-items.ts';
import { makeVoid } from './make-void.ts';
import { naiveBalances } from './naive-balances.fixture.ts';
import { previewVoid } from './preview-void.ts';
import { undoVoid } from './undo-void.ts';

const calendar = createCalendar('UTC');
const company = {
  name: 'Tributary AB',
  lines: [],
  vatNumber: null,
  bankAccount: null,
  country: 'SE',
  vatRatePpm: 250_000,
};
const database = await createTestDatabase();
const { db, pool } = database;
const record = clickRecorder(database, calendar);
const deps = { calendar, earningsHoldDays: 14 };
const PAGE = { page: 1, size: 1000, offset: 0 };

let stores: number[];
let users: number[];
let agency: number;
let campaign: number;
let admin: number;
let links: { id: number; code: string }[];
let clock: Date;

const ctx = () => ({ db, now: () => clock, actor: { userId: admin } as never });

/** Two stores, one of which has a campaign with a cap; two creators of an agency and one of none. */
beforeAll(async () => {
  const market = createMarket(pool);
  admin = await market.user({ isAdmin: true });
  agency = await market.agency({ agencyShare: 0.1, userShare: 0.6 });
  users = [await market.user({ agencyId: agency }), await market.user({ agencyId: agency }), await market.user()];
  stores = [await market.store(), await market.store({ currency: 'EUR' })];
  for (const storeId of stores)
    await market.price({ storeId, cpcMinor: 333, invoiceCpcMinor: 340, cpa: 0.08, invoiceCpa: 0.1 });
  campaign = await market.campaign({ storeId: stores[0]!, maxMoneyMinor: 6_000 });
  await market.price({ storeId: stores[0]!, campaignId: campaign, cpcMinor: 500, invoiceCpcMinor: 600 });
  links = [];
  for (const userId of users) for (const storeId of stores) links.push(await market.link({ userId, storeId }));
});

async function wipe(): Promise<void> {
  await wipeLedger(pool);
  clock = new Date('2026-01-20T08:00:00Z');
}
afterEach(wipe);

const day = fc.constantFrom('2026-01-03', '2026-01-25', '2026-02-10', '2026-02-27', '2026-03-05', '2026-03-28');
const some = fc.nat(1_000);
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('click' as const),
      link: fc.nat(5),
      day,
      times: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      link: fc.nat(5),
      day,
      value: fc.nat(500_000),
      status: fc.constantFrom('pending' as const, 'approved' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('pay once' as const),
      user: fc.nat(2),
      store: fc.nat(1),
      minor: fc.nat(9_000),
      day,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refund' as const), which: some }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      kind: fc.constantFrom('store', 'store', 'creator', 'client'),
      which: some,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('take back' as const), which: some }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('release' as const), which: some }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('void' as const),
      kind: fc.constantFrom(...VOID_KINDS),
      user: fc.nat(2),
      day,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), which: some }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('hold' as const),
      subject: fc.constantFrom('store', 'user', 'client'),
      which: some,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('let go' as const), which: some }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('own system' as const), is: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const pick = async (query: string, which: number): Promise<number | undefined> => {
  const { rows } = await pool.query<{ id: number }>(`${query} ORDER BY id`);
  return rows.length === 0 ? undefined : rows[which % rows.length]!.id;
};

/** A creator is paid for an order and a click that are voided afterwards. */
const PAID_TOO_MUCH: Step[] = [
  { do: 'order', link: 4, day: '2026-01-03', value: 100_000, status: 'approved' },
  { do: 'click', link: 4, day: '2026-01-03', times: 2 },
  { do: 'close' },
  { do: 'pay', kind: 'store', which: 0 },
  { do: 'pay', kind: 'creator', which: 0 },
  { do: 'void', kind: 'orders', user: 2, day: '2026-01-25' },
  { do: 'void', kind: 'clicks', user: 2, day: '2026-01-25' },
];

/** A store pays for a creator's order, whose hold period is over when the month is closed. */
const PAID_FOR: Step[] = [
  { do: 'order', link: 4, day: '2026-01-03', value: 100_000, status: 'approved' },
  { do: 'close' },
  { do: 'pay', kind: 'store', which: 0 },
];

/** A month is closed and its invoice is paid before the hold period of its last order is over. */
const IN_HOLD_PERIOD: Step[] = [
  { do: 'order', link: 4, day: '2026-01-25', value: 100_000, status: 'approved' },
  { do: 'close' },
  { do: 'pay', kind: 'store', which: 0 },
];

/** The store has not paid its invoice, and an order of the next month is on no invoice. */
const NOT_PAID_FOR: Step[] = [
  { do: 'order', link: 4, day: '2026-01-03', value: 100_000, status: 'approved' },
  { do: 'close' },
  { do: 'order', link: 4, day: '2026-02-10', value: 100_000, status: 'approved' },
];

/** The creator whose order the store has paid is on hold. */
const ON_HOLD: Step[] = [...PAID_FOR, { do: 'hold', subject: 'user', which: 2 }];

/** Together, the examples reach every figure of a balance, independent of the generated data. */
const EXAMPLES = [PAID_TOO_MUCH, PAID_FOR, IN_HOLD_PERIOD, NOT_PAID_FOR, ON_HOLD];

const MONTHS = ['2026-01', '2026-02', '2026-03'];

async function take(one: Step): Promise<void> {
  clock = new Date(clock.getTime() + 3_600_000);
  const at = clock.toISOString();
  switch (one.do) {
    case 'click':
      return record(
        Array.from({ length: one.times }, () => ({
          code: links[one.link]!.code,
          at: new Date(`${one.day}T10:00:00Z`),
        })),
      );
    case 'order': {
      const { day, status, value: valueMinor } = one;
      await bookOrder(pool, { linkId: links[one.link]!.id, campaignId: null, day, valueMinor, cpaPpm: 80_000, status });
      await pool.query(`UPDATE orders SET created_at = order_at, updated_at = $1 WHERE updated_at > $1`, [at]);
      return;
    }
    case 'pay once':
      await pool.query(
        `INSERT INTO one_time_payments (store_id, user_id, user_minor, currency, payment_date, comment, created_at, updated_at)
         SELECT id, $2, $3, currency, $4, 'Film', $5, $5 FROM stores WHERE id = $1`,
        [stores[one.store], users[one.user], one.minor, one.day, at],
      );
      return;
    case 'refund': {
      const id = await pick('SELECT id FROM orders', one.which);
      await pool.query(
        'UPDATE orders SET original_refunded_minor = original_minor / 3, refunded_minor = value_minor / 3, updated_at = $2 WHERE id = $1',
        [id, at],
      );
      return;
    }
    case 'close': {
      const { rows } = await pool.query('SELECT count(*) FROM payment_periods WHERE closed_at IS NOT NULL');
      const month = MONTHS[rows[0].count];
      if (month === undefined) return;
      const end = new Date(`${month}-28T08:00:00Z`).getTime() + 6 * 86_400_000;
      clock = new Date(Math.max(clock.getTime(), end));
      const closing = closePeriod({ db, now: () => clock, actorId: null }, { calendar, company }, { month });
      await unless(['nothing_to_close', 'earlier_period_open'], closing);
      return;
    }
    case 'pay': {
      const id = await pick(`SELECT id FROM invoices WHERE kind = '${one.kind}' AND paid_at IS NULL`, one.which);
      if (id === undefined) return;
      expect(await markPaid(ctx(), { calendar }, [{ row: 2, cells: { invoice_id: String(id) } }])).toEqual({
        done: 1,
        faults: [],
      });
      return;
    }
    case 'take back': {
      const id = await pick('SELECT id FROM invoices WHERE paid_at IS NOT NULL', one.which);
      if (id !== undefined) await takeBackPayment(ctx(), { calendar }, { invoiceId: id });
      return;
    }
    case 'release': {
      const id = await pick(`SELECT id FROM invoices WHERE kind = 'store' AND released_at IS NULL`, one.which);
      if (id !== undefined) await releaseEarnings(ctx(), { invoiceId: id, reason: 'A good customer' });
      return;
    }
    case 'void': {
      const filter = { kind: one.kind, userId: users[one.user]!, from: '2026-01-01', to: one.day };
      const { fingerprint, items } = await previewVoid({ db }, filter);
      const act = makeVoid(ctx(), { filter, fingerprint, reason: 'Fraud' });
      if (items === 0) await expect(act).rejects.toMatchObject({ code: 'nothing_to_void' });
      else await act;
      return;
    }
    case 'undo': {
      const id = await pick('SELECT id FROM voids WHERE undone_at IS NULL', one.which);
      if (id !== undefined) await unless(['budget_used_up'], undoVoid(ctx(), { voidId: id, reason: 'A mistake' }));
      return;
    }
    case 'hold': {
      const id = { store: stores[one.which % 2]!, user: users[one.which % 3]!, client: agency }[one.subject]!;
      const kind = one.subject as 'store' | 'user' | 'client';
      await unless(['already_on_hold'], putOnHold(ctx(), { subject: { kind, id }, reason: 'Suspicion' }));
      return;
    }
    case 'let go': {
      const id = await pick('SELECT id FROM payout_holds WHERE released_at IS NULL', one.which);
      if (id !== undefined) await releaseHold(ctx(), { holdId: id, reason: 'Cleared' });
      return;
    }
    default:
      await pool.query('UPDATE agencies SET own_payment_system = $2 WHERE id = $1', [agency, one.is]);
  }
}

/** Awaits an action that may be refused only for one of these reasons. */
async function unless(codes: readonly string[], act: Promise<unknown>): Promise<void> {
  await act.catch((error: unknown) => {
    if (!(error instanceof RuleRefused && codes.includes(error.code))) throw error;
  });
}

it('keeps every amount of store, creator, agency and platform, and pays out nothing that is held, void or uncovered', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { minLength: 8, maxLength: 40 }), async (steps) => {
        for (const one of steps) await take(one);
        expect((await audit(db)).filter(({ faults }) => faults > 0)).toEqual([]);
        const { rows: sums } = await pool.query(
          `SELECT currency FROM ledger_entries GROUP BY currency HAVING sum(amount_minor) <> 0`,
        );
        expect(sums).toEqual([]);
        const { rows: caps } = await pool.query(
          'SELECT FROM campaign_spend WHERE campaign_id = $1 AND user_id = 0 AND spent_minor > 6000',
          [campaign],
        );
        expect(caps).toEqual([]);
        const { items } = await listBalances(ctx(), deps, {}, PAGE);
        expect(sorted(items)).toEqual(sorted(await naiveBalances(pool, calendar.dayOf(clock.getTime()), 14)));
        expect(await standingFaults()).toEqual([]);
        for (const one of items) {
          const held = one.notInvoiced + one.holdPeriod + one.storeUnpaid + one.onHold;
          expect(one.earned).toBe(one.paid + held + one.payable - one.overpaid);
          expect(Math.min(one.payable, one.overpaid)).toBe(0);
          for (const figure of [
            'notInvoiced',
            'holdPeriod',
            'storeUnpaid',
            'onHold',
            'payable',
            'overpaid',
            'paid',
          ] as const)
            if (one[figure] > 0) seen.add(figure);
        }
        for (const userId of users) {
          const own = items.filter(({ kind, payeeId }) => kind === 'creator' && payeeId === userId);
          expect(amounts(await readCreatorBalances(ctx(), deps, { userId }))).toEqual(amounts(own));
        }
        const agencys = items.filter(({ kind }) => kind === 'client');
        expect(amounts(await readAgencyBalances(ctx(), deps, { agencyId: agency }))).toEqual(amounts(agencys));
        expect((await listHolds({ db }, { isCurrent: true }, PAGE)).total).toBeLessThanOrEqual(6);
      })
      .beforeEach(wipe),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 20), examples: EXAMPLES.map((steps) => [steps]) },
  );
  // The examples reach every figure.
  expect([...seen].sort()).toEqual([
    'holdPeriod',
    'notInvoiced',
    'onHold',
    'overpaid',
    'paid',
    'payable',
    'storeUnpaid',
  ]);
}, 600_000);

/**
 * Finds payees whose open statements have standings that differ from the sums of their origins. Origins that are on no open
 * statement can only have overpaid amounts.
 */
async function standingFaults(): Promise<unknown[]> {
  const today = calendar.dayOf(clock.getTime());
  const { rows } = await pool.query(
    `WITH standings AS (
       SELECT i.kind AS account, coalesce(i.agency_id, i.user_id) AS payee_id, i.currency, sum(s.on_hold) AS on_hold, sum(s.hold_period) AS hold_period,
         sum(s.store_unpaid) AS store_unpaid, sum(s.payable) AS payable,
         bool_and(s.earned = i.total_minor AND s.earned = s.on_hold + s.hold_period + s.store_unpaid + s.payable + s.withdrawn) AS adds_up
       FROM statement_standings($1::date, 14, $2::bigint[], ARRAY (SELECT id FROM invoices)) s JOIN invoices i ON i.id = s.invoice_id
       GROUP BY 1, 2, 3
     ), origins AS (
       SELECT account, payee_id, currency, sum(on_hold) AS on_hold, sum(hold_period) AS hold_period, sum(store_unpaid) AS store_unpaid, sum(free) AS free,
         sum(least(free, 0)) AS settled_too_much
       FROM payee_origins($1::date, 14, $2::bigint[]) GROUP BY 1, 2, 3
     )
     SELECT * FROM standings s FULL JOIN origins o USING (account, payee_id, currency)
     WHERE s.adds_up IS FALSE OR (coalesce(s.on_hold, 0), coalesce(s.hold_period, 0), coalesce(s.store_unpaid, 0))
         <> (coalesce(o.on_hold, 0), coalesce(o.hold_period, 0), coalesce(o.store_unpaid, 0))
       OR coalesce(s.payable, 0) NOT BETWEEN coalesce(o.free, 0) AND coalesce(o.free - o.settled_too_much, 0)`,
    [today, users],
  );
  return rows;
}

type Figures = Balance;

const amounts = (balances: readonly Figures[]) =>
  balances
    .filter(({ earned, paid, notInvoiced }) => earned !== 0 || paid !== 0 || notInvoiced !== 0)
    .map(({ currency, earned, notInvoiced, holdPeriod, storeUnpaid, onHold, payable, overpaid, paid }) =>
      [currency, earned, notInvoiced, holdPeriod, storeUnpaid, onHold, payable, overpaid, paid].join(' '),
    )
    .sort();

const sorted = (balances: readonly (Figures & { kind: string; payeeId: number })[]) =>
  balances
    .map((one) => `${one.kind} ${one.payeeId}: ${amounts([one]).join()}`)
    .filter((text) => !text.endsWith(': '))
    .sort();
