import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import type { CampaignPriceChanges } from '../campaign/price-input.ts';
import { createCampaign, updateCampaign } from '../campaign/write-campaign.ts';
import { LEGACY_NAMES as names } from './read-input.ts';

/**
 * Sets a store's payment for the clicks and orders of one user. Creates the campaign for that user alone or changes
 * the existing one, and resumes it if it was paused. Concurrent requests create only one.
 * @throws NotFound when the user does not exist
 */
export async function setUserTerms(
  ctx: Context,
  { storeId, userId, prices }: { storeId: number; userId: number; prices: CampaignPriceChanges },
): Promise<{ id: number; isNew: boolean }> {
  return ctx.db.transaction(async (tx) => {
    const username = await readUsername(tx, userId);
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`user offer ${storeId} ${userId}`}, 0))`);
    const { rows } = await tx.execute<{ id: number }>(sql`
      SELECT id FROM campaigns WHERE store_id = ${storeId} AND only_user_id = ${userId} AND deleted_at IS NULL FOR NO KEY UPDATE`);
    const inside = { ...ctx, db: tx };
    const campaignId = rows[0]?.id;
    if (campaignId !== undefined) {
      await updateCampaign(inside, { campaignId, input: { active: true, priceChanges: prices }, names });
      return { id: campaignId, isNew: false };
    }
    const input = { name: username, type: 'standard' as const, onlyUserId: userId, priceChanges: prices };
    return { id: (await createCampaign(inside, { storeId, input, names })).id, isNew: true };
  });
}

async function readUsername(tx: Database, userId: number): Promise<string> {
  const { rows } = await tx.execute<{ username: string }>(
    sql`SELECT username FROM users WHERE id = ${userId} AND erased_at IS NULL`,
  );
  if (rows[0] === undefined) throw new NotFound('user');
  return rows[0].username;
}
