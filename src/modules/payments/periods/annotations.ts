import { type SQL, sql } from 'drizzle-orm';
import { type AnnotationPeriod, annotationColumns, within } from '../../../platform/annotations.ts';

/** Query for annotations about closed months. */
export const closingAnnotations = (period: AnnotationPeriod): SQL => sql`
  SELECT ${annotationColumns({ kind: 'month_closed', at: sql`m.closed_at`, subject: sql`to_char(m.month, 'YYYY-MM')` })}
  FROM payment_periods m WHERE ${within(sql`m.closed_at`, period)}`;
