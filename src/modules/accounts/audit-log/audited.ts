import { type SQL, sql } from 'drizzle-orm';
import { type AnnotationPeriod, within } from '../../../platform/annotations.ts';

/**
 * A subquery over the audit log with the columns `at`, `subject_id` and `details`.
 * @param subjectIds a query for ids of subjects
 */
export const audited = (
  { subjectKind, subjectIds, actions }: { subjectKind: string; subjectIds: SQL; actions: readonly string[] },
  period: AnnotationPeriod,
): SQL => sql`(SELECT l.at, l.subject_id, l.details FROM audit_log l
  WHERE l.subject_kind = ${subjectKind} AND l.subject_id IN (${subjectIds}) AND l.action = ANY (${sql.param([...actions])}::text[])
    AND ${within(sql`l.at`, period)})`;
