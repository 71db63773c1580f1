import { type SQL, sql } from 'drizzle-orm';
import { storeWork, type WorkSource, workColumns } from '../../../platform/work/work-source.ts';

/** Tasks of a store by campaign, also of one that is over. */
const ofStore = (condition: SQL): WorkSource =>
  storeWork(
    'manage',
    (stores) => sql`
      SELECT ${workColumns({ count: sql`count(*)`, subject: sql`o.shown_title`, recordId: sql`o.id`, storeId: sql`o.store_id` })}
      FROM campaigns o JOIN participants p ON p.campaign_id = o.id JOIN publications b ON b.participant_id = p.id
      WHERE o.store_id = ANY (${stores}) AND o.deleted_at IS NULL AND ${condition} GROUP BY o.id`,
  );

/** Open tasks of publications. A post that is gone since the store has decided is a task again, until the next decision. */
export const PUBLICATION_WORK = {
  publications_to_review: [
    ofStore(sql`(b.decision IS NULL OR b.address_state = 'not_reachable' AND b.decided_at < b.address_since)`),
  ],
} satisfies Record<string, readonly WorkSource[]>;
