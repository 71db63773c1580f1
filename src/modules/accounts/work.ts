import { sql } from 'drizzle-orm';
import { adminWork, type WorkSource, workColumns } from '../../platform/work/work-source.ts';

/** Open tasks about people. */
export const ACCOUNT_WORK = {
  people_to_verify: [
    adminWork(
      () => sql`
        SELECT ${workColumns({ count: sql`count(*)` })} FROM users
        WHERE NOT is_verified AND suspended_at IS NULL AND erased_at IS NULL`,
    ),
  ],
} satisfies Record<string, readonly WorkSource[]>;
