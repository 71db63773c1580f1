import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';

/** "uplo" in ASCII. */
const UPLOADS_LOCK = 0x75706c6f;

/** Serializes the insertion of kept files until the end of the transaction, so that the limits of their bytes are exact. */
export async function lockKeptFiles(tx: Database): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${UPLOADS_LOCK})`);
}

/**
 * Requires that a file still fits the space for all kept files.
 * @param bytes of the file
 * @param totalBytes of all kept files, at most
 * @throws RuleRefused `upload_limit`
 */
export async function requireTotalSpace(
  db: Database,
  { bytes, totalBytes }: { bytes: number; totalBytes: number },
): Promise<void> {
  const kept = await readStoredBytes(db);
  if (kept + bytes > totalBytes)
    throw new RuleRefused('upload_limit', 'The marketplace keeps no more files. Ask its operator for more space.');
}

/** The bytes of all kept files of creators and campaigns. */
export async function readStoredBytes(db: Database): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`SELECT bytes AS total FROM stored_bytes`);
  return rows[0]!.total;
}
