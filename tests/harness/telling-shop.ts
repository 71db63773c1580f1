import { recordOrder } from '../../src/domains/orders/index.ts';
import type { OrderReport } from '../../src/domains/orders/reports/read-report.ts';
import type { RecordedOrder } from '../../src/domains/orders/reports/record-order.ts';
import { createCalendar } from '../../src/platform/calendar.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createMarket, type Market } from './market.ts';
import { type ArrivingClick, clickRecorder } from './recorded-clicks.ts';

/** The moment at which orders are placed and told of, unless a test says otherwise. */
const NOON = new Date('2026-03-10T12:00:00.000Z');
export const MINUTE = 60_000;
export const DAY = 86_400_000;
/** The instant so many milliseconds from noon. */
export const noon = (ms = 0) => new Date(NOON.getTime() + ms);

// biome-ignore lint/suspicious/noExplicitAny: tests read columns freely
type OrderColumns = Record<string, any>;

/** A shop that pays 6 % of an order to creators and is billed 8 %, one of its creators with a client, and what tests do with them. */
export interface TellingShop {
  database: TestDatabase;
  market: Market;
  storeId: number;
  /** Seven tenths are the creator's and a tenth the client's. */
  clientId: number;
  userId: number;
  link: { id: number; code: string };
  /** Records a click through the click log and returns its id. */
  click(click?: Partial<ArrivingClick>): Promise<string>;
  /** Tells of an order of 100.00 as the shop's server at noon; what is given replaces. */
  tell(report?: Partial<OrderReport>, now?: Date): Promise<RecordedOrder>;
  /** The order's row, all columns. */
  row(id: number): Promise<OrderColumns>;
  /** Tells, and reads the row. */
  told(report?: Partial<OrderReport>, now?: Date): Promise<OrderColumns>;
  run(text: string, ...values: unknown[]): Promise<OrderColumns[]>;
}

/** Opens such a shop over a database of its own; call it at the top of a test file. */
export async function createTellingShop({ currency = 'SEK', timeZone = 'UTC' } = {}): Promise<TellingShop> {
  const database = await createTestDatabase();
  const market = createMarket(database.pool);
  const calendar = createCalendar(timeZone);
  const record = clickRecorder(database, calendar);
  const storeId = await market.store({ currency, domains: ['telling.example'] });
  await market.price({ storeId, cpcMinor: 200, cpa: 0.06, invoiceCpa: 0.08 });
  const clientId = await market.client({ userShare: 0.7, clientShare: 0.1 });
  const userId = await market.user({ clientId });
  const link = await market.link({ userId, storeId });
  let numbers = 0;
  const run = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;
  const shop: TellingShop = {
    ...{ database, market, storeId, clientId, userId, link, run },
    async click({ code = link.code, at = noon(-60 * MINUTE), ...rest } = {}) {
      const before = new Set((await run('SELECT id FROM clicks')).map((row) => row['id']));
      await record([{ code, at, ...rest }]);
      return (await run('SELECT id FROM clicks')).find((row) => !before.has(row['id']))!['id'];
    },
    tell(report = {}, now = NOON) {
      numbers += 1;
      return recordOrder(
        { db: database.db, now: () => now },
        { calendar },
        {
          ...{ storeId, channel: 'server', orderId: `T-${numbers}`, value: '100.00', currency: null, orderAt: null },
          ...{ clickId: null, voucherCode: null, actorId: null },
          ...report,
        },
      );
    },
    row: async (id) => (await run('SELECT * FROM orders WHERE id = $1', id))[0]!,
    told: async (report, now) => shop.row((await shop.tell(report, now)).id),
  };
  return shop;
}
