import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { notify } from '../../accounts/index.ts';
import { takeAnyFromEmailQuota } from '../../stores/index.ts';

/** Maximum number of notified members. */
const MAX_REPORTED = 50;

interface Names extends Record<string, unknown> {
  name: string | null;
  store_name: string | null;
}

/**
 * Records that an influencer's social data are complete, and notifies the store's members by mail once, within its
 * quota. Suspended users and unverified addresses receive no mail.
 * @returns the time of completion, and the number of enqueued mails
 * @throws InvalidInput naming `user_id` or `store_id` when the influencer or store does not exist
 */
export async function noteDownloaded(
  ctx: Pick<Context, 'db' | 'now' | 'log' | 'publicUrl'>,
  { userId, storeId }: { userId: number; storeId: number },
): Promise<{ downloadedAt: Date; mails: number }> {
  const downloadedAt = ctx.now();
  const at = downloadedAt.toISOString();
  return ctx.db.transaction(async (db) => {
    const names = await namesOf(db, { userId, storeId });
    await db.execute(
      sql`UPDATE influencers SET data_downloaded_at = ${at}, updated_at = ${at} WHERE user_id = ${userId}`,
    );
    const { rowCount } = await db.execute(sql`
      INSERT INTO influencer_notices (user_id, store_id, notified_at) VALUES (${userId}, ${storeId}, ${at}) ON CONFLICT DO NOTHING`);
    const mails = rowCount === 1 ? await notifyMembers({ ...ctx, db }, { storeId, userId }, names) : 0;
    return { downloadedAt, mails };
  });
}

async function namesOf(db: Database, { userId, storeId }: { userId: number; storeId: number }) {
  const { rows } = await db.execute<Names>(sql`
    SELECT (SELECT u.public_name FROM influencers i JOIN users u ON u.id = i.user_id
        WHERE i.user_id = ${userId} AND u.suspended_at IS NULL AND u.erased_at IS NULL) AS name,
      (SELECT s.name FROM stores s WHERE s.id = ${storeId} AND s.deleted_at IS NULL) AS store_name`);
  const { name, store_name: storeName } = rows[0]!;
  if (name !== null && storeName !== null) return { name, storeName };
  throw new InvalidInput({
    ...(name === null ? { user_id: ['must be the id of an influencer'] } : {}),
    ...(storeName === null ? { store_id: ['must be the id of a store that exists'] } : {}),
  });
}

/** Runs last, because the quota's lock is held until the commit. */
async function notifyMembers(
  ctx: Pick<Context, 'db' | 'now' | 'log'>,
  { storeId, userId }: { storeId: number; userId: number },
  names: { name: string; storeName: string },
): Promise<number> {
  const { rows: members } = await ctx.db.execute<{ id: number; wants_mail: boolean }>(sql`
    SELECT u.id, NOT u.email_unproven AND coalesce(NOT 'service' = ANY (n.unmailed), true) AS wants_mail
    FROM store_members m JOIN users u ON u.id = m.user_id LEFT JOIN notification_settings n ON n.user_id = u.id
    WHERE m.store_id = ${storeId} AND u.suspended_at IS NULL AND u.erased_at IS NULL ORDER BY u.id LIMIT ${MAX_REPORTED}`);
  const mailed = members.filter(({ wants_mail: isWanted }) => isWanted).map(({ id }) => id);
  const wanted = mailed.length;
  const granted = wanted === 0 ? 0 : await takeAnyFromEmailQuota(ctx, storeId, { kind: 'influencer_data', wanted });
  if (granted < wanted)
    ctx.log.warn(
      { store: storeId, wanted, granted },
      'the store’s e-mail quota is used up; members are not notified of influencers by mail',
    );
  const granteds = new Set(mailed.slice(0, granted));
  const news = members.map(({ id }) => ({
    message: 'influencer_complete' as const,
    values: { influencer: names.name, store: names.storeName },
    to: { userId: id },
    path: `/console/shop/${storeId}`,
    aboutUserId: userId,
    isUnmailed: !granteds.has(id),
  }));
  await notify(ctx.db, ctx.now(), news);
  return granted;
}
