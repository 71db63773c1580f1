import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { readOffers } from '../offers/read-offers.ts';
import { transitionsFor } from '../participants/moves.ts';
import { storeIsOpen } from '../policy.ts';
import { hasJoined, type JoinError, joinRefusal } from './join-offer.ts';
import { type BoardCampaign, onBoard } from './read-board.ts';

/** A campaign as somebody sees it who was given its token, and why joining it would be refused now; null: it would not. */
export interface Invitation {
  onBoard: BoardCampaign;
  refusal: JoinError | null;
}

/**
 * Reads the campaign with this token for a user who may join it or not; knowing the token is enough to read.
 * @throws NotFound when there is no such offer or it is deleted
 */
export async function readInvitation(
  ctx: Pick<Context, 'db' | 'now'>,
  { token, user }: { token: string; user: { id: number; isSuspended: boolean } },
): Promise<Invitation> {
  const { rows } = await ctx.db.execute<{ id: number; is_store_open: boolean }>(sql`
    SELECT o.id, ${storeIsOpen} AS is_store_open FROM offers o JOIN stores s ON s.id = o.store_id
    WHERE o.token = ${token} AND o.deleted_at IS NULL`);
  const [offer] = await readOffers(
    ctx,
    rows.map(({ id }) => id),
  );
  if (rows[0] === undefined || offer === undefined) throw new NotFound('offer');
  const entry = (await onBoard(ctx, user.id, [offer]))[0]!;
  return { onBoard: entry, refusal: await refusalOf(ctx, { entry, isStoreOpen: rows[0].is_store_open, user }) };
}

/** As `joinOffer` would have it. */
async function refusalOf(
  { db }: Pick<Context, 'db'>,
  {
    entry: { offer, part },
    isStoreOpen,
    user,
  }: { entry: BoardCampaign; isStoreOpen: boolean; user: { id: number; isSuspended: boolean } },
): Promise<JoinError | null> {
  if (part !== null && hasJoined(part.status)) return null;
  const refused = await joinRefusal(db, { ...offer, isStoreOpen }, user);
  if (refused !== null || part === null) return refused;
  const to = offer.type === 'store_accept' ? 'applied' : 'accepted';
  return transitionsFor(part, ['creator']).some(({ status }) => status === to) ? null : 'illegal_transition';
}
