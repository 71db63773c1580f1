import { sql } from 'drizzle-orm';
import { adminWork, storeWork, type WorkSource, workColumns } from '../../platform/work/work-source.ts';

/** Open tasks about the record of a store. */
export const STORE_WORK = {
  domains_to_prove: [
    storeWork(
      'manage',
      (stores) => sql`
        SELECT ${workColumns({ count: sql`count(*)`, subject: sql`CASE WHEN count(*) = 1 THEN min(d.host) END`, storeId: sql`d.store_id` })}
        FROM store_domains d JOIN stores s ON s.id = d.store_id AND s.deleted_at IS NULL
        WHERE d.store_id = ANY (${stores}) AND d.standing = 'unproven' GROUP BY d.store_id`,
    ),
  ],
  stores_to_approve: [
    adminWork(
      () => sql`
        SELECT ${workColumns({ count: sql`count(*)`, subject: sql`CASE WHEN count(*) = 1 THEN min(s.name) END` })}
        FROM stores s WHERE s.approval = 'pending' AND s.deleted_at IS NULL`,
    ),
  ],
} satisfies Record<string, readonly WorkSource[]>;
