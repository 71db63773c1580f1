import { sql } from 'drizzle-orm';
import { isInPerson, isStoreKey, realActorId, userOf } from '../../../platform/auth/actor.ts';
import { requireFinance } from '../../../platform/auth/finance.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Forbidden, InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { keepPromisedTerms, refuseToAgree } from '../../stores/index.ts';
import { addComment } from '../activities/write-comments.ts';
import { recordJoining } from '../agreements/agreement.ts';
import { claimParticipation } from '../creator/claim-participation.ts';
import { followGift } from '../gifts/follow-gift.ts';
import { notifyOfApplication, notifyParticipants } from '../mails/notify-participants.ts';
import { publishParticipants } from './events.ts';
import {
  type CampaignType,
  firstStatus,
  newsOf,
  type ParticipantState,
  type ParticipantStatus,
  type Side,
  transitionsFor,
} from './transitions.ts';

/** The target status of a participant; `first`: the initial status (the legacy API's `revert`). */
export type Destination = ParticipantStatus | 'first';

/** A participant's locked row, with the data on which transitions depend. */
interface LockedParticipation extends ParticipantState {
  campaignId: number;
  campaignDeleted: boolean;
  storeId: number;
  /** Null: it is registered for an address or an account, and nobody's yet. */
  userId: number | null;
  /** Whether the participant is to receive a one-time payment. */
  hasSum: boolean;
}

/**
 * Moves a participant to another status, for a caller who acts on `sides`, and writes the change to its history in the same
 * transaction. Of two concurrent transitions of one participant, the second sees the result of the first. Participants whom the
 * store invites, accepts or declines are notified by mail. Joining records the campaign's terms, and only the creator can join: a
 * token that was issued to another user neither accepts nor applies.
 * @param creatorId whose participation it was when `sides` were determined; needed to act on the side of the creator
 * @param reason of a store that declines a creator, which both read in their conversation
 * @throws InvalidInput naming `reason` with any other move, or without a person who says it; NotFound when the participant or its campaign is deleted; Forbidden for joining on another's behalf, and as `requireFinance` when
 *   the store accepts or completes a participant who receives a sum; RuleRefused
 *   `illegal_transition`, naming the legal ones, or a code of PROMISE_REFUSALS when the store may not promise the agreed sum
 */
export async function moveParticipant(
  ctx: Context,
  {
    participantId,
    creatorId = null,
    to,
    sides,
    reason,
  }: {
    participantId: number;
    creatorId?: number | null;
    to: Destination;
    sides: readonly Side[];
    reason?: string | undefined;
  },
): Promise<void> {
  if (reason !== undefined && (to !== 'store_denied' || isStoreKey(ctx.actor)))
    throw new InvalidInput({ reason: ['must be given with `store_denied`, by a person'] });
  await ctx.db.transaction(async (tx) => {
    const participant = await lockParticipant(tx, participantId);
    if (participant === null || participant.campaignDeleted) throw new NotFound('participant');
    const target = to === 'first' ? firstStatus(participant) : to;
    const lawful = transitionsFor(participant, sides);
    if (!lawful.some(({ status }) => status === target)) throw refusal(participant.status, target, lawful);
    if (joins(participant.status, target) && !isInPerson(ctx.actor)) throw new Forbidden();
    await requireOwner(tx, ctx, { participant, participantId, creatorId, target, sides });
    if (participant.hasSum && owesSum(participant, target, sides)) requireFinance(ctx.actor, participant.storeId);
    if (target === 'accepted' && participant.hasSum) await refuseToAgree(tx, participant.storeId);
    const events = await setStatus(tx, {
      participantIds: [participantId],
      from: participant.status,
      to: target,
      actorId: userOf(realActorId(ctx.actor)),
      at: ctx.now(),
    });
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'participant.moved',
      subjectKind: 'offer',
      subjectId: participant.campaignId,
      details: { user_id: participant.userId, before: { status: participant.status }, after: { status: target } },
    });
    if (joins(participant.status, target)) await recordJoining(tx, ctx, participantId);
    if (reason !== undefined) await addComment({ ...ctx, db: tx }, { participantId, speaker: 'store' }, reason);
    const news = newsOf(participant.status, target);
    if (news !== null) await notifyParticipants({ ...ctx, db: tx }, { participantIds: [participantId], news, events });
    if (participant.status === 'open' && target === 'applied')
      await notifyOfApplication(tx, { participantId, eventId: events.get(participantId), at: ctx.now() });
    const { storeId } = participant;
    await keepPromisedTerms({ ...ctx, db: tx }, { storeId, participantIds: [participantId] });
  });
}

/**
 * Makes a pending participation the caller's who acts on it as its creator. Of several people with the same account, the first one gets it.
 * @throws NotFound when it has become somebody else's since the caller's sides were determined; Forbidden when an agency would join a campaign for its creator
 */
async function requireOwner(
  tx: Database,
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  move: {
    participant: LockedParticipation;
    participantId: number;
    creatorId: number | null;
    target: ParticipantStatus;
    sides: readonly Side[];
  },
): Promise<void> {
  const { participant, participantId, creatorId, target, sides } = move;
  const mayAs = (side: Side) =>
    sides.includes(side) && transitionsFor(participant, [side]).some(({ status }) => status === target);
  if (actor.isAdmin || mayAs('store') || !mayAs('creator') || participant.userId === actor.userId) return;
  if (participant.userId !== null && participant.userId === creatorId) {
    if (joins(participant.status, target)) throw new Forbidden();
    return;
  }
  const isClaimed =
    participant.userId === null && (await claimParticipation(tx, { participantId, userId: actor.userId, at: now() }));
  if (!isClaimed) throw new NotFound('participant');
}

/** Whether the store promises or releases the sum of a participant by this move. A creator who accepts an invitation promises nothing. */
function owesSum(participant: LockedParticipation, target: ParticipantStatus, sides: readonly Side[]): boolean {
  if (target !== 'accepted' && target !== 'done') return false;
  return sides.includes('store') && transitionsFor(participant, ['store']).some(({ status }) => status === target);
}

/** Whether the participant joins the campaign by this move. */
function joins(from: ParticipantStatus, to: ParticipantStatus): boolean {
  return from === 'open' && (to === 'accepted' || to === 'applied');
}

/** Locks the participant, and its campaign against being deleted meanwhile. */
async function lockParticipant(db: Database, participantId: number): Promise<LockedParticipation | null> {
  // The campaign first, as in changes of the campaign that affect its participants; otherwise two transactions could deadlock.
  await db.execute(
    sql`SELECT FROM campaigns WHERE id = (SELECT campaign_id FROM participants WHERE id = ${participantId}) FOR SHARE`,
  );
  const { rows } = await db.execute<{
    status: ParticipantStatus;
    has_applied: boolean;
    type: CampaignType;
    has_product_seeding: boolean;
    campaign_id: number;
    deleted: boolean;
    store_id: number;
    user_id: number | null;
    has_sum: boolean;
  }>(sql`
    SELECT p.status, p.applied_at IS NOT NULL AS has_applied, o.type, o.has_product_seeding, p.campaign_id, o.deleted_at IS NOT NULL AS deleted, o.store_id,
      p.user_id,
      coalesce(p.payment_amount_minor, CASE WHEN o.has_onetime_payment THEN o.one_time_payment_minor END, 0) > 0 AS has_sum
    FROM participants p JOIN campaigns o ON o.id = p.campaign_id
    WHERE p.id = ${participantId} FOR UPDATE OF p FOR SHARE OF o`);
  const row = rows[0];
  if (row === undefined) return null;
  return {
    status: row.status,
    hasApplied: row.has_applied,
    campaignType: row.type,
    hasProductSeeding: row.has_product_seeding,
    campaignId: row.campaign_id,
    campaignDeleted: row.deleted,
    storeId: row.store_id,
    userId: row.user_id,
    hasSum: row.has_sum,
  };
}

/**
 * Writes changes of status and their history; the caller has checked that they are permitted, while holding the rows' locks.
 * @param change `from`: the status of all of these participants
 * @returns the events of the changes, by participant
 */
export async function setStatus(
  db: Database,
  change: {
    participantIds: readonly number[];
    from: ParticipantStatus;
    to: ParticipantStatus;
    actorId: number | null;
    at: Date;
  },
): Promise<ReadonlyMap<number, number>> {
  const at = change.at.toISOString();
  const ids = sql`${sql.param([...change.participantIds])}::bigint[]`;
  await db.execute(sql`
    UPDATE participants SET status = ${change.to}, updated_at = ${at},
      applied_at = CASE WHEN ${change.to} = 'applied' THEN coalesce(applied_at, ${at}) WHEN ${change.to} = 'open' THEN NULL ELSE applied_at END
    WHERE id = ANY (${ids})`);
  await db.execute(sql`
    INSERT INTO activities (participant_id, type, actor_id, old_status, new_status, created_at)
    SELECT x.id, 'STATUS_CHANGE', ${change.actorId}, ${change.from}, ${change.to}, ${at} FROM unnest(${ids}) AS x (id) ORDER BY x.id`);
  await followGift(db, { ids: change.participantIds, to: change.to, at: change.at });
  return publishParticipants(db, { ids: change.participantIds, from: change.from, to: change.to, at: change.at });
}

function refusal(from: ParticipantStatus, to: ParticipantStatus, lawful: readonly { status: string }[]): RuleRefused {
  const choice = lawful.map(({ status }) => status).join(', ');
  const message =
    choice === ''
      ? `A participant who is ${from} cannot be moved by you.`
      : `A participant who is ${from} cannot become ${to}; you can make it ${choice}.`;
  return new RuleRefused('illegal_transition', message);
}
