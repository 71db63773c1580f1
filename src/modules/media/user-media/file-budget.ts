import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import type { UploadLimits } from '../../../platform/http/upload-guard.ts';
import { megabytes, requireTotalSpace } from '../../accounts/index.ts';

/**
 * Requires that a file still fits the kept files of its creator and the space for all kept files.
 * @throws RuleRefused `upload_limit`
 */
export async function requireBudget(
  { db }: Pick<Context, 'db'>,
  { userId, bytes, limits }: { userId: number; bytes: number; limits: UploadLimits },
): Promise<void> {
  const { rows } = await db.execute<{ own: number }>(sql`
    SELECT coalesce(sum(bytes), 0)::bigint AS own FROM user_media WHERE user_id = ${userId} AND file_key IS NOT NULL`);
  const { own } = rows[0]!;
  const { accountBytes, totalBytes } = limits;
  if (own + bytes > accountBytes)
    throw new RuleRefused(
      'upload_limit',
      `The files of a creator may have at most ${megabytes(accountBytes)}; delete some first.`,
    );
  await requireTotalSpace(db, { bytes, totalBytes });
}
