import { sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { formatError } from '../../../platform/http/error-format.ts';
import { toDecimalString } from '../../../platform/money.ts';
import { changeOrder } from '../changes/change-order.ts';
import type { Refusal } from '../collectors/refused-reports.ts';
import { requireKind } from '../kinds/kinds.ts';
import { recordOrder } from '../reports/record-order.ts';
import { noteRefused, reasonOf } from './receive-event.ts';
import { type Repayment, repaidOf } from './repaid.ts';

/** Records are settled when nothing new about their customer has arrived for so long: events of one moment arrive in any order. */
const QUIET_MS = 10_000;
const PAUSE_MS = 5_000;
/** Maximum number of records that one call settles for a source, and of sources. */
const MAX_RECORDS = 1_000;
const MAX_SOURCES = 100;
/** Maximum number of sales of a subscription whose click is found later. */
const MAX_SALES = 500;
/** Maximum number of repayments of a sale. */
const MAX_REPAYMENTS = 1_000;

type SettleContext = Pick<Context, 'db' | 'now' | 'log'>;

/**
 * Lets orders and events follow what billing sources have told, in the order of their times and each in its own transaction. What cannot be recorded is counted
 * as a refused report and tried again when the source repeats it. Several processes can do it at once.
 * @returns the number of records that were settled
 */
export async function settleBilling(
  ctx: SettleContext,
  { calendar, quietMs = QUIET_MS }: { calendar: Calendar; quietMs?: number },
): Promise<number> {
  const before = new Date(ctx.now().getTime() - quietMs).toISOString();
  const { rows: sources } = await ctx.db.execute<SourceRow>(sql`
    SELECT b.id, b.store_id, t.code AS trial_kind, k.code AS start_kind FROM billing_sources b
    LEFT JOIN event_kinds t ON t.id = b.trial_kind_id LEFT JOIN event_kinds k ON k.id = b.start_kind_id
    WHERE EXISTS (SELECT FROM billing_records r WHERE r.source_id = b.id AND NOT r.is_settled AND r.heard_at <= ${before}) ORDER BY b.id LIMIT ${MAX_SOURCES}`);
  let settled = 0;
  for (const source of sources) settled += await settleSource(ctx, { calendar, source, before });
  return settled;
}

type SourceRow = { id: number; store_id: number; trial_kind: string | null; start_kind: string | null };

type WaitingRow = { id: number; heard_at: string };

async function settleSource(
  ctx: SettleContext,
  { calendar, source, before }: { calendar: Calendar; source: SourceRow; before: string },
): Promise<number> {
  const { rows: waiting } = await ctx.db.execute<WaitingRow>(sql`
    SELECT r.id, r.heard_at::text AS heard_at FROM billing_records r
    WHERE r.source_id = ${source.id} AND NOT r.is_settled AND r.heard_at <= ${before} AND NOT EXISTS (SELECT FROM billing_records n
      WHERE n.source_id = r.source_id AND NOT n.is_settled AND n.heard_at > ${before} AND n.customer_hash = r.customer_hash)
    ORDER BY r.heard_at LIMIT ${MAX_RECORDS}`);
  const ids = waiting.map(({ id }) => id);
  const refusals = new Map<number, string>();
  const failed = new Set<number>();
  for (const item of await itemsOf(ctx.db, source, ids)) {
    const refusal = await settleItem(ctx, { calendar, source, item });
    if (refusal === 'failed') for (const id of item.records) failed.add(id);
    if (refusal === null || refusal === 'failed') continue;
    await noteRefused(ctx, { id: source.id, storeId: source.store_id, refusal });
    for (const id of item.records) refusals.set(id, reasonOf(refusal));
  }
  const done = waiting.filter(({ id }) => !failed.has(id));
  // What has changed meanwhile waits for the next time.
  await ctx.db.execute(sql`
    UPDATE billing_records r SET is_settled = true, refusal = n.refusal
    FROM unnest(${sql.param(done.map(({ id }) => id))}::bigint[], ${sql.param(done.map((row) => row.heard_at))}::timestamptz[],
      ${sql.param(done.map(({ id }) => refusals.get(id) ?? null))}::text[]) AS n (id, heard_at, refusal)
    WHERE r.id = n.id AND r.heard_at = n.heard_at`);
  return done.length;
}

/** Something that follows from changed records: an order, or an event of a subscription. */
interface Item {
  what: 'sale' | 'trial' | 'start';
  /** The source's id of the sale or the subscription. */
  id: string;
  at: Date;
  /** Whether the report has changed, and not only the repayments. */
  isReported: boolean;
  /** The changed records from which it follows. */
  records: number[];
}

/** What follows from changed records, by time: the first order of a customer is recorded first. */
async function itemsOf(db: Database, source: SourceRow, ids: readonly number[]): Promise<Item[]> {
  const named = [...(source.trial_kind === null ? [] : ['trial']), ...(source.start_kind === null ? [] : ['start'])];
  const { rows } = await db.execute<{
    what: Item['what'];
    id: string;
    at: string;
    is_reported: boolean;
    records: string[];
  }>(sql`
    WITH changed AS (SELECT id, kind, sale_id, payment_id, subscription_id, click_id FROM billing_records WHERE id = ANY (${sql.param([...ids])}::bigint[]) AND source_id = ${source.id}),
    named AS (
      SELECT c.sale_id, c.id, c.kind IN ('sale', 'checkout') AS is_reported FROM changed c WHERE c.sale_id IS NOT NULL
      UNION ALL
      SELECT p.sale_id, c.id, false FROM changed c JOIN billing_records p ON p.source_id = ${source.id} AND p.kind = 'payment' AND p.record_id = c.payment_id
      WHERE c.kind <> 'payment'
      UNION ALL
      SELECT s.sale_id, c.id, true FROM changed c CROSS JOIN LATERAL (SELECT s.sale_id FROM billing_records s
        WHERE s.source_id = ${source.id} AND s.subscription_id = c.subscription_id AND s.kind = 'sale' ORDER BY s.happened_at LIMIT ${MAX_SALES}) s
      WHERE c.kind IN ('checkout', 'subscription') AND c.click_id IS NOT NULL
    ),
    begun AS (
      SELECT DISTINCT c.subscription_id FROM changed c WHERE c.kind IN ('checkout', 'subscription') AND c.subscription_id IS NOT NULL
    )
    SELECT 'sale' AS what, s.record_id AS id, s.happened_at AS at, bool_or(n.is_reported) AS is_reported, array_agg(n.id)::text[] AS records
    FROM named n JOIN billing_records s ON s.source_id = ${source.id} AND s.kind = 'sale' AND s.record_id = n.sale_id GROUP BY s.record_id, s.happened_at
    UNION ALL
    SELECT e.what, s.record_id, e.at, true, ARRAY[s.id]::text[]
    FROM begun b JOIN billing_records s ON s.source_id = ${source.id} AND s.kind = 'subscription' AND s.record_id = b.subscription_id
    CROSS JOIN LATERAL (VALUES ('trial', s.happened_at), ('start', s.started_at)) AS e (what, at)
    WHERE e.at IS NOT NULL AND e.what = ANY (${sql.param(named)}::text[])
    ORDER BY 3, 1, 2`);
  return rows.map((row) => ({
    ...row,
    at: new Date(row.at),
    isReported: row.is_reported,
    records: row.records.map(Number),
  }));
}

/** @returns why it could not be recorded; null: it was; `failed`: an error of the service, after which it is tried again */
async function settleItem(
  ctx: SettleContext,
  { calendar, source, item }: { calendar: Calendar; source: SourceRow; item: Item },
): Promise<Refusal | 'failed' | null> {
  try {
    await ctx.db.transaction(async (tx) => {
      // One process after the other, so that each sees what the previous one has recorded.
      await tx.execute(sql`SELECT FROM billing_sources WHERE id = ${source.id} FOR NO KEY UPDATE`);
      const inside = { db: tx, now: ctx.now };
      if (item.what === 'sale') await settleSale(inside, { calendar, source, item });
      else await reportSubscription(inside, { calendar, source, item, what: item.what });
    });
    return null;
  } catch (error) {
    const { status, body } = formatError(error, '');
    if (status >= 500) {
      ctx.log.error({ err: error, store: source.store_id }, 'an event of a billing source could not be settled');
      return 'failed';
    }
    const { error: code, errors } = body as Refusal;
    return { ...(code === undefined ? {} : { error: code }), ...(errors === undefined ? {} : { errors }) };
  }
}

type SaleRow = {
  happened_at: string;
  customer_hash: Buffer | null;
  click_id: string | null;
  amount_minor: number;
  paid_minor: number;
  currency: string;
  is_known: boolean;
};

/** Reports a sale as an order of the store's server, and states the sum of its refunds. */
async function settleSale(
  ctx: Pick<Context, 'db' | 'now'>,
  { calendar, source, item }: { calendar: Calendar; source: SourceRow; item: Item },
): Promise<void> {
  const { id: sourceId, store_id: storeId } = source;
  const { rows } = await ctx.db.execute<SaleRow>(sql`
    SELECT s.happened_at, s.customer_hash, coalesce(s.click_id, ${clickOf(sourceId, sql`s.subscription_id`)},
        (SELECT c.click_id FROM billing_records c WHERE c.source_id = ${sourceId} AND c.sale_id = s.record_id AND c.kind = 'checkout' AND c.click_id IS NOT NULL
          ORDER BY c.record_id LIMIT 1)) AS click_id,
      s.amount_minor, s.paid_minor, s.currency,
      EXISTS (SELECT FROM orders o WHERE o.store_id = ${storeId} AND o.order_id = s.record_id AND o.event_kind_id IS NULL) AS is_known
    FROM billing_records s WHERE s.source_id = ${sourceId} AND s.kind = 'sale' AND s.record_id = ${item.id}`);
  const sale = rows[0]!;
  if (item.isReported || !sale.is_known)
    await recordOrder(
      ctx,
      { calendar },
      {
        ...reportOf(source, item, sale),
        value: toDecimalString({ minor: sale.amount_minor, currency: sale.currency }),
        currency: sale.currency,
      },
    );
  const repayments = await readRepayments(ctx.db, { sourceId, saleId: item.id });
  if (repayments.length === 0) return;
  const refundedMinor = repaidOf({ amountMinor: sale.amount_minor, paidMinor: sale.paid_minor }, repayments);
  await changeOrder(ctx, { storeId, orderId: item.id }, { refundedMinor, actorId: null, channel: 'server' });
}

/** The click that led to a subscription; null: none is known. */
const clickOf = (sourceId: number, subscriptionId: ReturnType<typeof sql>) => sql`(
  SELECT c.click_id FROM billing_records c WHERE c.source_id = ${sourceId} AND c.subscription_id = ${subscriptionId} AND c.kind IN ('checkout', 'subscription')
    AND c.click_id IS NOT NULL ORDER BY c.kind, c.record_id LIMIT 1)`;

const reportOf = (
  { store_id: storeId }: SourceRow,
  { id, at }: Item,
  { click_id: clickId, customer_hash: customerHash }: { click_id: string | null; customer_hash: Buffer | null },
) => ({
  storeId,
  channel: 'server' as const,
  orderId: id,
  orderAt: at,
  clickId,
  customerHash,
  voucherCode: null,
  actorId: null,
});

async function readRepayments(
  db: Database,
  { sourceId, saleId }: { sourceId: number; saleId: string },
): Promise<Repayment[]> {
  const { rows } = await db.execute<{
    kind: Repayment['kind'];
    amount_minor: number;
    counts: boolean;
    stated_at: string;
  }>(sql`
    SELECT kind, amount_minor, counts, stated_at FROM billing_records
    WHERE source_id = ${sourceId} AND kind IN ('refund', 'refunded', 'dispute', 'credit') AND (sale_id = ${saleId} OR payment_id = ANY (ARRAY(
      SELECT p.record_id FROM billing_records p WHERE p.source_id = ${sourceId} AND p.sale_id = ${saleId} AND p.kind = 'payment')))
    ORDER BY id LIMIT ${MAX_REPAYMENTS}`);
  return rows.map((row) => ({
    kind: row.kind,
    amountMinor: row.amount_minor,
    counts: row.counts,
    statedAt: new Date(row.stated_at),
  }));
}

/** Reports a trial, or the begin of a subscription, as an event of the kind that the store has named. */
async function reportSubscription(
  ctx: Pick<Context, 'db' | 'now'>,
  { calendar, source, item, what }: { calendar: Calendar; source: SourceRow; item: Item; what: 'trial' | 'start' },
): Promise<void> {
  const code = (what === 'trial' ? source.trial_kind : source.start_kind)!;
  const kind = await requireKind(ctx.db, { storeId: source.store_id, code });
  const { rows } = await ctx.db.execute<{ click_id: string | null; customer_hash: Buffer | null }>(sql`
    SELECT ${clickOf(source.id, sql`s.record_id`)} AS click_id, s.customer_hash
    FROM billing_records s WHERE s.source_id = ${source.id} AND s.kind = 'subscription' AND s.record_id = ${item.id}`);
  const report = { ...reportOf(source, item, rows[0]!), value: '0', currency: null, event: { kind, followsId: null } };
  await recordOrder(ctx, { calendar }, report);
}

/** Settles what billing sources have told, every few seconds, as long as the process runs. Several processes can do it at once. */
export function startBilling(
  { log, ...ctx }: SettleContext,
  { pauseMs = PAUSE_MS, ...options }: { calendar: Calendar; pauseMs?: number; quietMs?: number },
): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  let isRunning = false;
  const settle = () => {
    if (isRunning) return;
    isRunning = true;
    running = settleBilling({ ...ctx, log }, options)
      .catch((error) => log.warn({ err: error }, 'events of billing sources could not be settled'))
      .finally(() => {
        isRunning = false;
      });
  };
  const timer = setInterval(settle, pauseMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/** How long records are kept: longer than an invoice can be refunded or disputed. */
const KEPT_DAYS = 800;
const MAX_PURGED = 20_000;

/** Removes old records, for maintenance. @returns their number */
export async function purgeBillingRecords({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - KEPT_DAYS * 86_400_000).toISOString();
  const { rowCount } = await db.execute(sql`
    DELETE FROM billing_records WHERE id IN (SELECT id FROM billing_records WHERE stated_at < ${before} ORDER BY stated_at LIMIT ${MAX_PURGED})`);
  return rowCount ?? 0;
}
