import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { recordAcceptance, requireAcceptance } from '../agreements/agreement.ts';
import type { CampaignStatus } from '../campaign/read-campaigns.ts';
import { addParticipants, type TargetedCampaign, targetableUsers } from '../campaign/targets.ts';
import { moveParticipant } from '../participants/move-participant.ts';
import type { ParticipantStatus } from '../participants/transitions.ts';
import { storeIsOpen } from '../policy.ts';
import { type GivenAnswer, recordAnswers, requireAnswers } from '../questions/questions.ts';
import { claimParticipation } from './claim-participation.ts';
import { findParticipation } from './find-participation.ts';
import { type CreatorsCampaign, readCreatorCampaign } from './read-creator-campaigns.ts';

const REFUSALS = {
  not_joinable: 'This campaign applies to creators without joining.',
  offer_ended: 'This campaign has ended.',
  offer_paused: 'This campaign is paused; try again later.',
  store_inactive: 'The store of this campaign is not open.',
  user_suspended: 'You are suspended and cannot join campaigns.',
  user_blocked: 'The store of this campaign does not work with you.',
};
type RefusalCode = keyof typeof REFUSALS;
export const JOIN_ERRORS = [...(Object.keys(REFUSALS) as RefusalCode[]), 'illegal_transition'] as const;
export type JoinError = (typeof JOIN_ERRORS)[number];

/**
 * Makes a user join the campaign with this token. Depending on the campaign's type, the user accepts an invitation, applies, or
 * is suggested. A pending participation for the user's address becomes the user's. Repeating it has no effect.
 * @param terms the version of the campaign's terms that the user accepts (null: none), which must be the current one if there are
 *   terms. Without `terms`, joining records the current version as not accepted explicitly.
 * @param answers to the questions of the campaign. Without them, joining needs none: the route cannot carry them.
 * @returns the campaign as the user sees it at this moment
 * @throws NotFound when the campaign does not exist or is deleted; RuleRefused with a code of JOIN_ERRORS, AGREEMENT_ERRORS or ANSWER_ERRORS,
 *   `illegal_transition` when the user has declined or was denied; `credit_limit` when the store's credit does not cover the
 *   campaign's one-time payment
 */
export async function joinCampaign(
  ctx: Context,
  {
    token,
    user,
    terms,
    answers,
  }: {
    token: string;
    user: { id: number; isSuspended: boolean };
    terms?: { accepted: number | null };
    answers?: readonly GivenAnswer[];
  },
): Promise<CreatorsCampaign> {
  return ctx.db.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, ctx.now, token);
    if (campaign.type === 'standard') throw refusal('not_joinable');
    const key = { campaignId: campaign.id, userId: user.id };
    const known = await findParticipation(tx, { ...key, lock: true });
    if (known?.userId === user.id && hasJoined(known.status)) return readCreatorCampaign({ ...ctx, db: tx }, key);
    const refused = await joinRefusal(tx, campaign, user);
    if (refused !== null) throw refusal(refused);
    const agreement =
      terms === undefined ? null : await requireAcceptance(tx, { campaignId: campaign.id, accepted: terms.accepted });
    if (answers !== undefined) await requireAnswers(tx, campaign.id, answers);
    if (known === null) {
      await addParticipants(tx, ctx.now, campaign, { userIds: [user.id], emails: [], identifiers: [] });
    } else {
      await claimParticipation(tx, { participantId: known.id, userId: user.id, at: ctx.now() });
    }
    // One of several concurrent joins adds the participant; the others find it here.
    const participant = await findParticipation(tx, { ...key, lock: true });
    if (participant !== null && agreement !== null)
      await recordAcceptance(tx, ctx, { participantId: participant.id, agreementId: agreement.id });
    if (participant !== null && answers !== undefined)
      await recordAnswers(tx, ctx, { participantId: participant.id, answers });
    if (participant !== null && !hasJoined(participant.status)) {
      const to = campaign.type === 'store_accept' ? 'applied' : 'accepted';
      await moveParticipant(
        { ...ctx, db: tx },
        { participantId: participant.id, creatorId: user.id, to, sides: ['creator'] },
      );
    }
    return readCreatorCampaign({ ...ctx, db: tx }, key);
  });
}

interface LockedCampaign extends TargetedCampaign {
  status: CampaignStatus;
  isStoreOpen: boolean;
}

/** Locks a campaign against changes and deletion. */
async function lockCampaign(tx: Database, now: Context['now'], token: string): Promise<LockedCampaign> {
  const { rows } = await tx.execute<{
    id: number;
    store_id: number;
    type: LockedCampaign['type'];
    todo: string[];
    status: CampaignStatus;
    is_store_open: boolean;
  }>(sql`
    SELECT o.id, o.store_id, o.type, o.todo, campaign_status(o, ${now().toISOString()}) AS status, ${storeIsOpen} AS is_store_open
    FROM campaigns o JOIN stores s ON s.id = o.store_id WHERE o.token = ${token} FOR SHARE OF o`);
  const row = rows[0];
  if (row === undefined || row.status === 'deleted') throw new NotFound('offer');
  return {
    id: row.id,
    storeId: row.store_id,
    type: row.type,
    todo: row.todo,
    status: row.status,
    isStoreOpen: row.is_store_open,
  };
}

/** Returns why this user cannot join the campaign; null when the user can. A scheduled campaign can be joined. */
export async function joinRefusal(
  db: Database,
  campaign: Pick<LockedCampaign, 'storeId' | 'type' | 'status' | 'isStoreOpen'>,
  user: { id: number; isSuspended: boolean },
): Promise<RefusalCode | null> {
  if (campaign.type === 'standard') return 'not_joinable';
  if (user.isSuspended) return 'user_suspended';
  if (campaign.status === 'ended') return 'offer_ended';
  if (campaign.status === 'paused') return 'offer_paused';
  if (!campaign.isStoreOpen) return 'store_inactive';
  return (await targetableUsers(db, campaign.storeId, [user.id])).has(user.id) ? null : 'user_blocked';
}

/** Whether the user has agreed, or does not need to agree again. */
export const hasJoined = (status: ParticipantStatus): boolean => !['open', 'denied', 'store_denied'].includes(status);

const refusal = (code: RefusalCode): RuleRefused => new RuleRefused(code, REFUSALS[code]);
