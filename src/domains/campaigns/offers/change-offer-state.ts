import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';

/**
 * Pauses an offer or lets it go on; from the next click on others' terms hold, or its own again. Twice is not an error.
 * @throws NotFound when it has been deleted
 */
export async function setOfferActive(ctx: Context, offerId: number, active: boolean): Promise<void> {
  await change(ctx, offerId, active ? 'offer.unpaused' : 'offer.paused', sql`active = ${active}`);
}

/**
 * Deletes an offer softly: its clicks, participants and sums stay, its terms hold no longer.
 * @throws NotFound when it has been deleted already
 */
export async function deleteOffer(ctx: Context, offerId: number): Promise<void> {
  await change(ctx, offerId, 'offer.deleted', sql`deleted_at = ${ctx.now().toISOString()}`);
}

async function change(ctx: Context, offerId: number, action: string, set: ReturnType<typeof sql>): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      UPDATE offers SET ${set}, updated_at = ${ctx.now().toISOString()} WHERE id = ${offerId} AND deleted_at IS NULL`);
    if (rowCount === 0) throw new NotFound('offer');
    await writeAudit(tx, { actorId: ctx.actor.userId, action, subjectKind: 'offer', subjectId: offerId });
  });
}
