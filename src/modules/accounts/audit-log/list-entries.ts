import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { batchesById } from '../../../platform/export/id-batches.ts';
import type { Batches } from '../../../platform/export/sheet.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';

/** Number of rows of a file that are in memory at a time. */
const BATCH = 1_000;
/** The maximum number of rows of a file, newest first. Older rows need a narrower time range. */
const MAX_EXPORTED = 100_000;

export interface AuditFilters {
  actorId?: number | undefined;
  action?: string | undefined;
  subjectKind?: string | undefined;
  subjectId?: number | undefined;
  /** From this instant on. */
  from?: Date | undefined;
  /** Before this instant. */
  to?: Date | undefined;
}

/** An entry of the audit log. */
export type AuditRow = {
  id: number;
  at: string;
  actor_id: number | null;
  actor_name: string | null;
  store_key_id: number | null;
  store_key_name: string | null;
  action: string;
  subject_kind: string;
  subject_id: number | null;
  /** What the subject is called; null if it has no name, or does not exist any more. */
  subject_name: string | null;
  details: Record<string, unknown>;
};

/** The names of subjects that people know by name. */
const SUBJECT_NAME = sql`CASE a.subject_kind
  WHEN 'user' THEN (SELECT s.public_name FROM users s WHERE s.id = a.subject_id)
  WHEN 'store' THEN (SELECT s.name FROM stores s WHERE s.id = a.subject_id)
  WHEN 'client' THEN (SELECT s.name FROM agencies s WHERE s.id = a.subject_id)
  WHEN 'token' THEN (SELECT nullif(s.name, '') FROM tokens s WHERE s.id = a.subject_id)
  WHEN 'offer' THEN (SELECT s.shown_title FROM campaigns s WHERE s.id = a.subject_id)
  WHEN 'order' THEN (SELECT s.order_id FROM orders s WHERE s.id = a.subject_id)
  WHEN 'invoice' THEN (SELECT s.number FROM invoices s WHERE s.id = a.subject_id)
  END`;
const COLUMNS = sql`a.id, a.at, a.actor_id, u.username AS actor_name, a.store_key_id, k.name AS store_key_name, a.action, a.subject_kind, a.subject_id, ${SUBJECT_NAME} AS subject_name, a.details`;
const NAMES = sql`LEFT JOIN users u ON u.id = a.actor_id LEFT JOIN store_keys k ON k.id = a.store_key_id`;
const NEWEST_FIRST = sql`a.id DESC`;

/** Reads a page of entries, newest first. */
export async function listAuditEntries(
  { db }: Pick<Context, 'db'>,
  filters: AuditFilters,
  page: PageRequest,
): Promise<Page<AuditRow>> {
  const from = sql`audit_log a ${NAMES} WHERE ${conditionOf(filters)}`;
  return readPage<AuditRow>(db, { columns: COLUMNS, from, order: NEWEST_FIRST }, page);
}

/** Reads the newest 100,000 entries for a file, in batches. */
export async function readAuditBatches({ db }: Pick<Context, 'db'>, filters: AuditFilters): Promise<Batches<AuditRow>> {
  const from = sql`(SELECT id FROM audit_log a WHERE ${conditionOf(filters)} ORDER BY ${NEWEST_FIRST} LIMIT ${MAX_EXPORTED}) a`;
  return batchesById<AuditRow>(
    db,
    { id: sql`a.id`, from, order: NEWEST_FIRST },
    { size: BATCH, read: async (ids) => readEntries(db, ids) },
  );
}

async function readEntries(db: Context['db'], ids: readonly number[]): Promise<AuditRow[]> {
  const { rows } = await db.execute<AuditRow>(sql`
    SELECT ${COLUMNS} FROM audit_log a ${NAMES}
    WHERE a.id = ANY (${sql.param([...ids])}::bigint[]) ORDER BY ${NEWEST_FIRST}`);
  return rows;
}

function conditionOf({ actorId, action, subjectKind, subjectId, from, to }: AuditFilters): SQL {
  const conditions: SQL[] = [sql`true`];
  if (actorId !== undefined) conditions.push(sql`a.actor_id = ${actorId}`);
  if (action !== undefined) conditions.push(sql`a.action = ${action}`);
  if (subjectKind !== undefined) conditions.push(sql`a.subject_kind = ${subjectKind}`);
  if (subjectId !== undefined) conditions.push(sql`a.subject_id = ${subjectId}`);
  if (from !== undefined) conditions.push(sql`a.at >= ${from.toISOString()}::timestamptz`);
  if (to !== undefined) conditions.push(sql`a.at < ${to.toISOString()}::timestamptz`);
  return sql.join(conditions, sql` AND `);
}
