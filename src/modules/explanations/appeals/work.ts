import { sql } from 'drizzle-orm';
import { adminWork, storeWork, type WorkSource, workColumns } from '../../../platform/work/work-source.ts';

/** Open appeals: a store answers the appellant, an administrator closes them. */
export const APPEAL_WORK = {
  // The store has answered when the last comment is neither the creator's nor of the person who opened the appeal.
  appeals_to_answer: [
    storeWork(
      'manage',
      (stores, { userId }) => sql`
        SELECT ${workColumns({ count: sql`count(*)`, storeId: sql`a.store_id` })} FROM appeals a
        WHERE a.store_id = ANY (${stores}) AND a.closed_at IS NULL AND a.user_id <> ${userId} AND a.opened_by IS DISTINCT FROM ${userId}
          AND coalesce((SELECT c.author_id IN (a.user_id, a.opened_by) FROM comments c
            WHERE c.appeal_id = a.id AND c.deleted_at IS NULL ORDER BY c.id DESC LIMIT 1), true)
        GROUP BY a.store_id`,
    ),
  ],
  appeals_to_close: [
    adminWork(
      () => sql`
        SELECT ${workColumns({ count: sql`count(*)` })} FROM appeals a WHERE a.closed_at IS NULL`,
    ),
  ],
} satisfies Record<string, readonly WorkSource[]>;
