import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Conflict, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { holdClosing } from '../period-routes/closed-months.ts';
import { summarise, type VoidSummary } from './effect.ts';
import { checkFilter, itemsOf, type VoidFilter, type VoidKind } from './find-items.ts';
import { requireFew } from './preview-void.ts';

/** The actor and the time of a void or of its undoing. */
export interface VoidRequest {
  voidId: number;
  actorId: number;
  /** ISO 8601. */
  at: string;
}

/**
 * Voids clicks, orders or one-time payments exactly as they were previewed. They no longer cost or earn anything, and their
 * totals and budgets are updated in the same transaction. The next closing books the difference; until then it is not payable.
 * @param fingerprint of the preview
 * @throws InvalidInput for an insufficient filter; RuleRefused `nothing_to_void`, `too_many_items`; Conflict `preview_changed`
 *   when a matching record has changed; Unavailable while a month is being closed
 */
export async function makeVoid(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { filter, fingerprint, reason }: { filter: VoidFilter; fingerprint: string; reason: string },
): Promise<{ voidId: number; summary: VoidSummary }> {
  checkFilter(filter);
  return ctx.db.transaction(async (tx) => {
    await holdVoids(tx);
    const at = ctx.now().toISOString();
    const actorId = ctx.actor.userId;
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO voids (kind, reason, filter, fingerprint, created_by, created_at)
      VALUES (${filter.kind}, ${reason}, ${JSON.stringify(filter)}::jsonb, ${fingerprint}, ${actorId}, ${at}) RETURNING id`);
    const voidId = rows[0]!.id;
    await tx.execute(sql`
      INSERT INTO void_items (void_id, item, store_id, user_id, agency_id, campaign_id, day, currency, cost_minor, user_minor, agency_minor, link_id,
        source, status_before)
      SELECT ${voidId}, found.* FROM (${itemsOf(filter, { isLocked: true })}) found`);
    const summary = await summarise(tx, sql`void_items WHERE void_id = ${voidId}`);
    requireFew(summary);
    if (summary.items === 0) throw new RuleRefused('nothing_to_void', 'No matching record counts and can be voided.');
    if (summary.fingerprint !== fingerprint)
      throw new Conflict('preview_changed', 'The matching records differ from the preview. Request the preview again.');
    const turned = await VOIDERS[filter.kind](tx, { voidId, actorId, at });
    if (turned !== summary.items)
      throw new Conflict('preview_changed', 'A matching record has changed meanwhile. Request the preview again.');
    await writeAudit(tx, {
      actorId,
      action: `${filter.kind}.voided`,
      subjectKind: 'void',
      subjectId: voidId,
      details: { reason, filter, items: summary.items, before: summary.effects, after: [] },
    });
    return { voidId, summary };
  });
}

/**
 * Serializes the creation and the undoing of voids, and prevents closings meanwhile, because a closing books a void completely or
 * not at all. Clicks that are old enough to be purged are kept until the transaction ends.
 * @throws Unavailable while a month is being closed
 */
export async function holdVoids(tx: Database): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('voids'))`);
  await holdClosing(tx);
  await tx.execute(sql`SELECT FROM click_retention FOR SHARE`);
}

/** The functions that void the items of a void; each returns the number of items. */
const VOIDERS: Record<VoidKind, (tx: Database, turning: VoidRequest) => Promise<number>> = {
  async clicks(tx, { voidId }) {
    const { rows } = await tx.execute<{ turned: number }>(sql`SELECT turn_clicks(${voidId}, -1) AS turned`);
    return rows[0]!.turned;
  },
  async orders(tx, { voidId, actorId, at }) {
    const { rowCount } = await tx.execute(sql`
      WITH turned AS (
        UPDATE orders o SET status = 'denied', updated_at = ${at} FROM void_items v
        WHERE v.void_id = ${voidId} AND o.id = v.item::bigint AND o.status = v.status_before RETURNING o.id, v.status_before
      )
      INSERT INTO order_events (order_row_id, kind, actor_id, at, details)
      SELECT id, 'voided', ${actorId}::bigint, ${at}::timestamptz, jsonb_build_object('void_id', ${voidId}::bigint, 'from', status_before, 'to', 'denied') FROM turned`);
    return rowCount ?? 0;
  },
  async one_time_payments(tx, { voidId, at }) {
    const { rowCount } = await tx.execute(sql`
      UPDATE one_time_payments t SET void_id = ${voidId}, updated_at = ${at} FROM void_items v
      WHERE v.void_id = ${voidId} AND t.id = v.item::bigint AND t.void_id IS NULL`);
    return rowCount ?? 0;
  },
};
