import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { actedBy, writeAudit } from '../../accounts/index.ts';

/** A link and the offer that it is attached to, or to be. */
export interface Attachment {
  offerId: number;
  linkId: number;
}

/**
 * Attaches a link to an offer, whose terms hold for its clicks before all others, from the next click on. Twice is not an error.
 * @throws NotFound when the offer has been deleted, and for a link that is not of the offer's store
 */
export async function attachLink(ctx: Context, { offerId, linkId }: Attachment): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await refuseForeign(tx, { offerId, linkId });
    const { rowCount } = await tx.execute(sql`
      INSERT INTO offer_links (offer_id, link_id, created_at) VALUES (${offerId}, ${linkId}, ${ctx.now().toISOString()})
      ON CONFLICT DO NOTHING`);
    if (rowCount === 1) await audit(tx, ctx, 'offer.link_attached', { offerId, linkId });
  });
}

/**
 * Detaches a link from an offer; from the next click on it earns as if it had never been attached. Twice is not an error.
 * @throws NotFound as `attachLink`
 */
export async function detachLink(ctx: Context, { offerId, linkId }: Attachment): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await refuseForeign(tx, { offerId, linkId });
    const { rowCount } = await tx.execute(
      sql`DELETE FROM offer_links WHERE offer_id = ${offerId} AND link_id = ${linkId}`,
    );
    if (rowCount === 1) await audit(tx, ctx, 'offer.link_detached', { offerId, linkId });
  });
}

/** Holds the offer against being deleted meanwhile; a link never moves to another store. */
async function refuseForeign(tx: Database, { offerId, linkId }: Attachment): Promise<void> {
  const { rows } = await tx.execute<{ link_known: boolean }>(sql`
    SELECT EXISTS (SELECT FROM links l WHERE l.id = ${linkId} AND l.store_id = o.store_id) AS link_known
    FROM offers o WHERE o.id = ${offerId} AND o.deleted_at IS NULL FOR SHARE`);
  if (rows[0] === undefined) throw new NotFound('offer');
  if (!rows[0].link_known) throw new NotFound('affiliate link');
}

async function audit(tx: Database, ctx: Context, action: string, { offerId, linkId }: Attachment): Promise<void> {
  const subject = { subjectKind: 'offer', subjectId: offerId };
  await writeAudit(tx, { ...actedBy(ctx.actor, { link: linkId }), action, ...subject });
}
