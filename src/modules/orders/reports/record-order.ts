import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { isGiftOrder, isGiftOrderSql, lockShopOrder } from '../../campaigns/index.ts';
import { CLOCK_TOLERANCE_MS, SLOW_CLOCK_MS } from '../clock-tolerance.ts';
import { addCustomer } from '../customers/add-customer.ts';
import { bindCustomer } from '../customers/bind-customer.ts';
import { bindOrSettleAgain } from '../customers/settle-again.ts';
import type { OrderDeps } from '../deps.ts';
import { publishOrders } from '../events.ts';
import { applyReport } from './apply-report.ts';
import { linesValue } from './lines.ts';
import { keepReport } from './order-reports.ts';
import {
  ATTRIBUTION_COLUMNS,
  attributionValues,
  lockOrder,
  RULE_COLUMNS,
  ruleValues,
  writeOrderEvent,
} from './order-row.ts';
import { type Channel, type OrderReport, type ReportedOrder, readReport } from './read-report.ts';
import { findSellingStore, isCounted, refuseShopsReport, type SellingStore } from './selling-store.ts';
import { refuseTooMuch, type Settlement, settle } from './settle.ts';
import type { Warning } from './warnings.ts';
import { withinCredit } from './within-credit.ts';

/** The result of a report. */
export interface RecordedOrder {
  /** The id of the order. */
  id: number;
  /** `known`: the order was reported before, and this report changed nothing. */
  outcome: 'recorded' | 'amended' | 'known';
  /** Details of the report that were dropped, cut or replaced. */
  warnings: readonly Warning[];
}

/** A validated report with its store, value and attribution; nothing is written yet. */
export interface PreparedReport {
  store: SellingStore;
  reported: ReportedOrder;
  /** Whether the rules of the store count it. */
  counts: boolean;
  settlement: Settlement;
  now: Date;
}

/**
 * Validates, values and attributes a report without writing anything.
 * @throws InvalidInput naming the field; NotFound if the store does not exist; RuleRefused `store_inactive`, `way_not_counted` for a store's plugin
 *   and server, `gift_order` for the number of a gift
 */
export async function prepareReport(
  ctx: Pick<Context, 'db' | 'now'>,
  { calendar }: Pick<OrderDeps, 'calendar'>,
  report: OrderReport,
): Promise<PreparedReport> {
  const store = await findSellingStore(ctx.db, report.storeId);
  refuseShopsReport(store, report.channel);
  const now = ctx.now();
  const reported = readReport(report, { storeCurrency: store.currency, now, calendar });
  await refuseGift(ctx.db, store, reported);
  const counts = isCounted(store, reported);
  const settlement = await settleNew(ctx.db, { store, reported, counts });
  refuseTooMuch(settlement);
  return { store, reported, counts, settlement, now };
}

/** Nobody earns with a gift, not even a fixed amount for each order. @throws RuleRefused `gift_order` */
async function refuseGift(db: Database, store: SellingStore, reported: ReportedOrder): Promise<void> {
  if (reported.event === null && (await isGiftOrder(db, shopOrderOf(store, reported))))
    throw new RuleRefused('gift_order', 'This order is a gift of a campaign, and no sale.');
}

const shopOrderOf = (store: SellingStore, { orderId }: ReportedOrder) => ({ storeId: store.id, shopOrder: orderId });

/** Values and attributes an order that is not known yet. */
async function settleNew(
  db: Database,
  { store, reported, counts }: Pick<PreparedReport, 'store' | 'reported' | 'counts'>,
): Promise<Settlement> {
  const { event, customerHash: hash } = reported;
  const ownWindowDays = event?.kind.windowDays ?? null;
  const customer = event === null && hash !== null ? { hash, orderId: null } : null;
  const settled = await settle(db, store, { ...reported, knownSince: null, ownWindowDays, customer });
  return counts ? settled : { ...settled, attribution: { by: 'none', reason: 'unconfirmed' } };
}

/**
 * Records a reported order exactly once, however often and by whichever way it is reported, unless its number is that of a gift. It is valued, attributed and added to the totals in one
 * transaction. An order that cannot be attributed is stored with the reason. A later report completes, corrects or disputes the order (see
 * `applyReport`). Reports that the store's rules do not count are stored without effect.
 * @throws as `prepareReport`
 */
export async function recordOrder(
  ctx: Pick<Context, 'db' | 'now'>,
  deps: Pick<OrderDeps, 'calendar'>,
  report: OrderReport,
): Promise<RecordedOrder> {
  return recordPrepared(ctx, await prepareReport(ctx, deps, report));
}

/** Records a report that `prepareReport` has validated. @throws RuleRefused `gift_order`, also if the number has become that of a gift meanwhile */
export async function recordPrepared(ctx: Pick<Context, 'db'>, prepared: PreparedReport): Promise<RecordedOrder> {
  const { store, reported, counts, settlement, now } = prepared;
  const outcome = await ctx.db.transaction(async (tx) => {
    if (reported.event === null) await lockShopOrder(tx, shopOrderOf(store, reported), 'sale');
    const id = await withinCredit(tx, settlement, (inside, covered) =>
      insertOrder(inside, store, reported, covered, now),
    );
    if (id !== null && reported.customerHash !== null)
      await bindOrSettleAgain(tx, { orderId: id, settlement, now, again: () => settleNew(tx, prepared) });
    if (id === null) await refuseGift(tx, store, reported);
    const recorded: RecordedOrder =
      id === null ? await amendKnown(tx, { store, reported, counts, now }) : { id, outcome: 'recorded', warnings: [] };
    if (id !== null) {
      await keepReport(tx, { orderRowId: id, reported, counts, at: now });
      await writeReported(tx, id, reported, now);
      await publishOrders(tx, 'created', { ids: [id], at: now });
    }
    if (reported.isDecision !== true) await noteCollector(tx, store.id, reported.channel, now);
    return recorded;
  });
  return { ...outcome, warnings: [...reported.warnings, ...clockWarnings(reported), ...outcome.warnings] };
}

/** Warns of a store's clock that is slow: by it, the order was placed before the click that led to it. The id of a click begins with its time. */
function clockWarnings({ clickId, orderAt }: ReportedOrder): Warning[] {
  const clickMs = clickId === null ? 0 : Number.parseInt(clickId.replace('-', '').slice(0, 12), 16);
  const behindMs = clickMs - orderAt.getTime();
  if (behindMs <= CLOCK_TOLERANCE_MS || behindMs > SLOW_CLOCK_MS) return [];
  const minutes = Math.round(behindMs / 60_000);
  return [
    { field: 'order_at', message: `is ${minutes} minutes before the click; please check the clock of the server` },
  ];
}

/** Inserts the order and returns its id; null if the number exists already, or has become that of a gift since the report was prepared. */
async function insertOrder(
  tx: Database,
  store: SellingStore,
  order: ReportedOrder,
  { valueMinor, attribution, applied, voucherCode }: Settlement,
  now: Date,
): Promise<number | null> {
  const at = now.toISOString();
  const { event } = order;
  const { rows } = await tx.execute<{ id: number }>(sql`
    INSERT INTO orders (store_id, order_id, channel, order_at, day, original_minor, original_currency, value_minor, currency, voucher_code, reported_codes,
      click_id, signed, created_at, updated_at, lines, customer, event_kind_id, own_window_days, customer_hash, follows_id, ${RULE_COLUMNS}, ${ATTRIBUTION_COLUMNS})
    SELECT ${store.id}, ${order.orderId}, ${order.channel}, ${order.orderAt.toISOString()}, ${order.day}, ${order.originalMinor},
      ${order.originalCurrency}, ${valueMinor}, ${store.currency}, ${voucherCode}, nullif(${order.voucherCode}::text, ${voucherCode}::text), ${order.clickId}::uuid, ${order.signed}::boolean, ${at}, ${at},
      ${linesValue(order.lines)}, ${order.customer}::text, ${event?.kind.id ?? null}::bigint, ${event?.kind.windowDays ?? null}::smallint,
      ${order.customerHash}::bytea, ${event?.followsId ?? null}::bigint, ${ruleValues(applied)}, ${attributionValues(attribution)}
    WHERE ${event !== null}::boolean OR NOT ${isGiftOrderSql(shopOrderOf(store, order))}
    ON CONFLICT (store_id, order_id, event_kind_id) DO NOTHING RETURNING id`);
  return rows[0]?.id ?? null;
}

async function amendKnown(
  tx: Database,
  { store, reported, counts, now }: { store: SellingStore; reported: ReportedOrder; counts: boolean; now: Date },
): Promise<RecordedOrder> {
  const order = await lockOrder(tx, {
    storeId: store.id,
    orderId: reported.orderId,
    eventKindId: reported.event?.kind.id ?? null,
  });
  // Orders are never deleted, and the insertion found one.
  if (order === null) throw new Error('an order is gone that was there');
  const customer = await addCustomer(tx, order, counts ? reported.customerHash : null);
  const { isAdded: isCompleted } = customer;
  const known = { store, order: customer.order, reported, counts, isCompleted, now };
  const { isChanged, warnings } = await applyReport(tx, known);
  // A pending order binds its customer when it is attributed again.
  if (isCompleted && order.status === 'approved') await bindCustomer(tx, { orderId: order.id, now });
  return {
    id: order.id,
    outcome: isChanged || isCompleted ? 'amended' : 'known',
    warnings: [...customer.warnings, ...warnings],
  };
}

function writeReported(tx: Database, orderRowId: number, reported: ReportedOrder, at: Date): Promise<void> {
  const details = { channel: reported.channel, click: reported.reportedClick, voucher: reported.voucherCode !== null };
  return writeOrderEvent(tx, { orderRowId, kind: 'reported', actorId: reported.actorId, at, details });
}

/** Updates the time at which a way was last used, to the minute and last, so that concurrent orders of a store do not wait for each other. */
async function noteCollector(tx: Database, storeId: number, collector: Channel, now: Date): Promise<void> {
  const at = now.toISOString();
  await tx.execute(sql`
    INSERT INTO order_collectors AS c (store_id, collector, last_seen_at, updated_at) VALUES (${storeId}, ${collector}, ${at}, ${at})
    ON CONFLICT (store_id, collector) DO UPDATE SET last_seen_at = excluded.last_seen_at, updated_at = excluded.updated_at
    WHERE c.last_seen_at IS NULL OR c.last_seen_at < excluded.last_seen_at - interval '1 minute'`);
}
