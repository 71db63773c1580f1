import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';

/** Removes an entry from a store's blocklist. @throws NotFound when the entry does not exist */
export async function unblock(
  { db, actor }: Context,
  { storeId, entryId }: { storeId: number; entryId: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<Record<string, unknown>>(sql`
      DELETE FROM blocklist WHERE id = ${entryId} AND store_id = ${storeId}
      RETURNING user_id, user_tag_id, agency_id, validate_clicks`);
    if (rows[0] === undefined) throw new NotFound('blocklist entry');
    await writeAudit(tx, {
      actor,
      action: 'blocklist.removed',
      subjectKind: 'store',
      subjectId: storeId,
      details: { entry: entryId, ...rows[0] },
    });
  });
}
