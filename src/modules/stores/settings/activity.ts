import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { publishStore } from '../events.ts';
import { endPromisesOfStore, keepPromisedTerms } from '../promised-terms/keep-promised-terms.ts';

/** Whether a store is active. The links of an inactive store earn nothing, but still redirect shoppers. */
export interface StoreActivity {
  id: number;
  name: string;
  /** Null if the store is active. */
  deactivatedAt: Date | null;
}

/**
 * Deactivates or activates a store; repeating it changes nothing. Call `refreshIndex` afterwards to update URL matching.
 * @throws NotFound when the store does not exist or is deleted
 */
export async function setStoreActive(
  { db, actor, now }: Context,
  { storeId, active }: { storeId: number; active: boolean },
): Promise<StoreActivity> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ name: string; deactivated_at: string | null }>(
      sql`SELECT name, deactivated_at FROM stores WHERE id = ${storeId} AND deleted_at IS NULL FOR NO KEY UPDATE`,
    );
    if (rows[0] === undefined) throw new NotFound('store');
    const { name, deactivated_at: before } = rows[0];
    if ((before === null) === active) {
      return { id: storeId, name, deactivatedAt: before === null ? null : new Date(before) };
    }
    const at = now();
    const since = active ? null : at.toISOString();
    if (!active && actor.isAdmin)
      await endPromisesOfStore(
        { db: tx, actor, now },
        { storeId, reason: 'The administration has deactivated the store.' },
      );
    await tx.execute(
      sql`UPDATE stores SET deactivated_at = ${since}, updated_at = ${at.toISOString()} WHERE id = ${storeId}`,
    );
    const action = active ? 'store.activated' : 'store.deactivated';
    await writeAudit(tx, { actor, action, subjectKind: 'store', subjectId: storeId });
    await keepPromisedTerms({ db: tx, actor, now }, { storeId });
    await publishStore(tx, active ? 'activated' : 'deactivated', { storeId, at });
    return { id: storeId, name, deactivatedAt: active ? null : at };
  });
}
