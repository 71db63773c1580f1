import { recordOrder } from '../../src/modules/orders/index.ts';
import type { OrderReport } from '../../src/modules/orders/reports/read-report.ts';
import type { RecordedOrder } from '../../src/modules/orders/reports/record-order.ts';
import { createCalendar } from '../../src/platform/calendar.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createMarket, type Market } from './market.ts';
import { type ArrivingClick, clickRecorder } from './recorded-clicks.ts';

/** Default time at which orders are placed and reported. */
const NOON = new Date('2026-03-10T12:00:00.000Z');
export const MINUTE = 60_000;
export const DAY = 86_400_000;
/** Returns the instant so many milliseconds after noon. */
export const noon = (ms = 0) => new Date(NOON.getTime() + ms);

// biome-ignore lint/suspicious/noExplicitAny: tests read columns freely
type OrderColumns = Record<string, any>;

/** A store that pays 6 % of an order to creators and is billed 8 %, a creator with an agency, and helpers for tests. */
export interface ReportingShop {
  database: TestDatabase;
  market: Market;
  storeId: number;
  /** The creator gets seven tenths of the price and the agency one tenth. */
  agencyId: number;
  userId: number;
  link: { id: number; code: string };
  /** Records a click through the click log and returns its id. */
  click(click?: Partial<ArrivingClick>): Promise<string>;
  /** Reports an order of 100.00 at noon as the store's server; given fields override the defaults. */
  sendReport(report?: Partial<OrderReport>, now?: Date): Promise<Pick<RecordedOrder, 'id' | 'outcome'>>;
  /** Reads the order's row with all columns. */
  row(id: number): Promise<OrderColumns>;
  /** Reports an order and reads its row. */
  reportAndRead(report?: Partial<OrderReport>, now?: Date): Promise<OrderColumns>;
  run(text: string, ...values: unknown[]): Promise<OrderColumns[]>;
}

/** Creates such a store in a separate database; call it at the top of a test file. */
export async function createReportingShop({ currency = 'SEK', timeZone = 'UTC' } = {}): Promise<ReportingShop> {
  const database = await createTestDatabase();
  const market = createMarket(database.pool);
  const calendar = createCalendar(timeZone);
  const record = clickRecorder(database, calendar);
  const storeId = await market.store({ currency, domains: ['reporting.example'] });
  await market.price({ storeId, cpcMinor: 200, cpa: 0.06, invoiceCpa: 0.08 });
  const agencyId = await market.agency({ userShare: 0.7, agencyShare: 0.1 });
  const userId = await market.user({ agencyId });
  const link = await market.link({ userId, storeId });
  let numbers = 0;
  const run = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;
  const shop: ReportingShop = {
    database,
    market,
    storeId,
    agencyId,
    userId,
    link,
    run,
    async click({ code = link.code, at = noon(-60 * MINUTE), ...rest } = {}) {
      const before = new Set((await run('SELECT id FROM clicks')).map((row) => row['id']));
      await record([{ code, at, ...rest }]);
      return (await run('SELECT id FROM clicks')).find((row) => !before.has(row['id']))!['id'];
    },
    async sendReport(report = {}, now = NOON) {
      numbers += 1;
      const { id, outcome } = await recordOrder(
        { db: database.db, now: () => now },
        { calendar },
        {
          storeId,
          channel: 'server',
          orderId: `T-${numbers}`,
          value: '100.00',
          currency: null,
          orderAt: null,
          clickId: null,
          voucherCode: null,
          actorId: null,
          ...report,
        },
      );
      return { id, outcome };
    },
    row: async (id) => {
      // The number of the last transaction that wrote the row, for exports; every write changes it.
      const { recorded_in: _, ...order } = (await run('SELECT * FROM orders WHERE id = $1', id))[0]!;
      return order;
    },
    reportAndRead: async (report, now) => shop.row((await shop.sendReport(report, now)).id),
  };
  return shop;
}
