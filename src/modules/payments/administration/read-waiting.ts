import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { FIRST_OPEN } from '../periods/closable-months.ts';
import { INCOMPLETE } from './list-store-balances.ts';

/** The pending tasks of administrators. */
export interface Waiting {
  /** Months that are over and not closed, oldest first, `YYYY-MM`. */
  months: string[];
  /** Unpaid invoices, by kind. */
  unpaid: { kind: 'store' | 'client' | 'creator'; invoices: number; overdue: number }[];
  /** Shops that are open, and for which something is still to be set up. */
  incompleteShops: number;
  deactivatedShops: number;
  /** People who are not verified yet. */
  unverifiedPeople: number;
  /** Jobs that are not tried again. */
  failedJobs: number;
}

/** A month that remains open for longer must be closed by the command line. */
const MAX_MONTHS = 24;

/** Counts what waits. @param today the statistics' day */
export async function readWaiting({ db }: Pick<Context, 'db'>, today: string): Promise<Waiting> {
  const { rows } = await db.execute<Waiting & Record<string, unknown>>(sql`
    SELECT
      ARRAY (SELECT to_char(g, 'YYYY-MM') FROM generate_series(${FIRST_OPEN}::timestamp, date_trunc('month', ${today}::timestamp)
        - interval '1 month', interval '1 month') g ORDER BY g LIMIT ${MAX_MONTHS}) AS months,
      coalesce((SELECT jsonb_agg(jsonb_build_object('kind', kind, 'invoices', n, 'overdue', late) ORDER BY kind DESC) FROM (
        SELECT kind, count(*) AS n, count(*) FILTER (WHERE payment_date < ${today}::date) AS late FROM invoices
        WHERE paid_at IS NULL GROUP BY kind) u), '[]') AS unpaid,
      (SELECT count(*) FROM stores s WHERE s.deleted_at IS NULL AND s.deactivated_at IS NULL AND ${INCOMPLETE}) AS "incompleteShops",
      (SELECT count(*) FROM stores s WHERE s.deleted_at IS NULL AND s.deactivated_at IS NOT NULL) AS "deactivatedShops",
      (SELECT count(*) FROM users WHERE NOT is_verified AND suspended_at IS NULL AND erased_at IS NULL) AS "unverifiedPeople",
      (SELECT count(*) FROM graphile_worker.jobs WHERE attempts >= max_attempts AND locked_at IS NULL) AS "failedJobs"`);
  return rows[0]!;
}
