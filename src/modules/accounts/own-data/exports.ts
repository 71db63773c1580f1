import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { handler, type JobHandler } from '../../../platform/jobs/handler.ts';
import { enqueue, jobKind } from '../../../platform/jobs/job.ts';
import { writeAudit } from '../audit.ts';
import { notify } from '../notifications/notify.ts';
import { makeArchive } from './make-archive.ts';

const exportOwnData = jobKind<{ export_id: number }>('export_own_data');

const DAYS = 7;
/** Maximum number of exports of a person within `DAYS`, because each takes time and storage. */
const MAX_EXPORTS = 3;
const MAX_PURGED_AT_ONCE = 1_000;

export const EXPORT_ERRORS = ['too_many_exports'] as const;

export interface DataExport {
  id: number;
  requestedAt: Date;
  /** Null while the file does not exist yet. */
  madeAt: Date | null;
  bytes: number | null;
  expiresAt: Date;
}

type ExportRow = { id: number; requested_at: string; made_at: string | null; bytes: number | null; expires_at: string };

const COLUMNS = sql`id, requested_at, made_at, octet_length(content) AS bytes, expires_at`;

/**
 * Requests an export of the actor's data. A job creates the file and notifies the person by mail.
 * @throws RuleRefused `too_many_exports`
 */
export async function requestExport({ db, now, actor: { userId } }: Context): Promise<DataExport> {
  const at = now();
  const expiresAt = new Date(at.getTime() + DAYS * 86_400_000);
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`);
    const { rows: known } = await tx.execute<{ n: number }>(sql`
      SELECT count(*)::integer AS n FROM data_exports WHERE user_id = ${userId} AND expires_at > ${at.toISOString()}::timestamptz`);
    if (known[0]!.n >= MAX_EXPORTS)
      throw new RuleRefused(
        'too_many_exports',
        `There are ${MAX_EXPORTS} exports already; each is kept for ${DAYS} days.`,
      );
    const { rows } = await tx.execute<ExportRow>(sql`
      INSERT INTO data_exports (user_id, requested_at, expires_at)
      VALUES (${userId}, ${at.toISOString()}::timestamptz, ${expiresAt.toISOString()}::timestamptz) RETURNING ${COLUMNS}`);
    const created = ofRow(rows[0]!);
    await enqueue(tx, exportOwnData, { export_id: created.id });
    await writeAudit(tx, {
      actorId: userId,
      action: 'user.data_export_requested',
      subjectKind: 'user',
      subjectId: userId,
    });
    return created;
  });
}

/** Lists the actor's exports, the newest first. `requestExport` limits their number. */
export async function listExports({ db, now, actor }: Context): Promise<DataExport[]> {
  const { rows } = await db.execute<ExportRow>(sql`
    SELECT ${COLUMNS} FROM data_exports
    WHERE user_id = ${actor.userId} AND expires_at > ${now().toISOString()}::timestamptz ORDER BY id DESC LIMIT 100`);
  return rows.map(ofRow);
}

/**
 * Reads the file of one of the actor's exports.
 * @throws NotFound, also while the file does not exist yet
 */
export async function readExport({ db, now, actor: { userId } }: Context, id: number): Promise<Buffer> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ content: Buffer }>(sql`
      SELECT content FROM data_exports WHERE id = ${id} AND user_id = ${userId} AND content IS NOT NULL
        AND expires_at > ${now().toISOString()}::timestamptz`);
    if (rows[0] === undefined) throw new NotFound('data export');
    await writeAudit(tx, {
      actorId: userId,
      action: 'user.data_export_read',
      subjectKind: 'user',
      subjectId: userId,
    });
    return rows[0].content;
  });
}

/** The handler that creates requested exports. A second run of a job changes nothing. */
export function createDataExporter({ db, now }: Pick<Context, 'db' | 'now'>): JobHandler {
  return handler(exportOwnData, async ({ export_id: id }) => {
    const { rows } = await db.execute<{ user_id: number }>(sql`
      SELECT e.user_id FROM data_exports e JOIN users u ON u.id = e.user_id
      WHERE e.id = ${id} AND e.made_at IS NULL AND u.erased_at IS NULL`);
    if (rows[0] === undefined) return;
    const { user_id: userId } = rows[0];
    const content = await makeArchive(db, userId, now());
    await db.transaction((tx) => finish(tx, { id, content, userId, at: now() }));
  });
}

async function finish(
  tx: Database,
  { id, content, userId, at }: { id: number; content: Buffer; userId: number; at: Date },
): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    UPDATE data_exports SET content = ${content}, made_at = ${at.toISOString()}::timestamptz WHERE id = ${id} AND made_at IS NULL`);
  if (rowCount === 0) return;
  const path = `/console/account?export=${id}`;
  await notify(tx, at, [{ message: 'data_export_ready', values: { days: DAYS }, to: { userId }, path }]);
}

/**
 * Removes at most 1,000 expired exports.
 * @returns the number of removed exports
 */
export async function purgeExports({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const { rowCount } = await db.execute(sql`
    DELETE FROM data_exports WHERE id = ANY (ARRAY (
      SELECT id FROM data_exports WHERE expires_at <= ${now().toISOString()}::timestamptz
      ORDER BY expires_at LIMIT ${MAX_PURGED_AT_ONCE} FOR UPDATE SKIP LOCKED))`);
  return rowCount ?? 0;
}

function ofRow(row: ExportRow): DataExport {
  return {
    id: row.id,
    requestedAt: new Date(row.requested_at),
    madeAt: row.made_at === null ? null : new Date(row.made_at),
    bytes: row.bytes,
    expiresAt: new Date(row.expires_at),
  };
}
