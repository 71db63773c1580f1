import { sql } from 'drizzle-orm';
import { agencyWork, creatorWork, type WorkSource, workColumns } from '../../../platform/work/work-source.ts';

const COUNTED = { count: sql`count(*)`, subject: sql`CASE WHEN count(*) = 1 THEN min(d.host) END` };

/** Open tasks about the own domains of creators and agencies. */
export const LINK_DOMAIN_WORK = {
  link_domains_to_prove: [
    creatorWork(
      ({ userId }) => sql`
        SELECT ${workColumns(COUNTED)} FROM link_domains d WHERE d.user_id = ${userId} AND d.proven_at IS NULL`,
    ),
    agencyWork(
      'manage',
      (agencies) => sql`
        SELECT ${workColumns({ ...COUNTED, agencyId: sql`d.agency_id` })} FROM link_domains d
        WHERE d.agency_id = ANY (${agencies}) AND d.proven_at IS NULL GROUP BY d.agency_id`,
    ),
  ],
} satisfies Record<string, readonly WorkSource[]>;
