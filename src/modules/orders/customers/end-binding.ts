import { sql } from 'drizzle-orm';
import { userOf } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';

/**
 * Ends a binding by a decision of the store: orders from now on no longer follow it, and the customer can be won again. The creator reads the reason.
 * @throws RuleRefused `binding_ended`
 */
export async function endBinding(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { id, storeId, reason }: { id: number; storeId: number; reason: string },
): Promise<void> {
  const at = ctx.now().toISOString();
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ user_id: number; first_order_id: number }>(sql`
      UPDATE customer_bindings SET ended_at = greatest(begins_at, ${at}::timestamptz), ended_reason = 'by_store', ended_note = ${reason}, ended_by = ${userOf(ctx.actor.userId)}
      WHERE id = ${id} AND store_id = ${storeId} AND ended_at IS NULL AND (ends_at IS NULL OR ends_at > ${at}) RETURNING user_id, first_order_id`);
    const ended = rows[0];
    if (ended === undefined) throw new RuleRefused('binding_ended', 'The binding has ended already.');
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'store.customer_binding_ended',
      subjectKind: 'store',
      subjectId: storeId,
      details: { binding_id: id, user_id: ended.user_id, order_id: ended.first_order_id, reason },
    });
  });
}

/**
 * Erases the key with which the references of the customers of a store are hashed, and ends all bindings: the stored hashes say nothing from then on, and nobody is
 * recognized again. Later reports have hashes with a new key.
 * @returns the number of bindings that have ended
 */
export async function forgetCustomers(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { storeId }: { storeId: number },
): Promise<number> {
  const at = ctx.now().toISOString();
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`DELETE FROM customer_keys WHERE store_id = ${storeId}`);
    const { rowCount } = await tx.execute(sql`
      UPDATE customer_bindings SET ended_at = greatest(begins_at, ${at}::timestamptz), ended_reason = 'forgotten', ended_by = ${userOf(ctx.actor.userId)}
      WHERE store_id = ${storeId} AND ended_at IS NULL`);
    const bindings = rowCount ?? 0;
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'store.customers_forgotten',
      subjectKind: 'store',
      subjectId: storeId,
      details: { bindings },
    });
    return bindings;
  });
}
