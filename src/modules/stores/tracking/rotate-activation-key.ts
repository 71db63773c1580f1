import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { hashActivationKey, newActivationKey } from './keys.ts';

/**
 * Gives a store its activation key, or another one. The one before is worth nothing from then on, and the plugin has to be
 * activated anew.
 * @returns the key, which is kept nowhere
 * @throws NotFound when there is no such store
 */
export async function rotateActivationKey({ db, actor }: Context, { storeId }: { storeId: number }): Promise<string> {
  const key = newActivationKey();
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      UPDATE stores SET activation_key_hash = ${hashActivationKey(key)}, plugin_activated_at = NULL WHERE id = ${storeId}`);
    if (rowCount !== 1) throw new NotFound('store');
    const action = 'store.activation_key_rotated';
    await writeAudit(tx, { actorId: actor.userId, action, subjectKind: 'store', subjectId: storeId });
  });
  return key;
}
