import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { sqlState } from '../../../platform/database/errors.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { summarise } from './effect.ts';
import type { VoidKind } from './find-items.ts';
import { holdVoids, type VoidRequest } from './make-void.ts';

/** `turn_clicks`: a cap does not permit restoring the clicks. */
const NO_ROOM = 'TRB03';

/**
 * Undoes a void as a whole: its clicks, orders or payments count, cost and earn as before, and the next closing books them again.
 * @throws NotFound; RuleRefused `void_undone`; `budget_used_up` when the campaign’s or store’s caps no longer permit the clicks;
 *   `credit_limit` (raised by the database) when the store’s credit does not cover them; `clicks_purged` when clicks have been
 *   purged, `items_changed` when another change prevents the previous state; Unavailable while a month is being closed
 */
export async function undoVoid(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { voidId, reason }: { voidId: number; reason: string },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await holdVoids(tx);
    const at = ctx.now().toISOString();
    const actorId = ctx.actor.userId;
    const { rows } = await tx.execute<{ kind: VoidKind; is_undone: boolean }>(
      sql`SELECT kind, undone_at IS NOT NULL AS is_undone FROM voids WHERE id = ${voidId} FOR UPDATE`,
    );
    const found = rows[0];
    if (found === undefined) throw new NotFound('void');
    if (found.is_undone) throw new RuleRefused('void_undone', 'This void has been undone already.');
    const summary = await summarise(tx, sql`void_items WHERE void_id = ${voidId}`);
    const restored = await RESTORERS[found.kind](tx, { voidId, actorId, at });
    if (restored !== summary.items)
      throw found.kind === 'clicks'
        ? new RuleRefused('clicks_purged', 'Some of these clicks are no longer kept, so the void cannot be undone.')
        : new RuleRefused(
            'items_changed',
            'Some of what was voided has been changed since, so the void cannot be undone.',
          );
    await tx.execute(sql`
      UPDATE voids SET undone_at = ${at}, undone_by = ${actorId}, undo_reason = ${reason} WHERE id = ${voidId}`);
    await writeAudit(tx, {
      actorId,
      action: `${found.kind}.void_undone`,
      subjectKind: 'void',
      subjectId: voidId,
      details: { reason, items: summary.items, before: [], after: summary.effects },
    });
  });
}

/** The functions that restore the items of a void; each returns the number of items. */
const RESTORERS: Record<VoidKind, (tx: Database, turning: VoidRequest) => Promise<number>> = {
  async clicks(tx, { voidId }) {
    try {
      const { rows } = await tx.execute<{ turned: number }>(sql`SELECT turn_clicks(${voidId}, 1) AS turned`);
      return rows[0]!.turned;
    } catch (error) {
      if (sqlState(error) !== NO_ROOM) throw error;
      throw new RuleRefused(
        'budget_used_up',
        'The remaining budget of a campaign does not cover these clicks. Raise its limit first.',
      );
    }
  },
  async orders(tx, { voidId, actorId, at }) {
    const { rowCount } = await tx.execute(sql`
      WITH turned AS (
        UPDATE orders o SET status = v.status_before, updated_at = ${at} FROM void_items v
        WHERE v.void_id = ${voidId} AND o.id = v.item::bigint AND o.status = 'denied' RETURNING o.id, v.status_before
      )
      INSERT INTO order_events (order_row_id, kind, actor_id, at, details)
      SELECT id, 'void_undone', ${actorId}::bigint, ${at}::timestamptz, jsonb_build_object('void_id', ${voidId}::bigint, 'from', 'denied', 'to', status_before) FROM turned`);
    return rowCount ?? 0;
  },
  async one_time_payments(tx, { voidId, at }) {
    const { rowCount } = await tx.execute(
      sql`UPDATE one_time_payments SET void_id = NULL, updated_at = ${at} WHERE void_id = ${voidId}`,
    );
    return rowCount ?? 0;
  },
};
