import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { socialIdentifierOf } from '../../accounts/index.ts';
import { type Campaign, readCampaigns } from '../campaign/read-campaigns.ts';
import { NO_TARGETS } from '../campaign/targets.ts';
import { createCampaign, type NewCampaign } from '../campaign/write-campaign.ts';
import { type AudienceOfCampaign, readAudienceOfCampaign } from './read-audience-of-campaign.ts';
import { type Pace, readPace } from './read-pace.ts';

/** The effects of a planned campaign. */
export interface CampaignPreview {
  audience: AudienceOfCampaign;
  /** Number of e-mail addresses and social identifiers that would be pending. */
  addresses: number;
  /** Named users who would be skipped. */
  skippedUserIds: number[];
  /** The campaign as it would be stored, including prices. */
  campaign: Campaign;
  pace: Pace;
  /** What an average order would cost, and what of it would be shared; null: the store has no orders. */
  order: { costMinor: number; sharedMinor: number } | null;
}

/** Thrown to roll the transaction back; contains the result. */
class Undone extends Error {
  readonly preview: CampaignPreview;
  constructor(preview: CampaignPreview) {
    super('a preview leaves nothing behind');
    this.preview = preview;
  }
}

/**
 * Creates the campaign, reads its audience, and rolls back, so that the preview always agrees with saving. A store
 * must not learn whether an address belongs to a user, so such targets are counted and never looked up.
 * @throws InvalidInput like `createCampaign`
 */
export async function previewCampaign(ctx: Context, planned: NewCampaign): Promise<CampaignPreview> {
  const { storeId, input } = planned;
  const { emails, socialIdentifiers, ...others } = { ...NO_TARGETS, ...input.targets };
  const addresses = new Set([...emails, ...socialIdentifiers.map(socialIdentifierOf)].map((text) => text.toLowerCase()))
    .size;
  const { userIds, ...groups } = others;
  const hasGroups = Object.values(groups).some((list) => list.length > 0);
  const isForEverybody = input.type === 'standard' && !hasGroups && userIds.length === 0 && addresses === 0;
  const targets = { ...NO_TARGETS, ...others };
  try {
    await ctx.db.transaction(async (tx) => {
      const within = { ...ctx, db: tx };
      const draft = { ...planned, input: { ...input, targets }, isDraft: true };
      const { id, skippedUserIds } = await createCampaign(within, draft);
      const [campaign] = await readCampaigns(within, [id]);
      const targetSummary = { isForEverybody, hasGroups };
      const audience = await readAudienceOfCampaign(within, { storeId, campaignId: id, aim: targetSummary });
      const pace = await readPace(within, { storeId, campaignId: id });
      const order =
        pace.orderMinor === null ? null : await readOrderAmounts(tx, { storeId, id, minor: pace.orderMinor });
      throw new Undone({ audience, addresses, skippedUserIds, campaign: campaign!, pace, order });
    });
  } catch (error) {
    if (error instanceof Undone) return error.preview;
    throw error;
  }
  throw new Error('a preview came to no end');
}

/** What an order without lines would cost by the General terms of a campaign, with the function that prices orders. */
async function readOrderAmounts(
  db: Database,
  { storeId, id, minor }: { storeId: number; id: number; minor: number },
): Promise<{ costMinor: number; sharedMinor: number }> {
  const { rows } = await db.execute<{ cost_minor: number; user_minor: number }>(sql`
    SELECT a.cost_minor, a.user_minor FROM effective_prices(${storeId}, ${id}, NULL) p
    CROSS JOIN LATERAL order_amounts(${minor}, NULL, coalesce(round(p.cpa * 1000000), 0)::int, coalesce(round(p.invoice_cpa * 1000000), 0)::int,
      fixed_terms(p.cpo_minor, p.invoice_cpo_minor, p.cpo_mode, p.minimum_order_minor), 1000000, 0) a
    WHERE p.source = 0`);
  const { cost_minor: costMinor, user_minor: sharedMinor } = rows[0]!;
  return { costMinor, sharedMinor };
}
