import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { actedBy, writeAudit } from '../../accounts/index.ts';

/**
 * Archives links of a creator or restores them from the archive, all or none.
 * @param archived the new state
 * @returns the ids of the links that had the other state, ascending
 * @throws InvalidInput naming `affiliate_links` if one is not a link of the creator
 */
export async function archiveLinks(
  ctx: Context,
  { userId, linkIds, archived }: { userId: number; linkIds: readonly number[]; archived: boolean },
): Promise<number[]> {
  const ids = [...new Set(linkIds)];
  return ctx.db.transaction(async (tx) => {
    // Rows are locked in the order of their ids, so that two concurrent changes do not deadlock.
    const { rows } = await tx.execute<{ id: number; is_archived: boolean }>(sql`
      SELECT id, archived_at IS NOT NULL AS is_archived FROM links
      WHERE id = ANY(${sql.param(ids)}::bigint[]) AND user_id = ${userId} ORDER BY id FOR NO KEY UPDATE`);
    if (rows.length < ids.length) throw new InvalidInput({ affiliate_links: ['must all be links of the creator'] });
    const changed = rows.filter(({ is_archived: isArchived }) => isArchived !== archived).map(({ id }) => id);
    if (changed.length === 0) return [];
    const archivedAt = archived ? ctx.now().toISOString() : null;
    await tx.execute(sql`
      UPDATE links SET archived_at = ${archivedAt} WHERE id = ANY(${sql.param(changed)}::bigint[])`);
    await writeAudit(tx, {
      ...actedBy(ctx.actor, { archived, links: changed }),
      action: 'links.archived',
      subjectKind: 'user',
      subjectId: userId,
    });
    return changed;
  });
}
