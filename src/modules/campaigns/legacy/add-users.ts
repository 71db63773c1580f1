import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { addTargets, NO_TARGETS, refuseUnknownTargets } from '../campaign/targets.ts';
import { lockCampaign } from '../campaign/write-campaign.ts';
import { LEGACY_NAMES as fields } from './read-input.ts';

/** Maximum number of users per request. */
export const MAX_ADDED = 10_000;

/**
 * Targets a campaign at users: those who are named, and those who currently have one of the tags. They become
 * participants. Unknown, suspended and blocked users and existing participants are skipped.
 * @throws NotFound when the campaign is deleted; InvalidInput naming unknown tags; RuleRefused `not_joinable` for a
 * standard campaign, `too_many_users`
 */
export async function addUsers(
  ctx: Context,
  {
    campaignId,
    userIds,
    userTagIds,
  }: { campaignId: number; userIds: readonly number[]; userTagIds: readonly number[] },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { storeId, type, todo } = await lockCampaign(tx, campaignId);
    if (type === 'standard') throw new RuleRefused('not_joinable', 'A standard campaign has no participants.');
    await refuseUnknownTargets(tx, storeId, { ...NO_TARGETS, userTagIds }, fields);
    const wanted = [...new Set([...userIds, ...(await usersWithTags(tx, userTagIds))])];
    if (wanted.length > MAX_ADDED)
      throw new RuleRefused('too_many_users', `At most ${MAX_ADDED} users can be added at once.`);
    const campaign = { id: campaignId, storeId, type, todo };
    const { addedIds } = await addTargets(
      { ...ctx, db: tx },
      { campaign, targets: { ...NO_TARGETS, userIds: wanted }, fields },
    );
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'offer.users_added',
      subjectKind: 'offer',
      subjectId: campaignId,
      details: { users: addedIds.length },
    });
  });
}

/** Reads one more than the maximum, to detect an excess. */
async function usersWithTags(tx: Database, tagIds: readonly number[]): Promise<number[]> {
  const { rows } = await tx.execute<{ user_id: number }>(sql`
    SELECT DISTINCT user_id FROM user_tag_members WHERE user_tag_id = ANY (${sql.param([...tagIds])}::bigint[])
    ORDER BY user_id LIMIT ${MAX_ADDED + 1}`);
  return rows.map((row) => row.user_id);
}
