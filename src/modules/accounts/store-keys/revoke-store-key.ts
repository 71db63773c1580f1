import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../audit.ts';
import { notifyOfKey } from './notify-of-key.ts';

/**
 * Revokes a key of a store. The next request with it is refused. The team is notified.
 * @throws NotFound if the store has no valid key of this id
 */
export async function revokeStoreKey(
  { db, now, actor }: Context,
  { store, keyId }: { store: { id: number; name: string }; keyId: number },
): Promise<void> {
  const at = now();
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ name: string }>(sql`
      UPDATE store_keys SET revoked_at = ${at.toISOString()}::timestamptz
      WHERE id = ${keyId} AND store_id = ${store.id} AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > ${at.toISOString()}::timestamptz) RETURNING name`);
    if (rows[0] === undefined) throw new NotFound('key');
    const { name } = rows[0];
    await writeAudit(tx, {
      actor,
      action: 'store_key.revoked',
      subjectKind: 'store',
      subjectId: store.id,
      details: { key: keyId, name },
    });
    await notifyOfKey(tx, { store, name, at, what: 'revoked' });
  });
}
