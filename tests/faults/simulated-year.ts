import type pg from 'pg';
import { Chance } from '../../src/demo/random.ts';
import { recordPastClicks } from '../../src/modules/clicks/index.ts';
import { changeOrder, recordOrder } from '../../src/modules/orders/index.ts';
import { closePeriod } from '../../src/modules/payments/index.ts';
import { createCalendar } from '../../src/platform/calendar.ts';
import { SqlDatabase } from '../../src/platform/database/sql-database.ts';
import { createMarket } from '../harness/market.ts';
import { type Entry, IndependentLedger } from './independent-ledger.ts';

const TIME_ZONE = 'Europe/Stockholm';
const COMPANY = {
  name: 'Tributary AB',
  lines: ['Skeppsbron 2'],
  vatNumber: 'SE559000000001',
  bankAccount: null,
  country: 'SE',
  vatRatePpm: 250_000,
};
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0';
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** Currency, country, VAT number, the resulting VAT rate (millionths), decimals of the currency. */
const STORES = [
  { currency: 'SEK', country: 'SE', vatNumber: null, vatRatePpm: 250_000, digits: 2 },
  { currency: 'EUR', country: 'DE', vatNumber: 'DE123456789', vatRatePpm: 0, digits: 2 },
  { currency: 'EUR', country: 'FI', vatNumber: null, vatRatePpm: 250_000, digits: 2 },
  { currency: 'JPY', country: 'JP', vatNumber: null, vatRatePpm: 0, digits: 0 },
] as const;

export interface YearOptions {
  /** Number of months, from January 2025 on. */
  months: number;
  /** Clicks in each half of a month. */
  clicks: number;
  seed: number;
  /** Called when a month (`YYYY-MM`) is closed, before anything else changes. */
  afterClosing?: (year: Year, month: string, at: Date) => Promise<void>;
}

/** A summary of the year for readers. */
export interface Year {
  ledger: IndependentLedger;
  /** The parties with a legal identity, and therefore VAT. */
  payees: { kind: 'creator' | 'client'; id: number }[];
  counts: { clicks: number; late: number; orders: number; lateOrders: number; refunds: number; payments: number };
}

interface Terms {
  cpc: number;
  invoiceCpc: number;
  cpaPpm: number;
  invoiceCpaPpm: number;
}
interface SimulatedStore {
  id: number;
  shape: (typeof STORES)[number];
  terms: Terms;
}
interface SimulatedLink {
  id: number;
  code: string;
  store: SimulatedStore;
  user: { id: number; agencyId: number | null; userPpm: number; agencyPpm: number };
}
interface SimulatedOrder {
  id: number;
  link: SimulatedLink;
  terms: Terms;
  day: string;
  valueMinor: number;
  refundedMinor: number;
  status: 'pending' | 'approved' | 'denied';
}

/**
 * Simulates a year in an empty, migrated database with the use cases that the routes call: clicks, prices that change at noon in the
 * middle of each month, orders, decisions, refunds and clicks that come after their month was closed, payments, and the closing of
 * each month. At the same time, the amounts are added up without reading the database.
 */
export async function simulateYear(pool: pg.Pool, { months, clicks, seed, afterClosing }: YearOptions): Promise<Year> {
  const year = new Simulation(pool, new Chance(seed));
  await year.open();
  for (let month = 0; month < months; month++) {
    const first = Date.UTC(2025, month, 1, 0, 0);
    const noon = Date.UTC(2025, month, 15, 11, 0);
    const next = Date.UTC(2025, month + 1, 1, 0, 0);
    await year.half({
      from: first + 3 * 60 * MINUTE,
      until: noon,
      clicks,
      lateFrom: month > 0 ? first - 9 * DAY : null,
    });
    await year.changePrices();
    await year.half({ from: noon, until: next - 3 * 60 * MINUTE, clicks, lateFrom: null });
    await year.settle(next + DAY);
    await year.close(new Date(next + 2 * DAY), new Date(first).toISOString().slice(0, 7));
    await afterClosing?.(year, new Date(first).toISOString().slice(0, 7), new Date(next + 2 * DAY));
    await year.settle(next + 2 * DAY + 10 * MINUTE);
  }
  return year;
}

class Simulation implements Year {
  readonly ledger = new IndependentLedger();
  readonly counts = { clicks: 0, late: 0, orders: 0, lateOrders: 0, refunds: 0, payments: 0 };
  readonly payees: Year['payees'] = [];
  readonly #pool: pg.Pool;
  readonly #chance: Chance;
  readonly #calendar = createCalendar(TIME_ZONE);
  readonly #stores: SimulatedStore[] = [];
  readonly #links: SimulatedLink[] = [];
  readonly #orders: SimulatedOrder[] = [];
  #visitors = 0;

  constructor(pool: pg.Pool, chance: Chance) {
    this.#pool = pool;
    this.#chance = chance;
  }

  #newTerms(): Terms {
    const [cpc, cpaPpm] = [20 + this.#chance.below(400), 10_000 + this.#chance.below(100_000)];
    return {
      cpc,
      invoiceCpc: cpc + this.#chance.below(90),
      cpaPpm,
      invoiceCpaPpm: cpaPpm + this.#chance.below(30_000),
    };
  }

  async open(): Promise<void> {
    const market = createMarket(this.#pool);
    const agencyId = await market.agency({ userShare: 0.6, agencyShare: 0.1 });
    const ofAgency = { agencyId, userPpm: 600_000, agencyPpm: 100_000 };
    const alone = { agencyId: null, userPpm: 700_000, agencyPpm: 0 };
    const users = [
      { id: await market.user({ agencyId }), ...ofAgency },
      { id: await market.user({ agencyId }), ...ofAgency },
      { id: await market.user(), ...alone },
    ];
    await this.#registerPayees(
      agencyId,
      users.map(({ id }) => id),
    );
    for (const shape of STORES) {
      const id = await market.store({ currency: shape.currency });
      await this.#pool.query('UPDATE stores SET country = $2, vat_number = $3 WHERE id = $1', [
        id,
        shape.country,
        shape.vatNumber,
      ]);
      await market.price({ storeId: id, cpcMinor: 1 });
      const store = { id, shape, terms: this.#newTerms() };
      this.#stores.push(store);
      this.ledger.taxes('store', id, shape.vatRatePpm);
      for (const user of users)
        this.#links.push({ ...(await market.link({ userId: user.id, storeId: id })), store, user });
    }
    await this.changePrices();
  }

  /** An agency and a creator who charge VAT, a creator in another country, and one without payee data. */
  async #registerPayees(agencyId: number, [abroad, , alone]: number[]): Promise<void> {
    const payees = [
      { agencyId, userId: null, country: 'SE', number: 'SE559000000001', by: alone, rate: 250_000 },
      { agencyId: null, userId: alone, country: 'SE', number: 'SE556677889901', by: alone, rate: 250_000 },
      { agencyId: null, userId: abroad, country: 'FI', number: 'FI12345678', by: abroad, rate: 0 },
    ];
    for (const { agencyId: agency, userId, country, number, by, rate } of payees) {
      const { rows } = await this.#pool.query(
        `INSERT INTO payees (user_id, agency_id, kind, legal_name, street, postal_code, city, country, vat_number, vat_status, created_at, updated_at,
           vat_confirmed_at, vat_confirmed_by)
         VALUES ($1, $2, 'company', 'Company', 'Street 1', '111 22', 'City', $3, $4, 'registered', now(), now(), now(), $5) RETURNING id`,
        [userId, agency, country, number, by],
      );
      await this.#pool.query('INSERT INTO payee_consents VALUES ($1, $2, $3, now())', [rows[0].id, '2026-11', by]);
      this.ledger.taxes(agency === null ? 'creator' : 'client', agency ?? userId!, rate);
      this.payees.push({ kind: agency === null ? 'creator' : 'client', id: agency ?? userId! });
    }
  }

  /** Changes the prices from now on, for clicks and the resulting orders. */
  async changePrices(): Promise<void> {
    for (const store of this.#stores) {
      store.terms = this.#newTerms();
      const { cpc, invoiceCpc, cpaPpm, invoiceCpaPpm } = store.terms;
      await this.#pool.query(
        `UPDATE prices SET cpc_minor = $2, invoice_cpc_minor = $3, cpa = $4::numeric / 1000000, invoice_cpa = $5::numeric / 1000000
         WHERE store_id = $1`,
        [store.id, cpc, invoiceCpc, cpaPpm, invoiceCpaPpm],
      );
    }
  }

  /** Records the clicks of half a month with the resulting orders and payments; with `lateFrom`, some belong to a closed month. */
  async half(span: { from: number; until: number; clicks: number; lateFrom: number | null }): Promise<void> {
    const { from, until, clicks, lateFrom } = span;
    const arriving: { atMs: number; link: SimulatedLink; address: string }[] = [];
    for (let index = 0; index < clicks; index++) {
      const isLate = lateFrom !== null && index % 25 === 0;
      // Each click has its own millisecond, which identifies it.
      const atMs = Math.floor((isLate ? lateFrom : from) + ((isLate ? 5 * DAY : until - from) * index) / clicks);
      const again = index % 10 === 9 ? arriving.at(-1) : undefined;
      const address =
        again?.address ?? `10.${this.#visitors >> 16}.${(this.#visitors >> 8) & 255}.${this.#visitors & 255}`;
      this.#visitors += 1;
      arriving.push({ atMs, link: again?.link ?? this.#chance.pick(this.#links), address });
      if (isLate) this.counts.late += 1;
    }
    await this.#record(arriving, until);
    const seen = new Set<string>();
    for (const { link, atMs, address } of [...arriving].sort((a, b) => a.atMs - b.atMs)) {
      const visit = `${address} ${link.id} ${this.#calendar.dayOf(atMs)}`;
      if (!seen.has(visit)) this.ledger.add(this.#clickEntry(link, atMs));
      seen.add(visit);
    }
    this.counts.clicks += arriving.length;
    for (const { link, atMs } of arriving)
      if (this.#chance.next() < (atMs < from ? 0.5 : 0.06)) await this.#order(link, atMs, until);
    await this.#pay(until);
  }

  async #record(arriving: readonly { atMs: number; link: SimulatedLink; address: string }[], nowMs: number) {
    const database = await this.#pool.connect();
    try {
      const past = arriving.map(({ atMs, link, address }) => ({
        code: link.code,
        atMs,
        address,
        method: 'GET' as const,
        headers: { 'user-agent': BROWSER },
      }));
      await recordPastClicks({ database, calendar: this.#calendar, nowMs }, past);
    } finally {
      database.release();
    }
  }

  #clickEntry({ store, user }: SimulatedLink, atMs: number): Entry {
    const { cpc, invoiceCpc } = store.terms;
    const part = (ppm: number) => Math.floor((cpc * ppm) / 1_000_000);
    return {
      storeId: store.id,
      userId: user.id,
      agencyId: user.agencyId,
      currency: store.shape.currency,
      day: this.#calendar.dayOf(atMs),
      costMinor: invoiceCpc,
      userMinor: part(user.userPpm),
      agencyMinor: part(user.agencyPpm),
    };
  }

  async #order(link: SimulatedLink, clickMs: number, until: number): Promise<void> {
    const { rows } = await this.#pool.query('SELECT id FROM clicks WHERE link_id = $1 AND click_time(id) = $2', [
      link.id,
      new Date(clickMs),
    ]);
    const valueMinor = 100 + this.#chance.below(500_000);
    const { digits } = link.store.shape;
    const orderAt = new Date(clickMs + this.#chance.below(120) * MINUTE);
    const day = this.#calendar.dayOf(orderAt.getTime());
    if (day.slice(0, 7) < this.#calendar.dayOf(until).slice(0, 7)) this.counts.lateOrders += 1;
    const { id } = await recordOrder(
      { db: new SqlDatabase(this.#pool), now: () => new Date(until + 180 * MINUTE) },
      { calendar: this.#calendar },
      {
        storeId: link.store.id,
        channel: 'server',
        orderId: `Y-${this.counts.orders}`,
        currency: null,
        orderAt,
        value: (valueMinor / 10 ** digits).toFixed(digits),
        clickId: rows[0].id,
        voucherCode: null,
        actorId: null,
      },
    );
    this.counts.orders += 1;
    const { terms } = link.store;
    this.#orders.push({ id, link, terms, day, valueMinor, refundedMinor: 0, status: 'pending' });
  }

  async #pay(atMs: number): Promise<void> {
    const link = this.#chance.pick(this.#links);
    const [minor, day] = [1_000 + this.#chance.below(90_000), this.#calendar.dayOf(atMs - DAY)];
    const { store, user } = link;
    await this.#pool.query(
      `INSERT INTO one_time_payments (store_id, user_id, agency_id, user_minor, currency, payment_date, comment, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, 'Film', $7, $7)`,
      [store.id, user.id, user.agencyId, minor, store.shape.currency, day, new Date(atMs)],
    );
    this.counts.payments += 1;
    const parties = { storeId: store.id, userId: user.id, agencyId: user.agencyId, currency: store.shape.currency };
    this.ledger.add({ ...parties, day, costMinor: minor, userMinor: minor, agencyMinor: 0 });
  }

  /** Decides some of the pending orders, and refunds some others. */
  async settle(atMs: number): Promise<void> {
    const ctx = { db: new SqlDatabase(this.#pool), now: () => new Date(atMs) };
    for (const order of this.#orders) {
      if (order.status === 'pending' && this.#chance.next() < 0.7) {
        order.status = this.#chance.next() < 0.85 ? 'approved' : 'denied';
        await changeOrder(ctx, { id: order.id }, { status: order.status, refundedMinor: undefined, actorId: null });
      } else if (order.status === 'approved' && this.#chance.next() < 0.05) {
        order.refundedMinor += this.#chance.below(order.valueMinor - order.refundedMinor + 1);
        this.counts.refunds += 1;
        await changeOrder(
          ctx,
          { id: order.id },
          { status: undefined, refundedMinor: order.refundedMinor, actorId: null },
        );
      }
    }
  }

  async close(at: Date, month: string): Promise<void> {
    for (const order of this.#orders) this.ledger.restate(`order ${order.id}`, this.#orderEntry(order));
    this.ledger.close(month);
    const ctx = { db: new SqlDatabase(this.#pool), now: () => at, actorId: null };
    await closePeriod(ctx, { calendar: this.#calendar, company: COMPANY }, { month });
  }

  #orderEntry({ link: { store, user }, terms, status, valueMinor, refundedMinor, day }: SimulatedOrder): Entry {
    const net = BigInt(status === 'approved' ? valueMinor - refundedMinor : 0);
    const million = 1_000_000n;
    const part = (ppm: number) => Number((net * BigInt(terms.cpaPpm) * BigInt(ppm)) / million / million);
    return {
      storeId: store.id,
      userId: user.id,
      agencyId: user.agencyId,
      currency: store.shape.currency,
      day,
      costMinor: Number((net * BigInt(terms.invoiceCpaPpm)) / million),
      userMinor: part(user.userPpm),
      agencyMinor: part(user.agencyPpm),
    };
  }
}
