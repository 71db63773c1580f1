import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { Chance } from '../../src/demo/random.ts';
import type { Click } from '../../src/modules/clicks/batch.ts';
import { ClickClass } from '../../src/modules/clicks/click-classes.ts';
import { ClickDatabase } from '../../src/modules/clicks/click-database.ts';
import { newClickId } from '../../src/modules/clicks/click-id.ts';
import { Profiles } from '../../src/modules/clicks/profiles.ts';
import { resolveOrder } from '../../src/modules/orders/changes/resolve-order.ts';
import { decideOrders, recordOrder } from '../../src/modules/orders/index.ts';
import { markPaid } from '../../src/modules/payments/imports/mark-paid.ts';
import { closePeriod } from '../../src/modules/payments/index.ts';
import { makeVoid } from '../../src/modules/payments/voids/make-void.ts';
import { previewVoid } from '../../src/modules/payments/voids/preview-void.ts';
import { createCalendar } from '../../src/platform/calendar.ts';
import { SqlDatabase } from '../../src/platform/database/sql-database.ts';
import { createMarket, type Market } from '../harness/market.ts';
import { PATIENT } from '../harness/timeouts.ts';

const DAY_MS = 86_400_000;
const HOLD_DAYS = 14;
const CPC_MINOR = 100;
const CPA = 0.08;
const USER_SHARE = 0.7;
const AGENCY_SHARE = 0.1;
const CREDIT_MINOR = 5_000_000;
const MONTHS = ['2025-01', '2025-02', '2025-03'];
const COMPANY = { name: 'Tributary AB', lines: [], vatNumber: null, bankAccount: null, country: 'SE', vatRatePpm: 0 };

export interface TrustMarketOptions {
  seed: number;
  /** Mean number of clicks of an honest creator on an ordinary day. */
  clicksADay: number;
  /** False: the control, a marketplace without any of the protections. */
  isProtected: boolean;
}

/** The kinds of participants. All except the first three are dishonest. */
export type Kind =
  | 'honest creator'
  | 'honest agency'
  | 'honest creator at the store that does not pay'
  | 'click farm at one address'
  | 'click farm of many addresses'
  | 'order squatter'
  | 'self-buyer'
  | 'accomplice of the store that does not pay'
  | 'accomplice of a store that registered itself';

/** The result of one kind of participants, in minor units of SEK. */
export interface Outcome {
  kind: Kind;
  people: number;
  /** The correct earnings of honest participants by prices and shares; 0 for dishonest ones. */
  due: number;
  /** Paid out, or payable at the end. */
  payable: number;
  /** Earned and held at the end. */
  held: number;
}

export interface TrustMarketReport {
  outcomes: Outcome[];
  /** The remaining amount of the click farm of many addresses after an administrator has voided its clicks. */
  farmAfterVoid: number;
  /** The payable amount beyond the payments of stores: the loss of the marketplace. */
  platformLoss: number;
  clicks: number;
  orders: number;
  disputed: number;
}

interface Person {
  kind: Kind;
  userId: number;
  agencyId: number | null;
  links: { code: string; store: Store }[];
}
interface Store {
  id: number;
  pays: boolean;
  member: number;
}
interface Visit {
  code: string;
  atMs: number;
  /** An address, from which the network follows. */
  network: string;
  class?: ClickClass;
}
interface Sale {
  store: Store;
  orderId: string;
  value: string;
  valueMinor: number;
  clickId: string;
  /** Set if a squatter reports the order before the shopper's page. */
  squatted?: string;
}

/**
 * Simulates three months in an empty, migrated database: honest stores, creators and an agency, and dishonest ones. Clicks,
 * reports of orders, decisions, closings and payments use the server's use cases. All balances are read half a month after the
 * last payment.
 */
export async function simulateTrustMarket(
  pool: pg.Pool,
  url: string,
  options: TrustMarketOptions,
): Promise<TrustMarketReport> {
  const world = new World(pool, url, options);
  try {
    if (!options.isProtected) await world.unprotect();
    await world.open();
    for (const month of MONTHS) await world.live(month);
    return await world.report();
  } finally {
    await world.close();
  }
}

class World {
  readonly #pool: pg.Pool;
  readonly #db;
  readonly #market: Market;
  readonly #chance: Chance;
  readonly #options: TrustMarketOptions;
  readonly #profiles: Profiles;
  readonly #log: ClickDatabase;
  readonly #calendar = createCalendar('UTC');
  readonly #people: Person[] = [];
  readonly #stores: Store[] = [];
  readonly #due = new Map<Kind, number>();
  #pays!: Store[];
  #agencyId = 0;
  #admin = 0;
  #addresses = 0;
  #disputed = 0;

  constructor(pool: pg.Pool, url: string, options: TrustMarketOptions) {
    this.#pool = pool;
    this.#db = new SqlDatabase(pool);
    this.#market = createMarket(pool);
    this.#chance = new Chance(options.seed);
    this.#options = options;
    this.#profiles = new Profiles(pool, 1_000);
    this.#log = new ClickDatabase(url, this.#profiles, PATIENT);
  }

  close(): Promise<void> {
    return this.#log.disconnect();
  }

  /**
   * The marketplace without protections: every store may spend without a limit, and the first click or report is paid
   * immediately.
   */
  async unprotect(): Promise<void> {
    const max = 1_000_000_000;
    await this.#pool.query(
      'UPDATE marketplace_settings SET network_store_daily = $1, network_creator_daily = $1, network_minute = $1',
      [max],
    );
    const onRows = (table: string, events: string, body: string) =>
      this.#pool.query(`CREATE FUNCTION unprotect_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} END $$;
        CREATE TRIGGER unprotect_${table} BEFORE ${events} ON ${table} FOR EACH ROW EXECUTE FUNCTION unprotect_${table}()`);
    await onRows('stores', 'INSERT', "NEW.approval := 'approved'; RETURN NEW;");
    await onRows('store_credit', 'INSERT OR UPDATE', 'NEW.limit_minor := 9e15; RETURN NEW;');
    await onRows('store_members', 'INSERT', 'RETURN NULL;');
    await onRows(
      'order_reports',
      'INSERT',
      'IF EXISTS (SELECT FROM order_reports WHERE order_row_id = NEW.order_row_id) THEN RETURN NULL; END IF; RETURN NEW;',
    );
    const { rows } = await this.#pool.query<{ text: string }>(
      `SELECT pg_get_functiondef(oid) AS text FROM pg_proc WHERE proname = 'payee_origins'`,
    );
    const text = rows[0]!.text;
    const open = text
      .replace('i.released_at IS NOT NULL OR i.paid_at', 'true OR i.paid_at')
      .replace('o.held_from + p_hold_days', 'o.held_from - 365');
    if (open === text || !open.includes('true OR i.paid_at'))
      throw new Error('payee_origins has changed: adapt the control');
    await this.#pool.query(open);
  }

  /** Four stores that pay, one that does not, and one that registered itself, with their people. */
  async open(): Promise<void> {
    this.#admin = await this.#market.user({ isAdmin: true });
    for (let n = 0; n < 6; n++) {
      const id = await this.#market.store({
        creditMinor: n < 4 ? 1e12 : CREDIT_MINOR,
        ...(n === 5 ? { approval: 'pending' as const } : {}),
      });
      await this.#market.price({
        storeId: id,
        cpcMinor: n === 5 ? 1_000 : CPC_MINOR,
        cpa: n === 5 ? 0.5 : CPA,
        userShare: USER_SHARE,
      });
      const member = await this.#market.user();
      await this.#market.member(id, member);
      this.#stores.push({ id, pays: n < 4, member });
    }
    this.#pays = this.#stores.slice(0, 4);
    const [unpaying, registered] = [this.#stores[4]!, this.#stores[5]!];
    this.#agencyId = await this.#market.agency({ agencyShare: AGENCY_SHARE, userShare: USER_SHARE });
    for (let n = 0; n < 8; n++) await this.#join('honest creator', this.#pays, n < 3 ? this.#agencyId : null);
    await this.#join('honest creator at the store that does not pay', [unpaying]);
    await this.#join('click farm at one address', this.#pays);
    await this.#join('click farm of many addresses', [this.#pays[0]!]);
    await this.#join('order squatter', this.#pays);
    // A member who buys at the own store. Without the protection, the buyer may be anybody.
    await this.#join('self-buyer', [unpaying], null, unpaying.member);
    await this.#join('accomplice of the store that does not pay', [unpaying]);
    await this.#join('accomplice of a store that registered itself', [registered]);
  }

  async #join(kind: Kind, stores: readonly Store[], agencyId: number | null = null, known?: number): Promise<void> {
    const userId = known ?? (await this.#market.user(agencyId === null ? {} : { agencyId }));
    const links = [];
    for (const store of stores)
      links.push({ code: (await this.#market.link({ userId, storeId: store.id })).code, store });
    this.#people.push({ kind, userId, agencyId, links });
  }

  /** Simulates one month: its days, the decisions a day after its end, the closing, and the payments of the stores that pay. */
  async live(month: string): Promise<void> {
    const first = Date.parse(`${month}-01T00:00:00Z`);
    const next = new Date(first);
    next.setUTCMonth(next.getUTCMonth() + 1);
    for (let day = first; day < next.getTime(); day += DAY_MS) await this.#day(day);
    const decided = new Date(next.getTime() + DAY_MS);
    await this.#decide(decided);
    await this.#allDb().close(month, new Date(next.getTime() + 2 * DAY_MS));
    await this.#settle(new Date(next.getTime() + 12 * DAY_MS));
  }

  #allDb() {
    return {
      close: async (month: string, now: Date) => {
        await closePeriod(
          { db: this.#db, now: () => now, actorId: null },
          { calendar: this.#calendar, company: COMPANY },
          { month },
        );
      },
    };
  }

  async #day(day: number): Promise<void> {
    const visits: (Visit & { person: Person; store: Store; id: string })[] = [];
    const sales: Sale[] = [];
    // On one day in fifteen a store has a sale, and its creators bring many shoppers at once.
    const busy = this.#chance.below(15) === 0 ? this.#chance.pick(this.#pays) : null;
    const carriers = ['10.9.0.1', '10.9.0.2', '10.9.0.3'];
    const newAddress = () => {
      this.#addresses += 1;
      return `198.${(this.#addresses >> 16) & 255}.${(this.#addresses >> 8) & 255}.${this.#addresses & 255}`;
    };
    const visit = (
      person: Person,
      link: Person['links'][number],
      network: string,
      seen: ClickClass = ClickClass.counted,
    ) => {
      const atMs = day + this.#chance.below(DAY_MS);
      const id = newClickId(atMs);
      visits.push({ person, store: link.store, code: link.code, atMs, network, class: seen, id });
      return id;
    };
    const buy = (store: Store, clickId: string, valueMinor: number) => {
      const sale: Sale = { store, orderId: randomUUID(), value: (valueMinor / 100).toFixed(2), valueMinor, clickId };
      sales.push(sale);
      return sale;
    };
    const squatter = this.#people.find(({ kind }) => kind === 'order squatter')!;
    for (const person of this.#people) {
      switch (person.kind) {
        case 'honest creator':
        case 'honest creator at the store that does not pay':
          for (const link of person.links) {
            const mean = (this.#options.clicksADay / person.links.length) * (link.store === busy ? 5 : 1);
            for (let left = this.#chance.count(mean); left > 0; left--) {
              // Three in ten shoppers use the shared addresses of a mobile carrier.
              const network = this.#chance.below(10) < 3 ? this.#chance.pick(carriers) : newAddress();
              const clickId = visit(person, link, network);
              this.#owe(person, CPC_MINOR);
              if (this.#chance.below(25) !== 0) continue;
              const sale = buy(link.store, clickId, 30_000 + this.#chance.below(120_000));
              this.#owe(person, Math.floor(sale.valueMinor * CPA));
              if (link.store.pays && this.#chance.below(8) === 0)
                sale.squatted = visit(
                  squatter,
                  squatter.links.find(({ store }) => store === link.store)!,
                  newAddress(),
                  ClickClass.duplicate,
                );
            }
          }
          break;
        case 'click farm at one address':
          for (let n = 0; n < 80 + 5 * this.#options.clicksADay; n++)
            visit(person, this.#chance.pick(person.links), '203.0.113.7');
          break;
        case 'click farm of many addresses':
          for (let n = 0; n < 20; n++) visit(person, person.links[0]!, newAddress());
          break;
        case 'self-buyer':
          buy(person.links[0]!.store, visit(person, person.links[0]!, newAddress()), 100_000);
          break;
        case 'accomplice of the store that does not pay':
        case 'accomplice of a store that registered itself':
          for (let n = 0; n < 10; n++) visit(person, person.links[0]!, newAddress());
          buy(person.links[0]!.store, visit(person, person.links[0]!, newAddress()), 100_000);
      }
    }
    await this.#record(visits, day);
    for (const sale of sales) await this.#report(sale, new Date(day + DAY_MS));
  }

  /** The due amounts of an honest creator and of the agency. @param baseMinor the base of the shares */
  #owe(person: Person, baseMinor: number): void {
    const add = (kind: Kind, minor: number) => this.#due.set(kind, (this.#due.get(kind) ?? 0) + minor);
    add(person.kind, Math.floor(baseMinor * USER_SHARE));
    if (person.agencyId !== null) add('honest agency', Math.floor(baseMinor * AGENCY_SHARE));
  }

  async #record(visits: readonly (Visit & { id: string })[], day: number): Promise<void> {
    const inOrder = [...visits].sort((a, b) => a.atMs - b.atMs);
    const known = await this.#profiles.reload([...new Set(inOrder.map(({ code }) => code))], 0);
    const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);
    const clicks = inOrder.map(
      ({ id, code, network, class: seen = ClickClass.counted }): Click => ({
        id,
        profile: known.get(code)!,
        day: this.#calendar.dayOf(day),
        visitor: hash(id),
        class: seen,
        source: 0,
        network: hash(`${day} ${network}`),
      }),
    );
    // Small batches, as in production, because the limits per minute consider the minutes that a batch spans.
    for (let at = 0; at < clicks.length; at += 50) await this.#log.record(clicks.slice(at, at + 50), false);
  }

  /** A squatter who knows the public key reports before the shopper's page. */
  async #report({ store, orderId, value, clickId, squatted }: Sale, now: Date): Promise<void> {
    const report = {
      storeId: store.id,
      channel: 'sales_pixel' as const,
      orderId,
      value,
      currency: 'SEK',
      orderAt: null,
    };
    const rest = { voucherCode: null, actorId: null };
    const ctx = { db: this.#db, now: () => now };
    const deps = { calendar: this.#calendar };
    if (squatted !== undefined) await recordOrder(ctx, deps, { ...report, ...rest, clickId: squatted });
    const { id } = await recordOrder(ctx, deps, { ...report, ...rest, clickId });
    const { rows } = await this.#pool.query<{ reason: string | null }>(
      'SELECT unattributed_reason AS reason FROM orders WHERE id = $1',
      [id],
    );
    if (rows[0]!.reason !== 'disputed') return;
    this.#disputed += 1;
    // The store knows which shoppers bought, and checks nine of ten orders.
    if (this.#chance.below(10) === 0) return;
    const reports = await this.#pool.query<{ id: number }>(
      'SELECT id FROM order_reports WHERE order_row_id = $1 AND click_id = $2',
      [id, clickId],
    );
    const actor = { userId: store.member, isAdmin: false };
    await resolveOrder({ ...ctx, actor }, { id, reportId: reports.rows[0]!.id });
  }

  /** Every store approves all orders that it can approve. */
  async #decide(now: Date): Promise<void> {
    for (const store of this.#stores) {
      const { rows } = await this.#pool.query<{ order_id: string }>(
        `SELECT order_id FROM orders WHERE store_id = $1 AND status = 'pending'`,
        [store.id],
      );
      const decisions = rows.map(({ order_id: orderId }) => ({ orderId, status: 'approved' as const }));
      if (decisions.length === 0) continue;
      const act = decideOrders(
        { db: this.#db, now: () => now, actor: { userId: store.member } },
        { storeId: store.id, decisions },
      );
      await act.catch((error: { code?: string }) => {
        if (error.code !== 'store_inactive') throw error;
      });
    }
  }

  async #settle(now: Date): Promise<void> {
    const { rows } = await this.#pool.query<{ id: number }>(
      `SELECT id FROM invoices WHERE kind = 'store' AND paid_at IS NULL AND store_id = ANY ($1)`,
      [this.#pays.map(({ id }) => id)],
    );
    const marked = rows.map(({ id }, at) => ({ row: at + 2, cells: { invoice_id: String(id) } }));
    const ctx = { db: this.#db, now: () => now, actor: { userId: this.#admin } as never };
    const { faults } = await markPaid(ctx, { calendar: this.#calendar }, marked);
    if (faults.length > 0) throw new Error(JSON.stringify(faults));
  }

  async #balanceOf(kind: 'creator' | 'client', id: number): Promise<{ payable: number; held: number }> {
    const users =
      kind === 'creator' ? [id] : this.#people.filter(({ agencyId }) => agencyId === id).map(({ userId }) => userId);
    const { rows } = await this.#pool.query<{ payable: number; held: number }>(
      `SELECT coalesce(sum(payable + paid - overpaid), 0)::float8 AS payable,
         coalesce(sum(not_invoiced + hold_period + store_unpaid + on_hold), 0)::float8 AS held
       FROM payee_balances('2025-05-01', $1, $2::bigint[], $3, $4)`,
      [HOLD_DAYS, users, kind, id],
    );
    return rows[0]!;
  }

  async report(): Promise<TrustMarketReport> {
    const kinds = [...new Set<Kind>(['honest creator', 'honest agency', ...this.#people.map(({ kind }) => kind)])];
    const outcomes: Outcome[] = [];
    for (const kind of kinds) {
      const of = this.#people.filter((person) => person.kind === kind);
      const balances =
        kind === 'honest agency'
          ? [await this.#balanceOf('client', this.#agencyId)]
          : await Promise.all(of.map(({ userId }) => this.#balanceOf('creator', userId)));
      const sum = (figure: 'payable' | 'held') => balances.reduce((total, balance) => total + balance[figure], 0);
      outcomes.push({
        kind,
        people: balances.length,
        due: this.#due.get(kind) ?? 0,
        payable: sum('payable'),
        held: sum('held'),
      });
    }
    const { rows } = await this.#pool.query<{ paid: number; clicks: number; orders: number }>(
      `SELECT (SELECT coalesce(sum(net_minor), 0) FROM invoices WHERE kind = 'store' AND paid_at IS NOT NULL)::float8 AS paid,
         (SELECT count(*) FROM clicks)::int AS clicks, (SELECT count(*) FROM orders)::int AS orders`,
    );
    const { paid, clicks, orders } = rows[0]!;
    const platformLoss = Math.max(0, outcomes.reduce((total, { payable }) => total + payable, 0) - paid);
    return {
      outcomes,
      platformLoss,
      clicks,
      orders,
      disputed: this.#disputed,
      farmAfterVoid: await this.#voidTheFarm(),
    };
  }

  /** An administrator who has detected the farm of many addresses voids its clicks. @returns the remaining amount */
  async #voidTheFarm(): Promise<number> {
    const { userId } = this.#people.find(({ kind }) => kind === 'click farm of many addresses')!;
    const ctx = { db: this.#db, now: () => new Date('2025-05-01T08:00:00Z'), actor: { userId: this.#admin } as never };
    const filter = { kind: 'clicks' as const, userId, from: '2025-01-01', to: '2025-03-31' };
    const { fingerprint } = await previewVoid(ctx, filter);
    await makeVoid(ctx, { filter, fingerprint, reason: 'A click farm' });
    return (await this.#balanceOf('creator', userId)).payable;
  }
}
