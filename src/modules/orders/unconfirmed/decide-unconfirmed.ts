import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { decideOrders } from '../changes/decide-orders.ts';
import type { KeptReport } from '../collectors/keep-unconfirmed.ts';
import type { OrderDeps } from '../deps.ts';
import { recordOrder } from '../reports/record-order.ts';
import { refuseDecisions } from '../reports/selling-store.ts';
import { UNSIGNED_UNATTRIBUTED } from './list-unconfirmed.ts';

/** What happens to the kept reports of an hour, or to its orders that unsigned pages reported and that lead to nobody. */
export const UNCONFIRMED_DECISIONS = ['record', 'discard', 'deny_orders'] as const;
export type UnconfirmedDecision = (typeof UNCONFIRMED_DECISIONS)[number];

const HOUR_MS = 3_600_000;
/** Reports that one call records; each is a transaction of its own. */
const MAX_RECORDED = 200;
/** Orders that one call denies. */
const MAX_DENIED = 1_000;

/** The effect of one call. */
export interface DecidedUnconfirmed {
  /** Reports that were recorded or discarded, or orders that were denied. */
  changed: number;
  /** What the decision still has to do: repeat the call. */
  remaining: number;
}

/** An hour of a store, and which of its kept reports are meant. */
interface Hour {
  storeId: number;
  hour: Date;
  /** Only those that did, or did not, lead to a creator when they arrived; null: all. */
  attributed: boolean | null;
}

/**
 * Decides about the unconfirmed reports of one hour (UTC). `record` replays each of them as when it arrived, so that it becomes an order, or part of the order
 * that was reported meanwhile. `discard` removes them. `deny_orders` denies the pending orders of the hour that only unsigned pages reported and that lead to
 * nobody.
 * @throws RuleRefused `store_inactive`
 */
export async function decideUnconfirmed(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  deps: Pick<OrderDeps, 'calendar'>,
  { decision, ...hour }: Hour & { decision: UnconfirmedDecision },
): Promise<DecidedUnconfirmed> {
  await refuseDecisions(ctx.db, { storeId: hour.storeId, byAdmin: ctx.actor.isAdmin });
  if (decision === 'deny_orders') return denyOrders(ctx, hour);
  if (decision === 'discard') {
    const { rowCount } = await ctx.db.execute(sql`DELETE FROM unconfirmed_reports r WHERE ${isOf(hour)}`);
    return { changed: rowCount ?? 0, remaining: 0 };
  }
  let changed = 0;
  const day = hour.hour.toISOString().slice(0, 10);
  while (changed < MAX_RECORDED && (await recordNext(ctx, deps, hour))) changed += 1;
  await ctx.db.execute(sql`
    UPDATE store_report_totals SET confirmed = confirmed + ${changed}
    WHERE store_id = ${hour.storeId} AND day = ${day}::date AND channel = 'sales_pixel'`);
  const { rows } = await ctx.db.execute<{ n: number }>(
    sql`SELECT count(*) AS n FROM unconfirmed_reports r WHERE ${isOf(hour)}`,
  );
  return { changed, remaining: rows[0]!.n };
}

const isOf = ({ storeId, hour, attributed }: Hour) => sql`r.store_id = ${storeId}
  AND r.received_at >= ${hour.toISOString()} AND r.received_at < ${new Date(hour.getTime() + HOUR_MS).toISOString()}
  AND (${attributed}::boolean IS NULL OR r.attributed = ${attributed}::boolean)`;

/** Records the oldest kept report of the hour that no other call is recording. @returns false if there is none */
async function recordNext(
  ctx: Pick<Context, 'db' | 'now'>,
  deps: Pick<OrderDeps, 'calendar'>,
  hour: Hour,
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{
      order_id: string;
      report: KeptReport;
      order_at: string | null;
      received_at: string;
    }>(sql`
      DELETE FROM unconfirmed_reports WHERE id = (
        SELECT r.id FROM unconfirmed_reports r WHERE ${isOf(hour)} ORDER BY r.received_at, r.id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING order_id, report, order_at, received_at`);
    const row = rows[0];
    if (row === undefined) return false;
    const { reportedClick, clickId, ...report } = row.report;
    await recordOrder({ db: tx, now: ctx.now }, deps, {
      ...report,
      storeId: hour.storeId,
      orderId: row.order_id,
      // A report that named a click without the form of one still contradicts others.
      clickId: clickId ?? (reportedClick ? 'unreadable' : null),
      orderAt: new Date(row.order_at ?? row.received_at),
      channel: 'sales_pixel',
      signed: false,
      actorId: null,
    });
    return true;
  });
}

async function denyOrders(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { storeId, hour }: Hour,
): Promise<DecidedUnconfirmed> {
  const ofHour = sql`o.store_id = ${storeId} AND ${UNSIGNED_UNATTRIBUTED}
    AND o.created_at >= ${hour.toISOString()} AND o.created_at < ${new Date(hour.getTime() + HOUR_MS).toISOString()}`;
  const { rows } = await ctx.db.execute<{ order_id: string }>(
    sql`SELECT o.order_id FROM orders o WHERE ${ofHour} ORDER BY o.id LIMIT ${MAX_DENIED}`,
  );
  const decisions = rows.map(({ order_id: orderId }) => ({
    orderId,
    status: 'denied' as const,
    denial: { reason: 'fraud' as const, note: null },
  }));
  const { changed } = await decideOrders(ctx, { storeId, decisions });
  const left = await ctx.db.execute<{ n: number }>(sql`SELECT count(*) AS n FROM orders o WHERE ${ofHour}`);
  return { changed: changed.length, remaining: left.rows[0]!.n };
}
