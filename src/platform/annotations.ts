import { type SQL, sql } from 'drizzle-orm';

/** The kinds of events that explain a change of figures. */
export const ANNOTATION_KINDS = ['campaign_began', 'campaign_ended', 'prices_changed', 'month_closed'] as const;
export type AnnotationKind = (typeof ANNOTATION_KINDS)[number];

/** The instants of the period; `until` is exclusive. */
export interface AnnotationPeriod {
  from: Date;
  until: Date;
}

interface AnnotationColumns {
  kind: AnnotationKind;
  at: SQL;
  /** Title of the campaign, or the month `YYYY-MM`. */
  subject?: SQL;
  campaignId?: SQL;
  storeId?: SQL;
}

/** The columns of a query for annotations. All annotation queries return the same types. */
export function annotationColumns({ kind, at, subject, campaignId, storeId }: AnnotationColumns): SQL {
  const none = sql`NULL`;
  return sql`${kind}::text AS kind, (${at})::timestamptz AS at, (${subject ?? none})::text AS subject,
    (${campaignId ?? none})::bigint AS campaign_id, (${storeId ?? none})::bigint AS store_id`;
}

/** Condition: an instant is in the period. */
export const within = (at: SQL, { from, until }: AnnotationPeriod): SQL =>
  sql`(${at} >= ${from.toISOString()}::timestamptz AND ${at} < ${until.toISOString()}::timestamptz)`;
