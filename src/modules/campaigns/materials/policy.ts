import { sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';
import { type Access, onResource } from '../../../platform/auth/policy.ts';
import type { Context } from '../../../platform/context.ts';
import { TAKING_PART } from '../participants/transitions.ts';
import { type CampaignOfActor, campaignAccess, campaignIsFor, findCampaign } from '../policy.ts';
import { MATERIAL_COLUMNS, type Material, type MaterialRow, materialOf } from './material.ts';

/** A campaign, and whether the caller, or a creator whose agency the caller represents, takes part in it or has completed it. */
interface CampaignToDownload extends CampaignOfActor {
  takesPart: boolean;
}

const JOINED = [...TAKING_PART, 'done'];

async function withPart(ctx: Pick<Context, 'db' | 'actor'>, campaign: CampaignOfActor): Promise<CampaignToDownload> {
  const { actor } = ctx;
  if (campaignAccess(actor, campaign) === 'allow') return { ...campaign, takesPart: false };
  // Nobody joins a standard campaign: its audience takes part.
  if (campaign.type === 'standard')
    return { ...campaign, takesPart: campaign.isForActor || (await representsAudience(ctx, campaign.id)) };
  const { rows } = await ctx.db.execute<{ takes_part: boolean }>(sql`
    SELECT EXISTS (SELECT FROM participants p JOIN users u ON u.id = p.user_id
      WHERE p.campaign_id = ${campaign.id} AND p.status = ANY (${sql.param(JOINED)}::text[])
        AND (p.user_id = ${actor.userId} OR u.agency_id = ANY (${sql.param([...actor.agencyIds])}::bigint[]))) AS takes_part`);
  return { ...campaign, takesPart: rows[0]!.takes_part };
}

/** Whether a creator of an agency that the caller represents is in the audience of the campaign, and could sign in to download its files. */
async function representsAudience({ db, actor }: Pick<Context, 'db' | 'actor'>, campaignId: number): Promise<boolean> {
  if (actor.agencyIds.length === 0) return false;
  const { rows } = await db.execute<{ represents: boolean }>(sql`
    SELECT EXISTS (SELECT FROM campaigns o JOIN users v ON v.agency_id = ANY (${sql.param([...actor.agencyIds])}::bigint[])
      WHERE o.id = ${campaignId} AND v.erased_at IS NULL AND v.suspended_at IS NULL AND ${campaignIsFor(sql`v.id`)}) AS represents`);
  return rows[0]!.represents;
}

async function findCampaignToDownload(
  ctx: Pick<Context, 'db' | 'actor'>,
  id: number,
): Promise<CampaignToDownload | null> {
  const campaign = await findCampaign(ctx, id);
  return campaign === null ? null : withPart(ctx, campaign);
}

/** Those who administer a campaign and those who take part in it download its files. The rest of its audience knows of the campaign only. */
function downloadAccess(actor: Actor, campaign: CampaignToDownload): Access {
  const access = campaignAccess(actor, campaign);
  return access !== 'allow' && campaign.takesPart && !campaign.deleted ? 'allow' : access;
}

const READERS =
  'Members of the offer’s store, creators who have joined it (for a standard offer: those whom it is for), representatives of the clients of these creators, an administrator.';

/** The policy of listing the files of a campaign. */
export const onCampaignToDownload = onResource<CampaignToDownload>({
  name: 'offerToDownload',
  describe: READERS,
  param: 'offer',
  kind: 'offer',
  load: findCampaignToDownload,
  access: downloadAccess,
});

/** A file with its campaign and its key in the file storage. */
interface MaterialFacts {
  material: Material;
  fileKey: string;
  campaign: CampaignToDownload;
}

async function findMaterial(ctx: Pick<Context, 'db' | 'actor'>, id: number): Promise<MaterialFacts | null> {
  const { rows } = await ctx.db.execute<MaterialRow & { campaign_id: number; file_key: string }>(
    sql`SELECT ${MATERIAL_COLUMNS}, m.campaign_id, m.file_key FROM campaign_materials m WHERE m.id = ${id}`,
  );
  const row = rows[0];
  const campaign = row === undefined ? null : await findCampaignToDownload(ctx, row.campaign_id);
  if (row === undefined || campaign === null) return null;
  return { material: materialOf(row), fileKey: row.file_key, campaign };
}

const shared = { param: 'material', kind: 'material', load: findMaterial } as const;

/** The policy of downloading a file of a campaign. */
export const onMaterial = onResource<MaterialFacts>({
  ...shared,
  name: 'material',
  describe: READERS,
  access: (actor, { campaign }) => (downloadAccess(actor, campaign) === 'allow' ? 'allow' : 'hide'),
});

/** The policy of changing a file of a campaign. Those who may only download it know that it exists. */
export const onMaterialOfStore = onResource<MaterialFacts>({
  ...shared,
  name: 'materialOfStore',
  describe: 'Members of the offer’s store, an administrator.',
  access: (actor, { campaign }) => {
    if (campaignAccess(actor, campaign) === 'allow') return 'allow';
    return downloadAccess(actor, campaign) === 'allow' ? 'forbid' : 'hide';
  },
});
