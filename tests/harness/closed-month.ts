import { closePeriod } from '../../src/modules/payments/index.ts';
import { createCalendar } from '../../src/platform/calendar.ts';
import { TEST_COMPANY, type TestApplication } from './application.ts';
import { bookOrder } from './booked-orders.ts';
import { type Cast, createPopulatedApplication } from './cast.ts';
import { clickRecorder } from './recorded-clicks.ts';
import { upload } from './upload.ts';

/** A time just after the month was closed; the clock of applications that use it. */
export const AFTER_CLOSING = new Date('2026-02-03T08:00:00Z');
const CLOSED_MONTH = '2026-01';

/** Invoices of the closed month, by owner. */
export interface ClosedMonth {
  store: IssuedInvoice;
  otherStore: IssuedInvoice;
  agency: IssuedInvoice[];
  /** The statements of `creator`, in both currencies, and of `otherCreator`. */
  creator: IssuedInvoice[];
  otherCreator: IssuedInvoice[];
}

interface IssuedInvoice {
  id: number;
  number: string;
  currency: string;
  total_minor: number;
}

const calendar = createCalendar('UTC');

/** Closes a month as the job does. */
export async function closeMonth(
  { database }: Pick<TestApplication, 'database'>,
  month: string,
  now: Date,
): Promise<void> {
  const deps = { calendar, company: TEST_COMPANY };
  await closePeriod({ db: database.db, now: () => now, actorId: null }, deps, { month });
}

/** Creates an application, the test users and the closed month. Its clock stands at `AFTER_CLOSING` by default. */
export async function createClosedMarket(options: Parameters<typeof createPopulatedApplication>[0] = {}) {
  const { application, cast } = await createPopulatedApplication({ now: () => AFTER_CLOSING, ...options });
  return { application, cast, closed: await createClosedMonth(application, cast) };
}

/** Marks invoices as paid through the upload of an administrator. */
export const markPaid = (application: TestApplication, { tokens }: Cast, ...ids: (number | string)[]) =>
  upload(application, {
    url: '/v2/payments/mark-invoices-as-paid',
    as: tokens.admin,
    mediaType: 'text/csv',
    content: Buffer.from(`invoice_id\n${ids.join('\n')}\n`),
  });

/**
 * Creates and closes January 2026 for the test users: three clicks, an order under a campaign and a payment of
 * 250.00 for `creator` at the store (SEK, Sweden), two clicks at the other store (EUR, Germany, with a VAT number),
 * and one click of `otherCreator` there.
 */
export async function createClosedMonth(application: TestApplication, cast: Cast): Promise<ClosedMonth> {
  const { market, database } = application;
  const { pool } = database;
  const { ids, storeId, otherStoreId } = cast;
  await pool.query(
    `UPDATE stores SET currency = 'EUR', country = 'DE', vat_number = 'DE123456789', locale = 'de_DE', company_name = 'Größe & Maß GmbH'
     WHERE id = $1`,
    [otherStoreId],
  );
  await pool.query('UPDATE agencies SET agency_share = 0.1');
  await market.price({ storeId, cpcMinor: 300, invoiceCpcMinor: 400 });
  await market.price({ storeId: otherStoreId, cpcMinor: 50, invoiceCpcMinor: 60 });
  const link = await market.link({ userId: ids.creator, storeId });
  const abroad = await market.link({ userId: ids.creator, storeId: otherStoreId });
  const others = await market.link({ userId: ids.otherCreator, storeId: otherStoreId });
  const campaignId = await market.campaign({ storeId, active: false });
  await pool.query(`UPDATE campaigns SET campaign_title = 'Summer campaign' WHERE id = $1`, [campaignId]);
  const at = new Date('2026-01-10T10:00:00Z');
  await clickRecorder(database, calendar)([link, link, link, abroad, abroad, others].map(({ code }) => ({ code, at })));
  const day = '2026-01-12';
  await bookOrder(pool, { linkId: link.id, campaignId, day, valueMinor: 100_000, cpaPpm: 100_000 });
  await pool.query(
    `INSERT INTO one_time_payments (store_id, user_id, user_minor, currency, payment_date, comment) VALUES ($1, $2, 25000, 'SEK', $3, 'Film')`,
    [storeId, ids.creator, day],
  );
  await closeMonth(application, CLOSED_MONTH, AFTER_CLOSING);
  const { rows } = await pool.query<IssuedInvoice & { kind: string; party: number }>(
    `SELECT id, number, currency, total_minor, kind, coalesce(store_id, agency_id, user_id) AS party FROM invoices ORDER BY kind, party, currency`,
  );
  const of = (kind: string, party: number) => rows.filter((row) => row.kind === kind && row.party === party);
  return {
    store: of('store', storeId)[0]!,
    otherStore: of('store', otherStoreId)[0]!,
    agency: of('client', cast.agencyId),
    creator: of('creator', ids.creator),
    otherCreator: of('creator', ids.otherCreator),
  };
}
