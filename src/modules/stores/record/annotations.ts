import { type SQL, sql } from 'drizzle-orm';
import { type AnnotationPeriod, annotationColumns } from '../../../platform/annotations.ts';
import { audited } from '../../accounts/index.ts';

/** A query for changes of a store's own prices. */
export const storeAnnotations = (storeId: number, period: AnnotationPeriod): SQL => sql`
  SELECT ${annotationColumns({ kind: 'prices_changed', at: sql`a.at`, storeId: sql`a.subject_id` })}
  FROM ${audited({ subjectKind: 'store', subjectIds: sql`SELECT ${storeId}::bigint`, actions: ['store.changed'] }, period)} a
  WHERE coalesce(a.details -> 'prices', '[]') NOT IN ('[]', '{}', 'null')`;
