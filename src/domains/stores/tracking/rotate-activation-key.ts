import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { newActivationKey } from './keys.ts';

/**
 * Gives a store another activation key. The one before is worth nothing from then on, and the plugin has to be
 * activated anew.
 * @throws NotFound when there is no such store
 */
export async function rotateActivationKey({ db, actor }: Context, { storeId }: { storeId: number }): Promise<void> {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      UPDATE stores SET service_activation_key = ${newActivationKey()}, plugin_activated_at = NULL WHERE id = ${storeId}`);
    if (rowCount !== 1) throw new NotFound('store');
    const action = 'store.activation_key_rotated';
    await writeAudit(tx, { actorId: actor.userId, action, subjectKind: 'store', subjectId: storeId });
  });
}
