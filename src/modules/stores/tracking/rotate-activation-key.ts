import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { hashActivationKey, newActivationKey } from './keys.ts';

/**
 * Creates or replaces the activation key of a store. The previous key becomes invalid, and the plugin must be activated again.
 * @returns the key, which is not stored
 * @throws NotFound when the store does not exist
 */
export async function rotateActivationKey({ db, actor }: Context, { storeId }: { storeId: number }): Promise<string> {
  const key = newActivationKey();
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      UPDATE stores SET activation_key_hash = ${hashActivationKey(key)}, plugin_activated_at = NULL WHERE id = ${storeId}`);
    if (rowCount !== 1) throw new NotFound('store');
    const action = 'store.activation_key_rotated';
    await writeAudit(tx, { actor, action, subjectKind: 'store', subjectId: storeId });
  });
  return key;
}
