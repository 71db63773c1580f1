import { sql } from 'drizzle-orm';
import { creatorWork, type WorkSource, workColumns } from '../../../platform/work/work-source.ts';

/** Open tasks of usage rights, by campaign, also of one that is over. */
export const USAGE_RIGHT_WORK = {
  usage_rights_to_answer: [
    creatorWork(
      (reader) => sql`
        SELECT ${workColumns({ count: sql`count(*)`, subject: sql`o.shown_title`, recordId: sql`o.id`, storeId: sql`o.store_id` })}
        FROM participants p JOIN usage_rights r ON r.participant_id = p.id JOIN campaigns o ON o.id = p.campaign_id
        WHERE p.user_id = ${reader.userId} AND r.status = 'offered' AND o.deleted_at IS NULL GROUP BY o.id`,
    ),
  ],
} satisfies Record<string, readonly WorkSource[]>;
