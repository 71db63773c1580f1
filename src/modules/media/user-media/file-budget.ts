import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import type { UploadLimits } from '../../../platform/http/upload-guard.ts';
import { megabytes } from '../../accounts/index.ts';

/**
 * Requires that a file still fits the kept files of its creator and those of all creators.
 * @throws RuleRefused `upload_limit`
 */
export async function requireBudget(
  { db }: Pick<Context, 'db'>,
  { userId, bytes, limits }: { userId: number; bytes: number; limits: UploadLimits },
): Promise<void> {
  const { rows } = await db.execute<{ own: number; total: number }>(sql`
    SELECT (SELECT coalesce(sum(bytes), 0)::bigint FROM user_media WHERE user_id = ${userId} AND file_key IS NOT NULL) AS own, bytes AS total
    FROM stored_bytes`);
  const { own, total } = rows[0]!;
  const { accountBytes, totalBytes } = limits;
  if (own + bytes > accountBytes)
    throw new RuleRefused(
      'upload_limit',
      `The files of a creator may have at most ${megabytes(accountBytes)}; delete some first.`,
    );
  if (total + bytes > totalBytes)
    throw new RuleRefused('upload_limit', 'The marketplace keeps no more files. Ask its operator for more space.');
}

/** The bytes of all kept files of creators, for metrics. */
export async function readStoredBytes(db: Context['db']): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`SELECT bytes AS total FROM stored_bytes`);
  return rows[0]!.total;
}
