import { type SQL, sql } from 'drizzle-orm';

/** What waits for a creator of an agency. */
export const AGENCY_TASKS = ['invitation', 'draft', 'terms', 'payout_details'] as const;
export type AgencyTaskKind = (typeof AGENCY_TASKS)[number];

/** The agency whose creators' tasks are read, and the current time. */
export interface AgencyTaskReader {
  /** The present creators of the agency as an SQL array. */
  creators: SQL;
  now: Date;
  /** The current day in the platform's time zone, and the zone's IANA name. */
  today: string;
  timeZone: string;
}

/** A query for one kind of task: SELECT of `agencyTaskColumns`. The module that owns the rule exports it. */
export type AgencyTaskSource = (reader: AgencyTaskReader) => SQL;

interface AgencyTaskColumns {
  userId: SQL;
  /** Title of the record, if the task concerns one. */
  subject?: SQL;
  campaignId?: SQL;
  storeId?: SQL;
  /** The last day (date). */
  dueOn?: SQL;
}

/** The columns of a source. All sources return the same types. */
export function agencyTaskColumns({ userId, subject, campaignId, storeId, dueOn }: AgencyTaskColumns): SQL {
  const none = sql`NULL`;
  return sql`(${userId})::bigint AS user_id, (${subject ?? none})::text AS subject, (${campaignId ?? none})::bigint AS campaign_id,
    (${storeId ?? none})::bigint AS store_id, (${dueOn ?? none})::date AS due_on`;
}
