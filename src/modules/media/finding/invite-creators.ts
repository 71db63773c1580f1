import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { addToTargets, findCampaign, NO_TARGETS } from '../../campaigns/index.ts';
import { isFoundBy, workedWith } from './conditions.ts';

/** Most creators, and most addresses, of one invitation. */
export const MAX_INVITED = 500;

export interface CreatorInvitation {
  storeId: number;
  campaignId: number;
  userIds: readonly number[];
  /** All whom the store finds of this list of the store. */
  listId?: number | undefined;
  /** Of people who may not be here yet: they take part in the invitation once they have proven the address. */
  emails: readonly string[];
}

/**
 * Invites creators and people who are not here yet to a campaign of a store, as its targets: participants are added, and mailed within the store's quota.
 * Only creators who are listed, and those who have worked with the store, are invited; others are skipped, as if they did not exist.
 * @returns whom the campaign now names, and the skipped ids
 * @throws NotFound when the store has no such campaign or list; RuleRefused `not_joinable` for a campaign that nobody joins, `too_many_invited`
 */
export async function inviteCreators(
  ctx: Context,
  { storeId, campaignId, userIds, listId, emails }: CreatorInvitation,
): Promise<{ invitedUserIds: number[]; skippedUserIds: number[] }> {
  const campaign = await findCampaign(ctx, campaignId);
  if (campaign === null || campaign.storeId !== storeId) throw new NotFound('offer');
  if (campaign.type === 'standard')
    throw new RuleRefused('not_joinable', 'A standard campaign applies to its creators without an invitation.');
  const searcher = { kind: 'store', id: storeId } as const;
  const asked = [...new Set(userIds)];
  const ofList = listId === undefined ? [] : await membersOf(ctx, { storeId, listId });
  const { rows } = await ctx.db.execute<{ user_id: number }>(sql`
    SELECT l.user_id FROM listed_creators l WHERE l.user_id = ANY (${sql.param([...asked, ...ofList])}::bigint[]) AND ${isFoundBy(searcher)}
    UNION SELECT u.id FROM users u WHERE u.id = ANY (${sql.param(asked)}::bigint[]) AND u.id IN ${workedWith(searcher)} ORDER BY 1`);
  const invitable = rows.map((row) => row.user_id);
  if (invitable.length > MAX_INVITED)
    throw new RuleRefused('too_many_invited', `At most ${MAX_INVITED} creators are invited at once.`);
  const { skippedUserIds } = await addToTargets(ctx, {
    campaignId,
    targets: { ...NO_TARGETS, userIds: invitable, emails },
  });
  const skipped = new Set(skippedUserIds);
  const invitedUserIds = invitable.filter((id) => !skipped.has(id));
  const invited = new Set(invitedUserIds);
  return { invitedUserIds, skippedUserIds: asked.filter((id) => !invited.has(id)) };
}

async function membersOf({ db }: Context, { storeId, listId }: { storeId: number; listId: number }): Promise<number[]> {
  const { rows } = await db.execute<{ user_id: number | null }>(sql`
    SELECT m.user_id FROM creator_lists x LEFT JOIN creator_list_members m ON m.list_id = x.id WHERE x.id = ${listId} AND x.store_id = ${storeId}`);
  if (rows.length === 0) throw new NotFound('list');
  return rows.flatMap(({ user_id: id }) => (id === null ? [] : [id]));
}
