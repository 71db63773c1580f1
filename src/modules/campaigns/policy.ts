import { type SQL, sql } from 'drizzle-orm';
import { type Actor, isStoreKey } from '../../platform/auth/actor.ts';
import { type Access, onNamedResource, onResource, parsePathId } from '../../platform/auth/policy.ts';
import type { Context } from '../../platform/context.ts';
import { lookUpById } from '../../platform/database/look-up.ts';
import { param, prepared } from '../../platform/database/prepared.ts';
import { type CampaignSummary, campaignsWhere, SUMMARY, type SummaryRow } from './campaign/read-campaigns.ts';
import type { CampaignType, ParticipantStatus, Side } from './participants/transitions.ts';

/** The data of a campaign that policies need, and the currency of its amounts. */
export interface CampaignFacts {
  id: number;
  storeId: number;
  type: CampaignType;
  currency: string;
  hasProductSeeding: boolean;
  deleted: boolean;
}

const CAMPAIGN_FACTS = sql`o.id, o.store_id, o.type, o.has_product_seeding, o.deleted_at IS NOT NULL AS deleted, s.currency`;

interface CampaignRow extends Record<string, unknown> {
  id: number;
  store_id: number;
  type: CampaignType;
  has_product_seeding: boolean;
  deleted: boolean;
  currency: string;
}

const campaignFacts = (row: CampaignRow): CampaignFacts => ({
  id: row.id,
  storeId: row.store_id,
  type: row.type,
  currency: row.currency,
  hasProductSeeding: row.has_product_seeding,
  deleted: row.deleted,
});

/** A campaign, and whether the caller belongs to its audience (false for those who administer it). */
export interface CampaignOfActor extends CampaignFacts {
  isForActor: boolean;
}

/** Reads a campaign by id, with the data that its policy needs about the caller; null when it does not exist. */
export async function findCampaign(ctx: Pick<Context, 'db' | 'actor'>, id: number): Promise<CampaignOfActor | null> {
  const row = await readCampaign(ctx.db, id);
  return row === null ? null : withAudience(ctx, campaignFacts(row));
}

/**
 * Members of its store and administrators may administer a campaign (docs/domain.md, "Who may do what"). Its audience may read it
 * and therefore know that it exists. It is hidden from others.
 */
export function campaignAccess(
  actor: Actor,
  { storeId, isForActor, deleted }: Pick<CampaignOfActor, 'storeId' | 'isForActor' | 'deleted'>,
): Access {
  if (actor.isAdmin || actor.storeIds.includes(storeId)) return 'allow';
  return isForActor && !deleted ? 'forbid' : 'hide';
}

/** The policy of every path below a campaign that its store administers. */
export const onCampaign = onResource<CampaignOfActor>({
  name: 'offer',
  describe: 'Members of the offer’s store, an administrator.',
  param: 'offer',
  kind: 'offer',
  load: findCampaign,
  access: campaignAccess,
});

/** The policy of unversioned paths that name a campaign below its store. A campaign of another store, or a deleted one, is not found. */
export const onStoreCampaign = (param: 'offer' | 'offerId') =>
  onResource<CampaignOfActor>({
    name: 'storeOffer',
    describe: 'Members of that store, an administrator.',
    param,
    kind: 'offer',
    load: async (ctx, id, params) => {
      const campaign = await findCampaign(ctx, id);
      return campaign?.storeId === parsePathId(params.id ?? '') && !campaign.deleted ? campaign : null;
    },
    access: campaignAccess,
  });

/**
 * Condition over `offers o` and its `stores s`: the store takes part in the market, and is visible, or made visible by the
 * campaign.
 */
export const storeIsOpen = sql`s.deleted_at IS NULL AND s.deactivated_at IS NULL AND s.approval = 'approved' AND (NOT s.hidden OR o.store_visibility = 2)`;

/** Condition over `campaigns o` and its `stores s`: a holder of the campaign's token could join it now. */
export const isJoinableAt = (at: Date): SQL => sql`o.type <> 'standard' AND ${storeIsOpen}
  AND campaign_is_running(o, ${at.toISOString()})`;

/**
 * Condition over `offers o`: the user belongs to the campaign's audience, as a participant, by name, or through a target. A
 * `standard` campaign without targets is for everybody.
 * @param userId an id, or a column with a different name: the condition contains a `users u`
 */
export function campaignIsFor(userId: number | SQL): SQL {
  return sql`(o.only_user_id = ${userId} OR o.id IN (SELECT p.campaign_id FROM participations_of(${userId}) p)
    OR o.only_user_id IS NULL AND (
      o.type = 'standard' AND NOT EXISTS (SELECT FROM campaign_targets t WHERE t.campaign_id = o.id)
      OR EXISTS (SELECT FROM (${targetsOf(userId)}) t WHERE t.campaign_id = o.id)))`;
}

/** Targets that include a user. There is one query for each kind, which can use an index on the campaign and on the user. */
export function targetsOf(userId: number | SQL): SQL {
  return sql`
    SELECT t.campaign_id FROM campaign_targets t WHERE t.user_id = ${userId}
    UNION ALL SELECT t.campaign_id FROM users u JOIN campaign_targets t ON lower(t.email) = lower(u.email) AND NOT u.email_unproven
      WHERE u.id = ${userId}
    UNION ALL SELECT t.campaign_id FROM social_accounts i JOIN campaign_targets t ON lower(t.social_identifier) = lower(i.identifier)
      WHERE i.user_id = ${userId} AND i.is_theirs
    UNION ALL ${groupTargetsOf(userId)}`;
}

/** The targets that are groups of the user: the agency, its tiers and market, tags. Rows of `offer_id`. */
export function groupTargetsOf(userId: number | SQL): SQL {
  const ofUser = sql`SELECT t.campaign_id FROM users u JOIN campaign_targets t`;
  return sql`
    ${ofUser} ON t.agency_id = u.agency_id WHERE u.id = ${userId}
    UNION ALL ${ofUser} ON t.revenue_tier_id = u.revenue_tier_id WHERE u.id = ${userId}
    UNION ALL SELECT t.campaign_id FROM users u LEFT JOIN agencies c ON c.id = u.agency_id
      JOIN campaign_targets t ON t.store_group_id = coalesce(u.store_group_id, c.store_group_id) WHERE u.id = ${userId}
    UNION ALL SELECT t.campaign_id FROM user_tag_members m JOIN campaign_targets t ON t.user_tag_id = m.user_tag_id
      WHERE m.user_id = ${userId}`;
}

const readCampaign = lookUpById<CampaignRow>(
  sql`SELECT ${CAMPAIGN_FACTS} FROM campaigns o JOIN stores s ON s.id = o.store_id`,
  sql`o.id`,
);

const readAudience = prepared<{ is_for_user: boolean }, { id: number; userId: number }>(
  sql`SELECT ${campaignIsFor(param('userId'))} AS is_for_user FROM campaigns o WHERE o.id = ${param('id')}`,
);

/**
 * Adds whether the caller belongs to the audience, which is not looked up for those who administer the campaign. The key of a
 * store is not a creator.
 */
async function withAudience<Facts extends { id: number; storeId: number }>(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  campaign: Facts,
): Promise<Facts & { isForActor: boolean }> {
  const { id, storeId } = campaign;
  if (actor.isAdmin || isStoreKey(actor) || actor.storeIds.includes(storeId)) return { ...campaign, isForActor: false };
  const [row] = await readAudience(db, { id, userId: actor.userId });
  return { ...campaign, isForActor: row?.is_for_user ?? false };
}

/** The policy of reading a campaign: permits those who administer it and its audience. */
const asReader = <Facts extends Parameters<typeof campaignAccess>[1]>(
  load: (ctx: Context, id: number) => Promise<Facts | null>,
) =>
  onResource<Facts>({
    name: 'offerAsReader',
    describe: 'Members of the offer’s store, creators who take part in it or are targeted by it, an administrator.',
    param: 'offer',
    kind: 'offer',
    load,
    access: (actor, campaign) => (campaignAccess(actor, campaign) === 'hide' ? 'hide' : 'allow'),
  });

export const onCampaignAsReader = asReader(findCampaign);

/** A campaign, and whether the caller administers it and so reads all of its terms. */
export interface CampaignOfTermsReader extends CampaignOfActor {
  readsAll: boolean;
}

/** The policy of reading what a campaign promises: those who administer it, its audience, and agencies whose creators take part in it or have done so. */
export const onCampaignAsTermsReader = onResource<CampaignOfTermsReader>({
  name: 'offerAsTermsReader',
  describe:
    'Members of the offer’s store, creators who take part in it or are targeted by it, agencies of its participants, an administrator.',
  param: 'offer',
  kind: 'offer',
  load: async (ctx, id) => {
    const campaign = await findCampaign(ctx, id);
    if (campaign === null) return null;
    const readsAll = campaignAccess(ctx.actor, campaign) === 'allow';
    const isForActor = campaign.isForActor || (!readsAll && (await representsParticipant(ctx, id)));
    return { ...campaign, isForActor, readsAll };
  },
  access: (actor, campaign) => (campaignAccess(actor, campaign) === 'hide' ? 'hide' : 'allow'),
});

async function representsParticipant(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  campaignId: number,
): Promise<boolean> {
  if (actor.agencyIds.length === 0) return false;
  const { rows } = await db.execute(sql`
    SELECT FROM participants p JOIN users u ON u.id = p.user_id
    WHERE p.campaign_id = ${campaignId} AND u.agency_id = ANY (${sql.param([...actor.agencyIds])}::bigint[]) LIMIT 1`);
  return rows.length > 0;
}

const readSummary = campaignsWhere<{ id: number }, SummaryRow, CampaignSummary>(SUMMARY, sql`o.id = ${param('id')}`);

/** The same, with the fields of the campaign that API v2 shows. */
export const onCampaignSummary = asReader(async (ctx, id) => {
  const [row] = await readSummary(ctx.db, { id, at: ctx.now().toISOString() });
  if (row === undefined) return null;
  const summary = SUMMARY.recordOf(row);
  return withAudience(ctx, { ...summary, deleted: summary.status === 'deleted' });
});

/**
 * The policy of paths that name a campaign by its public token. Anybody who has the token may read the campaign, unless it is
 * deleted.
 */
export const onCampaignByToken = onNamedResource<CampaignFacts>({
  name: 'offerByToken',
  describe: 'Anyone with a valid access token who knows the offer’s token.',
  param: 'token',
  kind: 'offer',
  load: async ({ db }, token) => {
    const { rows } = await db.execute<CampaignRow>(
      sql`SELECT ${CAMPAIGN_FACTS} FROM campaigns o JOIN stores s ON s.id = o.store_id WHERE o.token = ${token}`,
    );
    return rows[0] === undefined ? null : campaignFacts(rows[0]);
  },
  access: (_actor, campaign) => (campaign.deleted ? 'hide' : 'allow'),
});

/** The data of a participation that policies and transitions need. */
export interface ParticipantFacts {
  id: number;
  campaign: CampaignFacts;
  /** Null while only an address is registered. */
  userId: number | null;
  /** The agency of that user. */
  userAgencyId: number | null;
  status: ParticipantStatus;
}

interface ParticipantRow extends CampaignRow {
  participant_id: number;
  user_id: number | null;
  agency_id: number | null;
  status: ParticipantStatus;
}

/**
 * Reads a participant by its id, or by its campaign and user; null when there is none. One that is registered for the caller's proven address or
 * account is the caller's.
 */
async function findParticipant(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  key: number | { campaignId: number; userId: number },
): Promise<ParticipantFacts | null> {
  const where =
    typeof key === 'number' ? sql`p.id = ${key}` : sql`p.campaign_id = ${key.campaignId} AND p.user_id = ${key.userId}`;
  const { rows } = await db.execute<ParticipantRow>(sql`
    SELECT p.id AS participant_id, u.id AS user_id, u.agency_id, p.status, ${CAMPAIGN_FACTS} FROM participants p
    JOIN campaigns o ON o.id = p.campaign_id JOIN stores s ON s.id = o.store_id LEFT JOIN users u ON u.id = coalesce(p.user_id,
      (SELECT own.id FROM users own WHERE own.id = ${actor.userId} AND p.user_id IS NULL AND p.id IN (SELECT m.id FROM participations_of(own.id) m)))
    WHERE ${where}`);
  const row = rows[0];
  if (row === undefined) return null;
  const { participant_id, user_id, agency_id, status } = row;
  return { id: participant_id, campaign: campaignFacts(row), userId: user_id, userAgencyId: agency_id, status };
}

/** The sides of a participation that the caller may act for. */
export function sidesOf(actor: Actor, { campaign, userId }: Pick<ParticipantFacts, 'campaign' | 'userId'>): Side[] {
  if (actor.isAdmin) return ['store', 'creator'];
  const sides: Side[] = [];
  if (actor.storeIds.includes(campaign.storeId)) sides.push('store');
  if (userId === actor.userId) sides.push('creator');
  return sides;
}

/** Whether the caller represents the agency of the participant. */
const represents = (actor: Actor, { userAgencyId }: Pick<ParticipantFacts, 'userAgencyId'>): boolean =>
  userAgencyId !== null && actor.agencyIds.includes(userAgencyId);

/** The same with the creator's agency, which does for its creators what they need not do in person. */
export function representedSides(actor: Actor, participant: ParticipantFacts): Side[] {
  const sides = sidesOf(actor, participant);
  return sides.includes('creator') || !represents(actor, participant) ? sides : [...sides, 'creator'];
}

const participantOf = (
  name: string,
  describe: string,
  access: (actor: Actor, participant: ParticipantFacts) => Access,
) =>
  onResource<ParticipantFacts>({
    name,
    describe,
    param: 'participant',
    kind: 'participant',
    load: async (ctx, id, params) => {
      const participant = await findParticipant(ctx, id);
      return participant?.campaign.id === parsePathId(params.offer ?? '') ? participant : null;
    },
    access,
  });

/** Actions of the store on a participant. The creator knows of the participation, and may not perform them. */
function storeSideAccess(actor: Actor, participant: ParticipantFacts): Access {
  const sides = sidesOf(actor, participant);
  if (sides.includes('store')) return 'allow';
  return sides.length > 0 ? 'forbid' : 'hide';
}

export const onParticipantAsStore = participantOf(
  'participantAsStore',
  'Members of the offer’s store, an administrator.',
  storeSideAccess,
);

/** The policy of unversioned paths that name a participant by store, campaign and user: the store's side. */
export const onStoreCampaignUser = onResource<ParticipantFacts>({
  name: 'storeOfferUser',
  describe: 'Members of that store, an administrator.',
  param: 'userId',
  kind: 'offer user',
  load: async (ctx, userId, params) => {
    const campaignId = parsePathId(params.offerId ?? '');
    const participant = campaignId === null ? null : await findParticipant(ctx, { campaignId, userId });
    return participant?.campaign.storeId === parsePathId(params.id ?? '') && !participant.campaign.deleted
      ? participant
      : null;
  },
  access: storeSideAccess,
});

/**
 * The policy of unversioned paths that name a participant by store and participant id, for the store's side. A participant without
 * an account is not found.
 */
export const onStoreParticipant = onResource<ParticipantFacts>({
  name: 'storeParticipant',
  describe: 'Members of that store, an administrator.',
  param: 'offerUserId',
  kind: 'offer user',
  load: async (ctx, id, params) => {
    const participant = await findParticipant(ctx, id);
    return participant?.campaign.storeId === parsePathId(params.id ?? '') && participant.userId !== null
      ? participant
      : null;
  },
  access: storeSideAccess,
});

/** Permits both sides and the creator's agency. */
function representedAccess(actor: Actor, participant: ParticipantFacts): Access {
  return representedSides(actor, participant).length > 0 ? 'allow' : 'hide';
}

/** Actions of both sides: reading the participation, transitions, to-dos. */
export const onParticipant = participantOf(
  'participant',
  'Members of the offer’s store, that participant, a representative of the participant’s client, an administrator.',
  representedAccess,
);

/** The sides of a participation that the caller has in person, without administrators. */
const ownSides = (actor: Actor, participant: ParticipantFacts): Side[] =>
  sidesOf({ ...actor, isAdmin: false }, participant);

/** Data that only the participant and the members of the campaign's store read, and administrators only as such. */
export const onParticipantOrStoreOnly = participantOf(
  'participantOrStoreOnly',
  'Members of the offer’s store, that participant.',
  (actor, participant) => {
    if (ownSides(actor, participant).length > 0) return 'allow';
    return actor.isAdmin ? 'forbid' : 'hide';
  },
);

/** Data that only the participant changes. */
export const onParticipantInPerson = participantOf('participantInPerson', 'That participant.', (actor, participant) => {
  if (ownSides(actor, participant).includes('creator')) return 'allow';
  return sidesOf(actor, participant).length > 0 ? 'forbid' : 'hide';
});

/** Data of a campaign's participants that only the members of its store read. */
export const onCampaignAsStoreOnly = onResource<CampaignOfActor>({
  name: 'offerAsStoreOnly',
  describe: 'Members of the offer’s store.',
  param: 'offer',
  kind: 'offer',
  load: findCampaign,
  access: (actor, campaign) => {
    if (actor.storeIds.includes(campaign.storeId)) return 'allow';
    return campaignAccess(actor, campaign) === 'hide' ? 'hide' : 'forbid';
  },
});

/** The policy of every path that names a participant as `campaignUser`. */
export const onCampaignUser = onResource<ParticipantFacts>({
  name: 'offerUser',
  describe:
    'Members of the offer’s store, that participant, a representative of the participant’s client, an administrator.',
  param: 'offerUser',
  kind: 'offer user',
  load: findParticipant,
  access: representedAccess,
});

/** A comment with its participation. */
export interface CommentFacts {
  id: number;
  authorId: number;
  part: ParticipantFacts;
}

/**
 * The policy of changing a comment. Everybody who may read the comment knows that it exists; only its author and administrators
 * may change it.
 */
export const onComment = onResource<CommentFacts>({
  name: 'comment',
  describe: 'The comment’s author, an administrator.',
  param: 'comment',
  kind: 'comment',
  load: async (ctx, id, params) => {
    const campaignUser = parsePathId(params.offerUser ?? '');
    const { rows } = await ctx.db.execute<{ author_id: number; participant_id: number }>(
      sql`SELECT author_id, participant_id FROM comments WHERE id = ${id} AND deleted_at IS NULL`,
    );
    if (rows[0] === undefined || rows[0].participant_id !== campaignUser) return null;
    const participant = await findParticipant(ctx, campaignUser);
    return participant === null ? null : { id, authorId: rows[0].author_id, part: participant };
  },
  access: (actor, { authorId, part: participant }) => {
    if (representedAccess(actor, participant) === 'hide') return 'hide';
    return actor.isAdmin || actor.userId === authorId ? 'allow' : 'forbid';
  },
});
