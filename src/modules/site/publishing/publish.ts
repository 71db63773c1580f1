import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { writeAudit } from '../../accounts/index.ts';
import { isJoinableAt } from '../../campaigns/index.ts';
import { isListed } from '../../stores/index.ts';

/** Whether a store or a campaign has a public page. */
export interface Publication {
  isPublic: boolean;
  /** Whether the page can be seen now. Pages of hidden stores and of ended campaigns cannot be seen. */
  isShown: boolean;
  /** The text about a store on its page. */
  about: string;
}

type PublicationRow = { is_public: boolean; is_shown: boolean; about: string };

/** Reads the publication of a store, which must exist. */
export async function readStorePage({ db }: Pick<Context, 'db'>, storeId: number): Promise<Publication> {
  const { rows } = await db.execute<PublicationRow>(sql`
    SELECT p.store_id IS NOT NULL AS is_public, p.store_id IS NOT NULL AND ${isListed} AS is_shown, coalesce(p.about, '') AS about
    FROM stores s LEFT JOIN store_pages p ON p.store_id = s.id WHERE s.id = ${storeId}`);
  return publicationOf(rows[0]!);
}

/** Publishes or hides the page of a store. */
export async function publishStorePage(
  ctx: Pick<Context, 'db' | 'actor' | 'now'>,
  storeId: number,
  { isPublic, about = '' }: { isPublic: boolean; about?: string | undefined },
): Promise<Publication> {
  return ctx.db.transaction(async (tx) => {
    if (isPublic) {
      await tx.execute(sql`
        INSERT INTO store_pages (store_id, about, published_at) VALUES (${storeId}, ${about}, ${ctx.now().toISOString()}::timestamptz)
        ON CONFLICT (store_id) DO UPDATE SET about = excluded.about`);
    } else await tx.execute(sql`DELETE FROM store_pages WHERE store_id = ${storeId}`);
    await noteChange({ ...ctx, db: tx }, 'store', storeId, isPublic);
    return readStorePage({ db: tx }, storeId);
  });
}

/** Reads the publication of a campaign, which must exist. */
export async function readCampaignPage(ctx: Pick<Context, 'db' | 'now'>, campaignId: number): Promise<Publication> {
  const { rows } = await ctx.db.execute<PublicationRow>(sql`
    SELECT p.campaign_id IS NOT NULL AS is_public, p.campaign_id IS NOT NULL AND ${isOpenToAll(ctx)} AS is_shown, '' AS about
    FROM campaigns o JOIN stores s ON s.id = o.store_id LEFT JOIN campaign_pages p ON p.campaign_id = o.id
    WHERE o.id = ${campaignId}`);
  return publicationOf(rows[0]!);
}

/** Publishes or hides the page of a campaign. */
export async function publishCampaignPage(
  ctx: Pick<Context, 'db' | 'actor' | 'now'>,
  campaignId: number,
  isPublic: boolean,
): Promise<Publication> {
  return ctx.db.transaction(async (tx) => {
    if (isPublic) {
      await tx.execute(sql`
        INSERT INTO campaign_pages (campaign_id, published_at) VALUES (${campaignId}, ${ctx.now().toISOString()}::timestamptz)
        ON CONFLICT DO NOTHING`);
    } else await tx.execute(sql`DELETE FROM campaign_pages WHERE campaign_id = ${campaignId}`);
    await noteChange({ ...ctx, db: tx }, 'offer', campaignId, isPublic);
    return readCampaignPage({ ...ctx, db: tx }, campaignId);
  });
}

/** Condition over `campaigns o` and `stores s`: anybody can apply for the campaign now. One for a single creator is never public. */
export const isOpenToAll = ({ now }: Pick<Context, 'now'>) => sql`o.only_user_id IS NULL AND ${isJoinableAt(now())}`;

const publicationOf = (row: PublicationRow): Publication => ({
  isPublic: row.is_public,
  isShown: row.is_shown,
  about: row.about,
});

function noteChange(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  subjectKind: 'store' | 'offer',
  subjectId: number,
  isPublic: boolean,
): Promise<void> {
  const action = `${subjectKind}.public_page_changed`;
  return writeAudit(db, { actor, action, subjectKind, subjectId, details: { is_public: isPublic } });
}
