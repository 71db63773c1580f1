import { sql } from 'drizzle-orm';
import { agencyWork, creatorWork, storeWork, type WorkSource, workColumns } from '../../platform/work/work-source.ts';

/** A condition over `webhooks w`: deliveries fail, or have been paused because they failed. */
const FAILS = sql`w.deleted_at IS NULL AND CASE w.status WHEN 'paused' THEN w.pause_reason <> 'owner' ELSE w.failing_since IS NOT NULL END`;
const COUNT = { count: sql`count(*)` };

/** Open tasks about webhooks and postbacks. */
export const WEBHOOK_WORK = {
  webhooks_failing: [
    storeWork(
      'manage',
      (stores) => sql`
        SELECT ${workColumns({ ...COUNT, storeId: sql`w.store_id` })} FROM webhooks w
        WHERE w.store_id = ANY (${stores}) AND ${FAILS} GROUP BY w.store_id`,
    ),
    agencyWork(
      'manage',
      (agencies) => sql`
        SELECT ${workColumns({ ...COUNT, agencyId: sql`w.agency_id` })} FROM webhooks w
        WHERE w.agency_id = ANY (${agencies}) AND ${FAILS} GROUP BY w.agency_id`,
    ),
    creatorWork(
      ({ userId }) => sql`SELECT ${workColumns(COUNT)} FROM webhooks w WHERE w.user_id = ${userId} AND ${FAILS}`,
    ),
  ],
} satisfies Record<string, readonly WorkSource[]>;
