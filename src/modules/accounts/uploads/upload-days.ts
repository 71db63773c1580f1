import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import type { CountedUpload, UploadLimits } from '../../../platform/http/upload-guard.ts';

const MEGABYTE = 1_000_000;
const DAY_MS = 86_400_000;

/** Bytes as people read them: whole megabytes. */
export const megabytes = (bytes: number): string => `${Math.floor(bytes / MEGABYTE)} MB`;

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/**
 * Counts the bytes of an upload for the account's day (UTC), exactly under concurrency. Until an account is established, the day is smaller, because anybody
 * can sign up.
 * @throws RuleRefused `upload_limit`
 */
export async function countUploadOfDay(
  { db, now, account, bytes }: CountedUpload,
  limits: UploadLimits,
): Promise<void> {
  const max = (await isEstablished(db, account)) ? limits.accountBytes : limits.newAccountDayBytes;
  const { rowCount } = await db.execute(sql`
    INSERT INTO upload_days AS d (account, day, bytes) SELECT ${account}::bigint, ${dayOf(now())}::date, ${bytes}::bigint WHERE ${bytes}::bigint <= ${max}::bigint
    ON CONFLICT (account, day) DO UPDATE SET bytes = d.bytes + excluded.bytes WHERE d.bytes + excluded.bytes <= ${max}::bigint`);
  if (rowCount === 1) return;
  throw new RuleRefused(
    'upload_limit',
    `This account may upload at most ${megabytes(max)} a day (UTC). Try again tomorrow.`,
  );
}

/** Takes back an upload that was refused after it had been counted. */
export async function takeBackUpload({ db, now, account, bytes }: CountedUpload): Promise<void> {
  await db.execute(
    sql`UPDATE upload_days SET bytes = greatest(0, bytes - ${bytes}) WHERE account = ${account} AND day = ${dayOf(now())}::date`,
  );
}

/**
 * Whether somebody besides its owner has vouched for an account: an administrator has verified it or made it an administrator, it belongs to the team of an
 * approved store, or it has an approved order. Keys of a store exist only for stores with a team.
 */
async function isEstablished(db: Database, account: number): Promise<boolean> {
  if (account < 0) return true;
  const { rows } = await db.execute(sql`
    SELECT FROM users u WHERE u.id = ${account} AND (u.is_verified OR u.is_admin
      OR EXISTS (SELECT FROM store_members m JOIN stores s ON s.id = m.store_id WHERE m.user_id = u.id AND s.approval = 'approved')
      OR EXISTS (SELECT FROM orders o WHERE o.user_id = u.id AND o.status = 'approved'))`);
  return rows.length > 0;
}

/** Removes the counters of past days, for maintenance. */
export async function purgeUploadDays({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await db.execute(sql`DELETE FROM upload_days WHERE day < ${dayOf(new Date(now().getTime() - DAY_MS))}::date`);
}
