import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { bookOrder } from '../../../../tests/harness/booked-orders.ts';
import { createTestDatabase } from '../../../../tests/harness/database.ts';
import { changingLedger, wipeLedger } from '../../../../tests/harness/ledger.ts';
import { createMarket } from '../../../../tests/harness/market.ts';
import { type ArrivingClick, clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { audit } from '../audit/audit.ts';
import { closeAllPeriods, closePeriod } from './close-period.ts';
import { addUpLines, BOOKINGS, findDifferences, placeParts } from './differences.ts';
import { monthOf } from './month.ts';

const calendar = createCalendar('UTC');
const company = {
  name: 'Tributary AB',
  lines: ['Skeppsbron 2', '111 30 Stockholm'],
  vatNumber: 'SE559000000001',
  bankAccount: 'IBAN SE45 5000 0000 0583 9825 7466',
  country: 'SE',
  vatRatePpm: 250_000,
};
const database = await createTestDatabase();
const { db, pool } = database;
const record = clickRecorder(database, calendar);
const close = (month: string, now: string) =>
  closePeriod({ db, now: () => new Date(now), actorId: null }, { calendar, company }, { month });
const closeAll = (now: string) =>
  closeAllPeriods({ db, now: () => new Date(now), actorId: null }, { calendar, company });
const faults = async () => (await audit(db)).filter((finding) => finding.faults > 0);

interface Season {
  stores: { id: number; currency: string }[];
  users: number[];
  agency: number;
  links: { id: number; code: string; store: number; user: number }[];
}
let season: Season;

beforeEach(async () => {
  await wipeLedger(pool);
  season = await foundSeason();
});

/** Three stores in three currencies, at home, in the EU and outside of it; two creators of an agency and one of none. */
async function foundSeason(): Promise<Season> {
  const market = createMarket(pool);
  const stores: Season['stores'] = [];
  for (const [currency, country, cpc, vatNumber] of [
    ['SEK', 'SE', 333, null],
    ['EUR', 'DE', 41, 'DE123456789'],
    ['JPY', 'JP', 17, null],
  ] as const) {
    const id = await market.store({ currency });
    await pool.query('UPDATE stores SET country = $2, vat_number = $3 WHERE id = $1', [id, country, vatNumber]);
    await market.price({ storeId: id, cpcMinor: cpc, invoiceCpcMinor: cpc + 7, cpa: 0.08, invoiceCpa: 0.1 });
    stores.push({ id, currency });
  }
  const agency = await market.agency({ agencyShare: 0.1, userShare: 0.6 });
  const users = [await market.user({ agencyId: agency }), await market.user({ agencyId: agency }), await market.user()];
  const links: Season['links'] = [];
  for (const [user, userId] of users.entries()) {
    for (const [store, { id: storeId }] of stores.entries()) {
      links.push({ ...(await market.link({ userId, storeId })), store, user });
    }
  }
  return { stores, users, agency, links };
}

const DAYS = ['2026-01-01', '2026-01-17', '2026-01-31', '2026-02-01', '2026-02-28', '2026-03-03'];

const clicks = fc.array(
  fc.record({
    link: fc.nat(8),
    day: fc.constantFrom(...DAYS),
    visitor: fc.nat(3),
    source: fc.constantFrom(0 as const, 1 as const),
  }),
  { maxLength: 25 },
);
const orders = fc.array(
  fc.record({
    link: fc.nat(8),
    day: fc.constantFrom(...DAYS),
    valueMinor: fc.nat(1_000_000),
    cpaPpm: fc.nat(300_000),
    status: fc.constantFrom('pending' as const, 'approved' as const, 'approved' as const, 'denied' as const),
  }),
  { maxLength: 10 },
);
const payments = fc.array(
  fc.record({ user: fc.nat(2), store: fc.nat(2), minor: fc.nat(100_000), day: fc.constantFrom(...DAYS) }),
  { maxLength: 4 },
);
/** Late changes between two closings. */
const meanwhile = fc.record({
  clicks,
  orders,
  payments,
  refunds: fc.array(fc.nat(9), { maxLength: 3 }),
  approvals: fc.array(fc.nat(9), { maxLength: 3 }),
  ownSystem: fc.boolean(),
});
type Meanwhile = typeof meanwhile extends fc.Arbitrary<infer Value> ? Value : never;

async function happen(what: Meanwhile, at: string): Promise<void> {
  await record(
    what.clicks.map(({ link, day, visitor, source }): ArrivingClick => {
      return { code: season.links[link]!.code, at: new Date(`${day}T10:00:00Z`), visitor: String(visitor), source };
    }),
  );
  for (const { link, ...order } of what.orders)
    await bookOrder(pool, { ...order, linkId: season.links[link]!.id, campaignId: null });
  for (const { user, store, minor, day } of what.payments) {
    const { id, currency } = season.stores[store]!;
    await pool.query(
      `INSERT INTO one_time_payments (store_id, user_id, user_minor, currency, payment_date, comment, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, 'Film', $6, $6)`,
      [id, season.users[user], minor, currency, day, at],
    );
  }
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM orders ORDER BY id');
  const those = (places: number[]) => (rows.length === 0 ? [] : places.map((place) => rows[place % rows.length]!.id));
  await pool.query(
    `UPDATE orders SET original_refunded_minor = original_minor / 3, refunded_minor = value_minor / 3, updated_at = $2 WHERE id = ANY ($1)`,
    [those(what.refunds), at],
  );
  await pool.query(
    `UPDATE orders SET status = 'approved', updated_at = $2 WHERE id = ANY ($1) AND status = 'pending'`,
    [those(what.approvals), at],
  );
  await pool.query('UPDATE orders SET updated_at = $1 WHERE created_at = updated_at OR updated_at > now()', [at]);
  await pool.query('UPDATE agencies SET own_payment_system = $2 WHERE id = $1', [season.agency, what.ownSystem]);
}

/** The total that each party has been invoiced, by currency, and the expected total, computed from single clicks, orders and payments. */
async function invoicedAndOwed(until: string) {
  const invoiced = await pool.query(
    `SELECT kind, coalesce(store_id, agency_id, user_id) AS party, currency, sum(net_minor)::bigint AS net FROM invoices
     GROUP BY 1, 2, 3 HAVING sum(net_minor) <> 0 ORDER BY 1, 2, 3`,
  );
  const owed = await db.execute(sql`
    WITH each AS (
      SELECT c.store_id, c.user_id, c.agency_id, c.currency, c.cost_minor AS cost, c.user_minor AS own, c.agency_minor AS agency
      FROM clicks c WHERE c.day <= ${until}::date
      UNION ALL
      SELECT store_id, user_id, agency_id, currency, ((value_minor - refunded_minor) * invoice_cpa_ppm) / 1000000,
        floor((value_minor - refunded_minor)::numeric * cpa_ppm * user_share_ppm / 1000000000000)::bigint, 0
      FROM orders WHERE status = 'approved' AND day <= ${until}::date
      UNION ALL
      SELECT store_id, user_id, NULL, currency, user_minor, user_minor, 0 FROM one_time_payments WHERE payment_date <= ${until}::date
    )
    SELECT 'store' AS kind, store_id AS party, currency, sum(cost)::bigint AS net FROM each GROUP BY 2, 3 HAVING sum(cost) <> 0 ORDER BY 1, 2, 3`);
  return { stores: invoiced.rows.filter((row) => row.kind === 'store'), owed: owed.rows, all: invoiced.rows };
}

describe('closing months', () => {
  it('invoices every party exactly the sum of its clicks, orders and payments, including late ones', async () => {
    await fc.assert(
      fc
        .asyncProperty(meanwhile, meanwhile, meanwhile, async (first, second, third) => {
          await happen(first, '2026-01-20T00:00:00Z');
          await closeAll('2026-02-03T08:00:00Z');
          expect(await faults()).toEqual([]);
          const january = await invoicedAndOwed('2026-01-31');
          expect(january.stores).toEqual(january.owed);
          await happen(second, '2026-02-20T00:00:00Z');
          await closeAll('2026-03-02T08:00:00Z');
          await happen(third, '2026-03-10T00:00:00Z');
          await closeAll('2026-04-01T08:00:00Z');
          expect(await faults()).toEqual([]);
          const { stores, owed, all } = await invoicedAndOwed('2026-03-31');
          expect(stores).toEqual(owed);
          // Stores pay the sum of what others are owed and the rest of the platform.
          const { rows } = await pool.query(
            `SELECT currency, sum(amount_minor)::bigint AS minor FROM ledger_entries WHERE part <> 'vat' AND account <> 'store' GROUP BY 1 HAVING sum(amount_minor) <> 0`,
          );
          for (const { currency, minor } of rows) {
            const paid = stores
              .filter((row) => row.currency === currency)
              .reduce((sum, row) => sum + Number(row.net), 0);
            expect(minor).toBe(paid);
          }
          expect(all.every(({ net }) => Number.isSafeInteger(Number(net)))).toBe(true);
        })
        .beforeEach(() => wipeLedger(pool)),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 12) },
    );
  }, 600_000);

  it('pays a participant who completed a campaign the agreed amount, otherwise the campaign’s amount, and a later agreement as a difference', async () => {
    const market = createMarket(pool);
    const [{ id: storeId } = { id: 0 }] = season.stores;
    const campaignId = await market.campaign({ storeId, type: 'user_accept' });
    await pool.query('UPDATE campaigns SET has_onetime_payment = true, one_time_payment_minor = 150000 WHERE id = $1', [
      campaignId,
    ]);
    const parts: number[] = [];
    for (const userId of season.users) parts.push(await market.participant({ campaignId, userId, status: 'done' }));
    await pool.query(`UPDATE participants SET payment_amount_minor = 90000, payment_currency = 'SEK' WHERE id = $1`, [
      parts[1],
    ]);
    await pool.query(
      `INSERT INTO activities (participant_id, type, old_status, new_status, created_at)
       SELECT id, 'STATUS_CHANGE', 'accepted', 'done', '2026-01-20T10:00:00Z' FROM participants WHERE id = ANY ($1)`,
      [parts],
    );
    await close('2026-01', '2026-02-01T00:00:00Z');
    const owed = async () =>
      (
        await pool.query(
          `SELECT user_id, sum(amount_minor)::bigint AS minor FROM ledger_entries WHERE part = 'user' AND origin_kind = 'one_time' GROUP BY 1 ORDER BY 1`,
        )
      ).rows.map((row) => row.minor);
    expect(await owed()).toEqual([150_000, 90_000, 150_000]);
    await pool.query('UPDATE participants SET payment_amount_minor = 100000 WHERE id = $1', [parts[1]]);
    await close('2026-02', '2026-03-01T00:00:00Z');
    expect(await owed()).toEqual([150_000, 100_000, 150_000]);
    expect(await faults()).toEqual([]);
    await pool.query('DELETE FROM activities');
  });

  it('charges a refund to the payee, also to an agency that pays its creators itself', async () => {
    await bookOrder(pool, {
      linkId: season.links[0]!.id,
      campaignId: null,
      day: '2026-01-10',
      valueMinor: 100_000,
      cpaPpm: 100_000,
    });
    await pool.query('UPDATE agencies SET own_payment_system = true WHERE id = $1', [season.agency]);
    await close('2026-01', '2026-02-01T00:00:00Z');
    await pool.query('UPDATE agencies SET own_payment_system = false WHERE id = $1', [season.agency]);
    await pool.query('UPDATE orders SET original_refunded_minor = original_minor, refunded_minor = value_minor');
    await close('2026-02', '2026-03-01T00:00:00Z');
    const { rows } = await pool.query(
      `SELECT account, amount_minor::int AS minor FROM ledger_entries WHERE part = 'user' ORDER BY id`,
    );
    expect(rows).toEqual([
      { account: 'client', minor: 7_000 },
      { account: 'client', minor: -7_000 },
    ]);
  });

  it('returns the VAT that was billed, although the store has a VAT number since, on a separate invoice', async () => {
    const german = season.stores[1]!.id;
    const link = season.links.find(({ store }) => store === 1)!;
    await pool.query('UPDATE stores SET vat_number = NULL WHERE id = $1', [german]);
    const order = { linkId: link.id, campaignId: null, cpaPpm: 100_000 };
    await bookOrder(pool, { ...order, day: '2026-01-10', valueMinor: 100_000 });
    await close('2026-01', '2026-02-01T00:00:00Z');
    await pool.query(`UPDATE stores SET vat_number = 'DE123456789' WHERE id = $1`, [german]);
    await pool.query('UPDATE orders SET original_refunded_minor = original_minor, refunded_minor = value_minor');
    await bookOrder(pool, { ...order, day: '2026-02-10', valueMinor: 50_000 });
    await close('2026-02', '2026-03-01T00:00:00Z');
    const { rows } = await pool.query(
      `SELECT to_char(month, 'MM') AS month, net_minor::int AS net, vat_minor::int AS vat, vat_note AS note FROM invoices
       WHERE kind = 'store' ORDER BY month, net_minor`,
    );
    expect(rows).toEqual([
      { month: '01', net: 10_000, vat: 2_500, note: 'domestic' },
      { month: '02', net: -10_000, vat: -2_500, note: 'domestic' },
      { month: '02', net: 5_000, vat: 0, note: 'reverse_charge' },
    ]);
    expect(await faults()).toEqual([]);
  });

  it('changes nothing the second time', async () => {
    await record([{ code: season.links[0]!.code, at: new Date('2026-01-05T10:00:00Z') }]);
    const first = await close('2026-01', '2026-02-01T00:00:00Z');
    const again = await close('2026-01', '2026-02-02T00:00:00Z');
    expect([first.isNew, again.isNew]).toEqual([true, false]);
    expect(again.invoices).toEqual(first.invoices);
    expect(first.invoices).toEqual({ store: 1, agency: 1, creator: 1 });
  });

  it('is done once for concurrent requests', async () => {
    await record([{ code: season.links[0]!.code, at: new Date('2026-01-05T10:00:00Z') }]);
    const closed = await Promise.all(Array.from({ length: 8 }, () => close('2026-01', '2026-02-01T00:00:00Z')));
    expect(closed.filter(({ isNew }) => isNew).length).toBe(1);
    expect(await faults()).toEqual([]);
    const { rows } = await pool.query('SELECT count(*) FROM invoices');
    expect(rows[0].count).toBe(3);
  });

  it('is refused while the month is not over, or an earlier one is open', async () => {
    await record([
      { code: season.links[0]!.code, at: new Date('2026-01-05T10:00:00Z') },
      { code: season.links[0]!.code, at: new Date('2026-02-05T10:00:00Z') },
    ]);
    await expect(close('2026-01', '2026-01-31T23:59:59Z')).rejects.toThrow(
      new RuleRefused('period_open', 'The month 2026-01 is not over.'),
    );
    await expect(close('2026-02', '2026-03-01T00:00:00Z')).rejects.toMatchObject({ code: 'earlier_period_open' });
    const all = await closeAllPeriods(
      { db, now: () => new Date('2026-03-15T00:00:00Z'), actorId: null },
      { calendar, company },
    );
    expect(all.map(({ month, isNew }) => [month, isNew])).toEqual([
      ['2026-01', true],
      ['2026-02', true],
    ]);
  });

  it('closes nothing if nothing was ever owed', async () => {
    const all = await closeAllPeriods(
      { db, now: () => new Date('2026-03-15T00:00:00Z'), actorId: null },
      { calendar, company },
    );
    expect(all).toEqual([]);
  });
});

/** The plan of a query in a database whose tables are large. */
async function planOf(query: string): Promise<string> {
  const plans = await db.transaction(async (tx) => {
    for (const method of ['seqscan', 'sort']) await tx.execute(sql.raw(`SET LOCAL enable_${method} = off`));
    return tx.execute<{ 'QUERY PLAN': string }>(sql.raw(`EXPLAIN (COSTS OFF) ${query}`));
  });
  return plans.rows.map((row) => row['QUERY PLAN']).join('\n');
}

/** Closes a month with clicks, an order and a payment. */
async function closeMonth() {
  await happen(
    {
      clicks: [0, 4, 8].map((link) => ({ link, day: '2026-01-05', visitor: 1, source: 0 as const })),
      orders: [{ link: 0, day: '2026-01-06', valueMinor: 100_000, cpaPpm: 100_000, status: 'approved' }],
      payments: [{ user: 0, store: 0, minor: 5_000, day: '2026-01-07' }],
      refunds: [],
      approvals: [],
      ownSystem: false,
    },
    '2026-01-10T00:00:00Z',
  );
  await close('2026-01', '2026-02-01T00:00:00Z');
}

describe('an audit', () => {
  const damages: [string, string][] = [
    ['a click', `UPDATE clicks SET cost_minor = cost_minor + 1 WHERE id = (SELECT min(id::text)::uuid FROM clicks)`],
    ['a total of a link', 'UPDATE link_days SET user_minor = user_minor - 1'],
    ['a total of a store', 'UPDATE store_days SET cost_minor = cost_minor + 1'],
    ['an order', 'UPDATE orders SET value_minor = value_minor + 1000, original_minor = original_minor + 1000'],
    ['a one-time payment', 'UPDATE one_time_payments SET user_minor = user_minor + 1'],
    [
      'an invoice',
      'UPDATE invoices SET net_minor = net_minor + 1, total_minor = total_minor + 1 WHERE kind = $$creator$$',
    ],
    ['a line', 'UPDATE invoice_lines SET amount_minor = amount_minor - 1'],
    ['a payment that nobody booked', 'UPDATE invoices SET paid_at = now()'],
    ['a number', 'UPDATE invoice_numbers SET last = last + 1'],
    [
      'another number',
      `UPDATE invoices SET number = 'S2026-000999' WHERE id = (SELECT min(id) FROM invoices WHERE kind = 'store')`,
    ],
    ['a closing that was taken back', 'UPDATE payment_periods SET closed_at = NULL'],
    ['whose a payment is', 'UPDATE one_time_payments SET user_id = (SELECT max(id) FROM users)'],
    ['the terms of an order', 'UPDATE orders SET currency = $$EUR$$'],
    [
      'a booking of a closing',
      changingLedger('UPDATE closing_bookings SET user_minor = user_minor + 1 WHERE user_minor > 0'),
    ],
    [
      'the line of a booking',
      changingLedger('UPDATE closing_bookings SET cost_line_id = (SELECT max(id) FROM invoice_lines)'),
    ],
  ];

  it.each(damages)('finds %s that was tampered with', async (_what, damage) => {
    await closeMonth();
    expect(await faults()).toEqual([]);
    await pool.query(damage);
    expect(await faults()).not.toEqual([]);
  });

  it('needs no check for bookings that do not balance: the database refuses them, and refuses changes', async () => {
    await record([{ code: season.links[0]!.code, at: new Date('2026-01-05T10:00:00Z') }]);
    await close('2026-01', '2026-02-01T00:00:00Z');
    const one = `INSERT INTO single_entries (booking, at, month, account, part, currency, amount_minor, origin_kind, origin_id)
      VALUES (nextval('bookings'), now(), '2026-01-01', 'bank', 'payment', 'SEK', 5, 'paid', '1')`;
    await expect(pool.query(one)).rejects.toThrow('does not balance');
    await expect(pool.query('UPDATE single_entries SET amount_minor = 1')).rejects.toThrow('never changed');
    await expect(pool.query('DELETE FROM single_entries')).rejects.toThrow('never changed');
    await expect(pool.query('UPDATE closing_bookings SET user_minor = 1')).rejects.toThrow('never changed');
    await expect(pool.query('DELETE FROM closing_bookings')).rejects.toThrow('never changed');
  });

  it.each([
    ['month', `'1999-01-01'`, 'month 1999-01-01'],
    ['store_id', '987654', 'store 987654'],
    ['agency_id', '987654', 'agency 987654'],
    ['user_id', '987654', 'user 987654'],
    ['invoice_line_id', '987654', 'invoice line 987654'],
  ])('refuses entries whose %s does not exist, and names it', async (column, value, name) => {
    await record([{ code: season.links[0]!.code, at: new Date('2026-01-05T10:00:00Z') }]);
    await close('2026-01', '2026-02-01T00:00:00Z');
    const month = column === 'month' ? value : `'2026-01-01'`;
    const [more, its] = column === 'month' ? ['', ''] : [`, ${column}`, `, ${value}`];
    const pair = `INSERT INTO single_entries (booking, at, month, account, part, currency, amount_minor, origin_kind, origin_id${more})
      SELECT b.booking, now(), ${month}, 'bank', 'payment', 'SEK', x, 'paid', '1'${its}
      FROM (SELECT nextval('bookings') AS booking) b, unnest(ARRAY[5, -5]) x`;
    await expect(pool.query(pair)).rejects.toThrow(`a ledger entry refers to ${name}, which does not exist`);
  });

  it.each([
    ['month', `'1999-01-01'`, 'month 1999-01-01'],
    ['store_id', '987654', 'store 987654'],
    ['agency_id', '987654', 'agency 987654'],
    ['user_id', '987654', 'user 987654'],
    ['cost_line_id', '987654', 'invoice line 987654'],
    ['user_line_id', '987654', 'invoice line 987654'],
    ['client_line_id', '987654', 'invoice line 987654'],
  ])('refuses a booking of a closing whose %s does not exist, and names it', async (column, value, name) => {
    await record([{ code: season.links[0]!.code, at: new Date('2026-01-05T10:00:00Z') }]);
    await close('2026-01', '2026-02-01T00:00:00Z');
    const columns = (
      await pool.query<{ name: string }>(
        `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'closing_bookings'::regclass AND attnum > 0 AND attname NOT IN ('booking', $1)`,
        [column],
      )
    ).rows.map((row) => row.name);
    const copy = `INSERT INTO closing_bookings (booking, ${column}, ${columns.join(', ')})
      SELECT nextval('bookings'), ${value}, ${columns.join(', ')} FROM closing_bookings LIMIT 1`;
    await expect(pool.query(copy)).rejects.toThrow(`a ledger entry refers to ${name}, which does not exist`);
  });

  it('numbers all entries differently, those of closings in the order of their bookings', async () => {
    await closeMonth();
    const { rows } = await pool.query<{ entries: number; ids: number; disordered: number }>(`
      SELECT count(*)::int AS entries, count(DISTINCT id)::int AS ids, (count(*) FILTER (WHERE id < before))::int AS disordered
      FROM (SELECT id, lag(id) OVER (ORDER BY recorded_in, first_id, id) AS before FROM ledger_entries) e`);
    expect(rows[0]!.entries).toBeGreaterThan(15);
    expect(rows[0]).toEqual({ entries: rows[0]!.entries, ids: rows[0]!.entries, disordered: 0 });
  });

  it.each([
    ['of an origin', `e.part <> 'platform' AND e.origin_kind = 'clicks' AND e.origin_id = '1:2026-01-05:0:0'`],
    ['of a creator', `e.part IN ('user', 'client') AND e.user_id = ANY ('{1}')`],
    ['of the lines of an invoice', `e.part = 'cost' AND e.invoice_line_id = l.id`],
    [
      'of the lines of a statement',
      `e.part <> 'platform' AND e.invoice_line_id = l.id AND (e.part <> 'user' OR e.user_id = 5 AND e.month = '2026-01-01')`,
    ],
    ['of a balance', `e.account = 'prepaid' AND e.store_id = 1`],
  ])('finds the entries %s by indexes of both tables', async (_what, condition) => {
    await closeMonth();
    const plan = await planOf(
      `SELECT e.amount_minor FROM ledger_entries e CROSS JOIN invoice_lines l WHERE l.invoice_id = 1 AND ${condition}`,
    );
    expect(plan).toMatch(/single_entries_\w+/);
    expect(plan).not.toMatch(/Seq Scan on (?:closing_bookings|single_entries)|Hash Join|Merge Join/);
  });

  it('reads the entries of a transaction in the order of indexes, without sorting all of them', async () => {
    await closeMonth();
    const plan = await planOf(
      `SELECT id FROM ledger_entries t WHERE t.recorded_in = 7 AND t.first_id >= 1 AND t.id > 4 ORDER BY t.first_id, t.id LIMIT 10`,
    );
    expect(plan).toContain('Merge Append');
    expect(plan).toContain('Presorted Key');
  });

  it('refuses to delete an agency to which only ledger entries refer', async () => {
    await pool.query('UPDATE agencies SET agency_share = 0');
    await record([{ code: season.links[0]!.code, at: new Date('2026-01-05T10:00:00Z') }]);
    await close('2026-01', '2026-02-01T00:00:00Z');
    await pool.query('UPDATE users SET agency_id = NULL WHERE agency_id = $1', [season.agency]);
    await expect(pool.query('DELETE FROM agencies WHERE id = $1', [season.agency])).rejects.toThrow(
      'ledger entries refer',
    );
    expect(await faults()).toEqual([]);
  });

  it('lets a second process read and sort what is owed', async () => {
    const plan = await db.transaction(async (tx) => {
      for (const setting of ['parallel_setup_cost', 'parallel_tuple_cost', 'min_parallel_table_scan_size'])
        await tx.execute(sql.raw(`SET LOCAL ${setting} TO 0`));
      return tx.execute<{ 'QUERY PLAN': string }>(sql`EXPLAIN (COSTS OFF) SELECT row_number() OVER (), o.* FROM (
        SELECT * FROM owed LEFT JOIN booked b USING (origin_kind, origin_id) ORDER BY origin_kind, origin_id) o`);
    });
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Parallel Append');
  });

  it('joins no set with a condition that compares every row with every row', async () => {
    const plans: string[] = [];
    await db.transaction(async (tx) => {
      const month = monthOf('2026-01');
      await findDifferences(tx, month);
      await addUpLines(tx);
      await placeParts(tx);
      await tx.execute(sql`SET LOCAL enable_nestloop = off`);
      const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql`EXPLAIN ${BOOKINGS}`);
      plans.push(...rows.map((row) => row['QUERY PLAN']));
    });
    expect(plans.join('\n')).toMatch(/(?:Hash|Merge) Cond: .*campaign_id.*own_id/);
  });
});
