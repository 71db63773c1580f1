import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { actedBy, writeAudit } from '../../accounts/index.ts';
import { keepPromisedTerms } from '../../stores/index.ts';

/** A link and the campaign to attach it to. */
export interface Attachment {
  campaignId: number;
  linkId: number;
}

/**
 * Attaches a link to a campaign, whose terms then take precedence for its next clicks. Repeating it has no effect.
 * @throws NotFound when the campaign is deleted, or the link belongs to another store
 */
export async function attachLink(ctx: Context, { campaignId, linkId }: Attachment): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { storeId } = await refuseForeign(tx, { campaignId, linkId });
    const { rowCount } = await tx.execute(sql`
      INSERT INTO campaign_links (campaign_id, link_id, created_at) VALUES (${campaignId}, ${linkId}, ${ctx.now().toISOString()})
      ON CONFLICT DO NOTHING`);
    if (rowCount === 1) await audit(tx, ctx, 'offer.link_attached', { campaignId, linkId });
    await keepPromisedTerms({ ...ctx, db: tx }, { storeId });
  });
}

/**
 * Detaches a link from a campaign. Its next clicks earn as if it had never been attached. Repeating it has no
 * effect.
 * @throws NotFound like `attachLink`
 */
export async function detachLink(ctx: Context, { campaignId, linkId }: Attachment): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { storeId } = await refuseForeign(tx, { campaignId, linkId });
    const { rowCount } = await tx.execute(
      sql`DELETE FROM campaign_links WHERE campaign_id = ${campaignId} AND link_id = ${linkId}`,
    );
    if (rowCount === 1) await audit(tx, ctx, 'offer.link_detached', { campaignId, linkId });
    await keepPromisedTerms({ ...ctx, db: tx }, { storeId });
  });
}

/** Locks the campaign against deletion. A link never moves to another store. */
async function refuseForeign(tx: Database, { campaignId, linkId }: Attachment): Promise<{ storeId: number }> {
  const { rows } = await tx.execute<{ store_id: number; link_known: boolean }>(sql`
    SELECT o.store_id, EXISTS (SELECT FROM links l WHERE l.id = ${linkId} AND l.store_id = o.store_id) AS link_known
    FROM campaigns o WHERE o.id = ${campaignId} AND o.deleted_at IS NULL FOR SHARE`);
  if (rows[0] === undefined) throw new NotFound('offer');
  if (!rows[0].link_known) throw new NotFound('affiliate link');
  return { storeId: rows[0].store_id };
}

async function audit(tx: Database, ctx: Context, action: string, { campaignId, linkId }: Attachment): Promise<void> {
  const subject = { subjectKind: 'offer', subjectId: campaignId };
  await writeAudit(tx, { ...actedBy(ctx.actor, { link: linkId }), action, ...subject });
}
