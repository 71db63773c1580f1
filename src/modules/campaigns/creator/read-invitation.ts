import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { readCampaigns } from '../campaign/read-campaigns.ts';
import { transitionsFor } from '../participants/transitions.ts';
import { storeIsOpen } from '../policy.ts';
import { hasJoined, type JoinError, joinRefusal } from './join-campaign.ts';
import { type BoardCampaign, onBoard } from './read-board.ts';

/** A campaign as seen by a user with its token, and the error that joining it would cause; null: none. */
export interface Invitation {
  onBoard: BoardCampaign;
  refusal: JoinError | null;
}

/**
 * Reads the campaign with this token for any user. The token grants read access.
 * @throws NotFound when the campaign does not exist or is deleted
 */
export async function readInvitation(
  ctx: Pick<Context, 'db' | 'now'>,
  { token, user }: { token: string; user: { id: number; isSuspended: boolean } },
): Promise<Invitation> {
  const { rows } = await ctx.db.execute<{ id: number; is_store_open: boolean }>(sql`
    SELECT o.id, ${storeIsOpen} AS is_store_open FROM campaigns o JOIN stores s ON s.id = o.store_id
    WHERE o.token = ${token} AND o.deleted_at IS NULL`);
  const [campaign] = await readCampaigns(
    ctx,
    rows.map(({ id }) => id),
  );
  if (rows[0] === undefined || campaign === undefined) throw new NotFound('offer');
  const entry = (await onBoard(ctx, user.id, [campaign]))[0]!;
  return { onBoard: entry, refusal: await refusalOf(ctx, { entry, isStoreOpen: rows[0].is_store_open, user }) };
}

/** Uses the same rules as `joinCampaign`. */
async function refusalOf(
  { db }: Pick<Context, 'db'>,
  {
    entry: { campaign, part: participation },
    isStoreOpen,
    user,
  }: { entry: BoardCampaign; isStoreOpen: boolean; user: { id: number; isSuspended: boolean } },
): Promise<JoinError | null> {
  if (participation !== null && hasJoined(participation.status)) return null;
  const refused = await joinRefusal(db, { ...campaign, isStoreOpen }, user);
  if (refused !== null || participation === null) return refused;
  const to = campaign.type === 'store_accept' ? 'applied' : 'accepted';
  return transitionsFor(participation, ['creator']).some(({ status }) => status === to) ? null : 'illegal_transition';
}
