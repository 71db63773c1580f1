import { sql } from 'drizzle-orm';
import type { Context, Logger } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { formatError } from '../../../platform/http/error-format.ts';
import { decideOrders } from '../changes/decide-orders.ts';
import type { KeptReport } from '../collectors/keep-unconfirmed.ts';
import type { OrderDeps } from '../deps.ts';
import { recordOrder } from '../reports/record-order.ts';
import { refuseDecisions } from '../reports/selling-store.ts';
import { type RefusedReport, UNSIGNED_UNATTRIBUTED } from './list-unconfirmed.ts';

/** What happens to the kept reports of an hour, or to its orders that unsigned pages reported and that lead to nobody. */
export const UNCONFIRMED_DECISIONS = ['record', 'discard', 'deny_orders'] as const;
export type UnconfirmedDecision = (typeof UNCONFIRMED_DECISIONS)[number];

const HOUR_MS = 3_600_000;
/** Reports that one call records or tries to record; each is a transaction of its own. */
const MAX_TRIED = 200;
/** Orders that one call denies. */
const MAX_DENIED = 1_000;

/** The effect of one call. */
export interface DecidedUnconfirmed {
  /** Reports that were recorded or discarded, or orders that were denied. */
  changed: number;
  /** What the decision still has to do: repeat the call. Reports that cannot be recorded are not part of it. */
  remaining: number;
  /** Reports of this call that cannot be recorded. They are kept. */
  refused: RefusedReport[];
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
 * that was reported meanwhile. One that cannot be recorded is kept with the reason, and the others are recorded. `discard` removes them. `deny_orders` denies the pending orders of the hour that only unsigned pages reported and that lead to
 * nobody.
 * @throws RuleRefused `store_inactive`
 */
export async function decideUnconfirmed(
  ctx: Pick<Context, 'db' | 'now' | 'actor' | 'log'>,
  deps: Pick<OrderDeps, 'calendar'>,
  { decision, ...hour }: Hour & { decision: UnconfirmedDecision },
): Promise<DecidedUnconfirmed> {
  await refuseDecisions(ctx.db, { storeId: hour.storeId, byAdmin: ctx.actor.isAdmin });
  if (decision === 'deny_orders') return denyOrders(ctx, hour);
  if (decision === 'discard') {
    const { rowCount } = await ctx.db.execute(sql`DELETE FROM unconfirmed_reports r WHERE ${isOf(hour)}`);
    return { changed: rowCount ?? 0, remaining: 0, refused: [] };
  }
  const refused: RefusedReport[] = [];
  let changed = 0;
  const day = hour.hour.toISOString().slice(0, 10);
  while (changed + refused.length < MAX_TRIED) {
    const result = await recordNext(ctx, deps, { ...hour, tried: refused.map(({ id }) => id) });
    if (result === null) break;
    if (result === 'recorded') changed += 1;
    else refused.push(result);
  }
  await ctx.db.execute(sql`
    UPDATE store_report_totals SET confirmed = confirmed + ${changed}
    WHERE store_id = ${hour.storeId} AND day = ${day}::date AND channel = 'sales_pixel'`);
  const { rows } = await ctx.db.execute<{ n: number }>(
    sql`SELECT count(*) AS n FROM unconfirmed_reports r WHERE ${isOf(hour)} AND r.tried_at IS NULL`,
  );
  return { changed, remaining: rows[0]!.n, refused };
}

const isOf = ({ storeId, hour, attributed }: Hour) => sql`r.store_id = ${storeId}
  AND r.received_at >= ${hour.toISOString()} AND r.received_at < ${new Date(hour.getTime() + HOUR_MS).toISOString()}
  AND (${attributed}::boolean IS NULL OR r.attributed = ${attributed}::boolean)`;

type ReportRow = { id: number; order_id: string; report: KeptReport; order_at: string | null; received_at: string };

/**
 * Records the next kept report of the hour that no other call is recording: those that were not tried before, then the others, each once in a call.
 * @returns null if there is none; the reason if it cannot be recorded
 */
async function recordNext(
  ctx: Pick<Context, 'db' | 'now' | 'log'>,
  deps: Pick<OrderDeps, 'calendar'>,
  hour: Hour & { tried: readonly number[] },
): Promise<'recorded' | RefusedReport | null> {
  return ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<ReportRow>(sql`
      SELECT r.id, r.order_id, r.report, r.order_at, r.received_at FROM unconfirmed_reports r
      WHERE ${isOf(hour)} AND r.id <> ALL (${sql.param([...hour.tried])}::bigint[])
      ORDER BY r.tried_at NULLS FIRST, r.received_at, r.id LIMIT 1 FOR UPDATE SKIP LOCKED`);
    const row = rows[0];
    if (row === undefined) return null;
    try {
      // A savepoint: what a refused report has written is undone.
      await tx.transaction((inside) => replay({ db: inside, now: ctx.now }, deps, { row, storeId: hour.storeId }));
      return 'recorded';
    } catch (error) {
      const refused = {
        id: row.id,
        orderId: row.order_id,
        receivedAt: new Date(row.received_at),
        ...refusalOf(error, ctx.log),
      };
      await tx.execute(sql`
        UPDATE unconfirmed_reports SET tried_at = ${ctx.now().toISOString()}, refusal = ${refused.reason}, refusal_code = ${refused.code}
        WHERE id = ${row.id}`);
      return refused;
    }
  });
}

async function replay(
  ctx: Pick<Context, 'db' | 'now'>,
  deps: Pick<OrderDeps, 'calendar'>,
  { row, storeId }: { row: ReportRow; storeId: number },
): Promise<void> {
  await ctx.db.execute(sql`DELETE FROM unconfirmed_reports WHERE id = ${row.id}`);
  const { reportedClick, clickId, ...report } = row.report;
  await recordOrder(ctx, deps, {
    ...report,
    storeId,
    orderId: row.order_id,
    // A report that named a click without the form of one still contradicts others.
    clickId: clickId ?? (reportedClick ? 'unreadable' : null),
    orderAt: new Date(row.order_at ?? row.received_at),
    channel: 'sales_pixel',
    isDecision: true,
    signed: false,
    actorId: null,
  });
}

/**
 * The reason for the store. A report whose recording fails in an unexpected way does not stop the others, either.
 * @throws the error of a database that does not answer
 */
function refusalOf(error: unknown, log: Logger): Pick<RefusedReport, 'code' | 'reason'> {
  const { status, body } = formatError(error, '');
  if (status === 503) throw error;
  if (status >= 500) log.error({ err: error }, 'a kept report could not be recorded');
  if (error instanceof InvalidInput)
    return {
      code: null,
      reason: Object.entries(error.errors)
        .map(([field, says]) => `${field} ${says.join(', ')}`)
        .join('; '),
    };
  return { code: typeof body.error === 'string' ? body.error : null, reason: String(body.message) };
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
  return { changed: changed.length, remaining: left.rows[0]!.n, refused: [] };
}
