import { sql } from 'drizzle-orm';
import { type Acting, userOf } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { sqlState } from '../../../platform/database/errors.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { UNRESOLVED } from '../attribution/reasons.ts';
import { publishOrders } from '../events.ts';
import { byStoreKey, isOfKind } from '../reports/order-row.ts';
import { refuseDecisions } from '../reports/selling-store.ts';
import { CREDIT_EXCEEDED } from '../reports/within-credit.ts';
import { changeOrder } from './change-order.ts';
import type { Denial } from './denial.ts';
import { deniedBy, LATEST_DECISION } from './own-denial.ts';
import { programOf } from './program.ts';

/** A decision about one order, identified by the store's order number, or about one event of a kind. */
export interface OrderDecision {
  orderId: string;
  status: 'approved' | 'denied';
  /** Why the order is denied; null or omitted: no reason was stated. */
  denial?: Denial | null;
}

/** The results of many decisions, as order numbers. */
export interface DecidedOrders {
  changed: string[];
  /** Already had this status. */
  unchanged: string[];
  /** Order numbers that the store does not have. */
  unknown: string[];
  /** Already have another decision, which the caller cannot undo. */
  refused: string[];
  /** Order numbers that were not approved, because a user must first resolve their contradictory reports. */
  unresolved: string[];
}

/**
 * Approves and denies many orders of a store, or events of one kind, in one transaction. If an order is listed twice, the last decision counts.
 * @throws RuleRefused `store_inactive`
 */
export async function decideOrders(
  ctx: Pick<Context, 'db' | 'now'> & { actor: Acting & { isAdmin?: boolean } },
  {
    storeId,
    decisions,
    eventKindId = null,
  }: { storeId: number; decisions: readonly OrderDecision[]; eventKindId?: number | null },
): Promise<DecidedOrders> {
  await refuseDecisions(ctx.db, { storeId, byAdmin: ctx.actor.isAdmin === true });
  const wanted = new Map(decisions.map((decision) => [decision.orderId, decision]));
  const rows = await ctx.db.transaction(async (tx) => {
    await reopenOwn({ ...ctx, db: tx }, { storeId, eventKindId, wanted });
    const decided = await decide(tx, { ...ctx, storeId, eventKindId, wanted });
    const changed = decided.filter(({ was, unresolved }) => was === 'pending' && !unresolved);
    await publishOrders(tx, 'updated', { ids: changed.map(({ id }) => id), at: ctx.now() });
    await auditDecisions(tx, ctx.actor, { storeId, changed, wanted, at: ctx.now() });
    return decided;
  });
  const before = new Map(rows.map((row) => [row.order_id, row.unresolved ? 'unresolved' : row.was]));
  const those = (is: (was: string | undefined, status: string) => boolean) =>
    [...wanted].filter(([orderId, { status }]) => is(before.get(orderId), status)).map(([orderId]) => orderId);
  return {
    changed: those((was) => was === 'pending'),
    unchanged: those((was, status) => was === status),
    unknown: those((was) => was === undefined),
    refused: those((was, status) => was !== undefined && was !== 'pending' && was !== 'unresolved' && was !== status),
    unresolved: those((was) => was === 'unresolved'),
  };
}

/** At most so many order numbers are in one entry of the audit log. */
const AUDITED_NUMBERS = 100;

/** Records who has decided the orders, in one entry. A program's decisions are in the orders' histories only. */
async function auditDecisions(
  tx: Database,
  actor: Acting,
  {
    storeId,
    changed,
    wanted,
    at,
  }: {
    storeId: number;
    changed: readonly { order_id: string }[];
    wanted: ReadonlyMap<string, OrderDecision>;
    at: Date;
  },
): Promise<void> {
  if (changed.length === 0 || programOf(actor.userId) !== null) return;
  const numbers = changed.map(({ order_id: number }) => number);
  const countOf = (status: string) => numbers.filter((number) => wanted.get(number)!.status === status).length;
  await writeAudit(tx, {
    actor,
    at,
    action: 'orders.decided',
    subjectKind: 'store',
    subjectId: storeId,
    details: { approved: countOf('approved'), denied: countOf('denied'), orders: numbers.slice(0, AUDITED_NUMBERS) },
  });
}

/**
 * Lets an API key of the store undo its own denials of orders that it approves now, in one statement. An order of a closed month stays denied. Orders whose
 * reports may have changed since follow them, one by one. If the store's credit does not cover all, they are undone one by one, as far as it reaches.
 */
async function reopenOwn(
  ctx: Pick<Context, 'db' | 'now'> & { actor: Acting },
  {
    storeId,
    eventKindId,
    wanted,
  }: { storeId: number; eventKindId: number | null; wanted: ReadonlyMap<string, OrderDecision> },
): Promise<void> {
  const program = programOf(ctx.actor.userId);
  if (program === null) return;
  const approved = [...wanted].filter(([, { status }]) => status === 'approved').map(([orderId]) => orderId);
  const { rows } = await ctx.db.execute<{ id: number; is_stale: boolean }>(sql`
    SELECT o.id, (SELECT count(*) > 1 OR max(r.at) >= d.at FROM order_reports r WHERE r.order_row_id = o.id) AS is_stale
    FROM orders o CROSS JOIN LATERAL (${LATEST_DECISION}) d
    WHERE o.store_id = ${storeId} AND ${isOfKind(sql`o.event_kind_id`, eventKindId)} AND o.order_id = ANY (${sql.param(approved)}::text[]) AND o.status = 'denied' AND ${deniedBy(program)}
      AND NOT is_in_closed_month(o.day) ORDER BY o.id FOR UPDATE OF o`);
  const stale = rows.filter((row) => row.is_stale).map(({ id }) => id);
  const fresh = rows.filter((row) => !row.is_stale).map(({ id }) => id);
  const isDone = await reopenAll(ctx, { ids: fresh, program });
  for (const id of isDone ? stale : [...fresh, ...stale])
    await changeOrder(ctx, { id }, { status: 'pending', actorId: ctx.actor.userId }).catch((error) => {
      if (!(error instanceof RuleRefused) && sqlState(error) !== CREDIT_EXCEEDED) throw error;
    });
}

/** Undoes denials. @returns false if the store's credit does not cover the orders, and nothing has changed */
async function reopenAll(
  ctx: Pick<Context, 'db' | 'now'> & { actor: Acting },
  { ids, program }: { ids: readonly number[]; program: string },
): Promise<boolean> {
  if (ids.length === 0) return true;
  const at = ctx.now().toISOString();
  const details = { from: 'denied', to: 'pending', channel: program, ...byStoreKey(ctx.actor.userId) };
  try {
    await ctx.db.transaction(async (inside) => {
      await inside.execute(sql`
        WITH undone AS (
          UPDATE orders SET status = 'pending', denial_reason = NULL, denial_note = NULL, updated_at = ${at}
          WHERE id = ANY (${sql.param([...ids])}::bigint[]) RETURNING id
        )
        INSERT INTO order_events (order_row_id, kind, actor_id, at, details)
        SELECT id, 'status', ${userOf(ctx.actor.userId)}::bigint, ${at}, ${JSON.stringify(details)}::jsonb FROM undone ORDER BY id`);
      await publishOrders(inside, 'updated', { ids, at: ctx.now() });
    });
    return true;
  } catch (error) {
    if (sqlState(error) !== CREDIT_EXCEEDED) throw error;
    return false;
  }
}

/** Applies the decisions to pending orders and returns the previous status of each order. */
async function decide(
  tx: Database,
  {
    storeId,
    eventKindId,
    wanted,
    actor,
    now,
  }: Pick<Context, 'now'> & {
    actor: Acting;
    storeId: number;
    eventKindId: number | null;
    wanted: ReadonlyMap<string, OrderDecision>;
  },
): Promise<readonly { id: number; order_id: string; was: string; unresolved: boolean }[]> {
  const at = now().toISOString();
  const program = programOf(actor.userId);
  const by = { ...byStoreKey(actor.userId), ...(program === null ? {} : { channel: program }) };
  const decisions = [...wanted.values()];
  const statuses = decisions.map(({ status }) => status);
  const reasons = decisions.map(({ denial }) => denial?.reason ?? null);
  const notes = decisions.map(({ denial }) => denial?.note ?? null);
  // In the order of their ids, so that two callers do not deadlock.
  const { rows } = await tx.execute<{ id: number; order_id: string; was: string; unresolved: boolean }>(sql`
    WITH named AS (
      SELECT o.id, o.order_id, o.status AS was, n.status, n.denial_reason, n.denial_note,
        n.status = 'approved' AND o.status = 'pending' AND coalesce(o.unattributed_reason = ANY (${sql.param([...UNRESOLVED])}::text[]), false) AS unresolved
      FROM orders o
      JOIN unnest(${sql.param([...wanted.keys()])}::text[], ${sql.param(statuses)}::text[], ${sql.param(reasons)}::text[], ${sql.param(notes)}::text[])
        AS n (order_id, status, denial_reason, denial_note) ON n.order_id = o.order_id
      WHERE o.store_id = ${storeId} AND ${isOfKind(sql`o.event_kind_id`, eventKindId)} ORDER BY o.id FOR UPDATE OF o
    ), changed AS (
      UPDATE orders o SET status = n.status, denial_reason = n.denial_reason, denial_note = n.denial_note, updated_at = ${at}
      FROM named n WHERE o.id = n.id AND n.was = 'pending' AND NOT n.unresolved RETURNING o.id
    ), noted AS (
      INSERT INTO order_events (order_row_id, kind, actor_id, at, details)
      SELECT n.id, 'status', ${userOf(actor.userId)}, ${at}, jsonb_strip_nulls(jsonb_build_object('from', n.was, 'to', n.status, 'denial_reason', n.denial_reason, 'denial_note', n.denial_note))
          || ${JSON.stringify(by)}::jsonb
      FROM named n JOIN changed c ON c.id = n.id ORDER BY n.id
    )
    SELECT id, order_id, was, unresolved FROM named`);
  return rows;
}
