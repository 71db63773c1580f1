import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { actedBy, writeAudit } from '../../accounts/index.ts';
import type { Source } from '../table/formats.ts';
import { type HistoryOwner, ownerIs } from './owner.ts';

/**
 * Deletes the commissions that an owner has imported from a platform.
 * @returns the number of deleted commissions
 */
export async function deleteCommissions(
  ctx: Pick<Context, 'db' | 'actor'>,
  owner: HistoryOwner,
  source: Source,
): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(
      sql`DELETE FROM imported_commissions WHERE ${ownerIs(owner)} AND source = ${source}`,
    );
    const deleted = rowCount ?? 0;
    if (deleted > 0)
      await writeAudit(tx, {
        ...actedBy(ctx.actor, { source, deleted }),
        action: 'commissions.deleted',
        subjectKind: owner.kind,
        subjectId: owner.id,
      });
    return deleted;
  });
}
