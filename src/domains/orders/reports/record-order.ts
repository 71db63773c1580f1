import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { publishOrders } from '../events.ts';
import type { OrderParts } from '../parts.ts';
import { amendOrder } from './amend-order.ts';
import { ATTRIBUTION_COLUMNS, attributionValues, lockOrder, writeOrderEvent } from './order-row.ts';
import { type Channel, type OrderReport, readReport, type ToldOrder } from './read-report.ts';
import { type OrderFacts, refuseTooMuch, type SellingStore, type Settlement, settle } from './settle.ts';

/** What became of a report. */
export interface RecordedOrder {
  /** Our id of the order. */
  id: number;
  /** `known`: the order had been told of before, and this report has changed nothing. */
  outcome: 'recorded' | 'amended' | 'known';
}

/**
 * Records an order that was told of, once, however often and by whichever way it comes; it is valued, attributed and in the totals in one
 * transaction. What cannot be attributed is kept with the reason. A later report adds what the first did not know (see `amendOrder`).
 * @throws InvalidInput naming the field; NotFound when there is no such store
 */
export async function recordOrder(
  ctx: Pick<Context, 'db' | 'now'>,
  { calendar }: Pick<OrderParts, 'calendar'>,
  report: OrderReport,
): Promise<RecordedOrder> {
  const store = await findSellingStore(ctx.db, report.storeId);
  const now = ctx.now();
  const told = readReport(report, { storeCurrency: store.currency, now, calendar });
  const facts = { ...told, knownSince: null };
  const settlement = await settle(ctx.db, store, facts);
  refuseTooMuch(settlement);
  return ctx.db.transaction(async (tx) => {
    const id = await insertOrder(tx, store, facts, settlement, now);
    const recorded: RecordedOrder =
      id === null ? await amendKnown(tx, { store, told, now }) : { id, outcome: 'recorded' };
    if (id !== null) {
      await writeReported(tx, id, told, now);
      await publishOrders(tx, 'created', { ids: [id], at: now });
    }
    await noteCollector(tx, store.id, told.channel, now);
    return recorded;
  });
}

/** @throws NotFound when there is no such store */
async function findSellingStore(db: Database, id: number): Promise<SellingStore> {
  const { rows } = await db.execute<{ id: number; currency: string; window_days: number }>(sql`
    SELECT id, currency, attribution_window_days AS window_days FROM stores WHERE id = ${id} AND deleted_at IS NULL`);
  if (rows[0] === undefined) throw new NotFound('store');
  return { id: rows[0].id, currency: rows[0].currency, windowDays: rows[0].window_days };
}

/** The new order's id; null when there is one of this number already. */
async function insertOrder(
  tx: Database,
  store: SellingStore,
  order: ToldOrder & OrderFacts,
  { valueMinor, attribution }: Settlement,
  now: Date,
): Promise<number | null> {
  const at = now.toISOString();
  const { rows } = await tx.execute<{ id: number }>(sql`
    INSERT INTO orders (store_id, order_id, channel, order_at, day, original_minor, original_currency, value_minor, currency, voucher_code,
      click_id, created_at, updated_at, ${ATTRIBUTION_COLUMNS})
    SELECT ${store.id}, ${order.orderId}, ${order.channel}, ${order.orderAt.toISOString()}, ${order.day}, ${order.originalMinor},
      ${order.originalCurrency}, ${valueMinor}, ${store.currency}, ${order.voucherCode}, ${order.clickId}::uuid, ${at}, ${at},
      ${attributionValues(attribution)}
    ON CONFLICT (store_id, order_id) DO NOTHING RETURNING id`);
  return rows[0]?.id ?? null;
}

async function amendKnown(
  tx: Database,
  { store, told, now }: { store: SellingStore; told: ToldOrder; now: Date },
): Promise<RecordedOrder> {
  const order = await lockOrder(tx, { storeId: store.id, orderId: told.orderId });
  // Orders are never deleted: the insertion met one.
  if (order === null) throw new Error('an order is gone that was there');
  const isChanged = await amendOrder(tx, { store, order, told, now });
  return { id: order.id, outcome: isChanged ? 'amended' : 'known' };
}

function writeReported(tx: Database, orderRowId: number, told: ToldOrder, at: Date): Promise<void> {
  const details = { channel: told.channel, click: told.clickTold, voucher: told.voucherCode !== null };
  return writeOrderEvent(tx, { orderRowId, kind: 'reported', actorId: told.actorId, at, details });
}

/** When a way was last used; told to the minute, so that a busy shop's orders do not wait for each other. Written last, for the same reason. */
async function noteCollector(tx: Database, storeId: number, collector: Channel, now: Date): Promise<void> {
  const at = now.toISOString();
  await tx.execute(sql`
    INSERT INTO order_collectors AS c (store_id, collector, last_seen_at, updated_at) VALUES (${storeId}, ${collector}, ${at}, ${at})
    ON CONFLICT (store_id, collector) DO UPDATE SET last_seen_at = excluded.last_seen_at, updated_at = excluded.updated_at
    WHERE c.last_seen_at IS NULL OR c.last_seen_at < excluded.last_seen_at - interval '1 minute'`);
}
