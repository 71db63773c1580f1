import { sql } from 'drizzle-orm';
import { addDays, type Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { actedBy, writeAudit } from '../../accounts/index.ts';
import { type Deliverable, lockDeliverable } from '../../campaigns/index.ts';
import { payOnce } from '../../payments/index.ts';
import { notifyOfAnswer, notifyOfEnd, notifyOfOffer } from './notify-usage-rights.ts';
import {
  lockUsageRight,
  type RightSide,
  readUsageRight,
  type UsageRight,
  type UsageRightInput,
} from './usage-right.ts';

/** Maximum number of versions of the rights of a deliverable. */
export const MAX_VERSIONS = 20;

export const OFFER_ERRORS = ['not_participating', 'rights_offered', 'too_many_versions'] as const;
export const ANSWER_ERRORS = ['not_participating', 'rights_decided'] as const;
export const END_ERRORS = ['end_not_proposed', 'rights_not_accepted'] as const;
export const PAYMENT_ERRORS = ['rights_included', 'rights_not_accepted', 'rights_paid'] as const;

/**
 * Offers usage rights to the creator of a deliverable, as its next version, and notifies the creator. They give nothing until the creator accepts them.
 * @returns the id of the rights
 * @throws InvalidInput naming `ends_on`; NotFound; RuleRefused with a code of OFFER_ERRORS
 */
export async function offerUsageRights(
  ctx: Context,
  { calendar }: { calendar: Calendar },
  { deliverable, input }: { deliverable: Deliverable; input: UsageRightInput & { currency: string } },
): Promise<number> {
  const at = ctx.now();
  if (input.endsOn !== null && input.endsOn < input.startsOn)
    throw new InvalidInput({ ends_on: ['must not be before the first day'] });
  if (input.endsOn !== null && input.endsOn < calendar.dayOf(at.getTime()))
    throw new InvalidInput({ ends_on: ['must not be in the past'] });
  return ctx.db.transaction(async (tx) => {
    await lockParty(tx, deliverable.id);
    const { rows: known } = await tx.execute<{ versions: number; offered: number }>(sql`
      SELECT count(*)::int AS versions, (count(*) FILTER (WHERE status = 'offered'))::int AS offered FROM usage_rights
      WHERE deliverable_id = ${deliverable.id}`);
    const { versions, offered } = known[0]!;
    if (offered > 0) throw new RuleRefused('rights_offered', 'The creator has not answered the former offer.');
    if (versions >= MAX_VERSIONS)
      throw new RuleRefused('too_many_versions', `The rights of a deliverable have at most ${MAX_VERSIONS} versions.`);
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO usage_rights (deliverable_id, participant_id, version, channels, territory, starts_on, ends_on, price_minor, currency, allows_whitelisting,
        exclusivity, status, offered_by, offered_at)
      VALUES (${deliverable.id}, ${deliverable.participantId}, ${versions + 1}, ${sql.param([...new Set(input.channels)])}::text[],
        ${input.territory}, ${input.startsOn}, ${input.endsOn}, ${input.priceMinor},
        ${input.currency}, ${input.allowsWhitelisting}, ${input.exclusivity}, 'offered',
        ${ctx.actor.userId}, ${at.toISOString()}) RETURNING id`);
    const right = (await readUsageRight({ db: tx }, rows[0]!.id))!;
    await notifyOfOffer(tx, right, at);
    await audit(ctx, tx, 'offered', right);
    return right.id;
  });
}

/**
 * Answers an offer: accepts or declines it as the creator, or withdraws it as the store. Accepted rights replace the ones that were accepted before. An
 * acceptance pays nothing.
 * @throws NotFound; RuleRefused with a code of ANSWER_ERRORS
 */
export async function answerOffer(
  ctx: Context,
  { id, answer }: { id: number; answer: 'accepted' | 'declined' | 'withdrawn' },
): Promise<void> {
  const at = ctx.now();
  const known = (await readUsageRight(ctx, id))!;
  await ctx.db.transaction(async (tx) => {
    // The deliverable first, as an offer locks it.
    if (answer === 'accepted') await lockParty(tx, known.deliverable.id);
    const right = await lockUsageRight(tx, id);
    if (right.status !== 'offered') throw new RuleRefused('rights_decided', 'The offer is not open any more.');
    if (answer === 'accepted')
      await tx.execute(sql`
        UPDATE usage_rights SET status = 'replaced' WHERE deliverable_id = ${right.deliverable.id} AND status = 'accepted'`);
    await tx.execute(sql`
      UPDATE usage_rights SET status = ${answer}, decided_by = ${ctx.actor.userId}, decided_at = ${at.toISOString()} WHERE id = ${id}`);
    if (answer !== 'withdrawn') await notifyOfAnswer(tx, right, { answer, at });
    await audit(ctx, tx, answer, right);
  });
}

/**
 * Proposes an earlier last day of accepted rights, in place of an earlier proposal, and notifies the other side.
 * @param endsOn `YYYY-MM-DD`; before the last day that holds, and not in the past
 * @throws InvalidInput naming `ends_on`; NotFound; RuleRefused `rights_not_accepted`
 */
export async function proposeEnd(
  ctx: Context,
  { calendar }: { calendar: Calendar },
  { id, side, endsOn }: { id: number; side: RightSide; endsOn: string },
): Promise<void> {
  const at = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const right = await lockUsageRight(tx, id);
    refuseUnlessAccepted(right);
    if (endsOn < calendar.dayOf(at.getTime())) throw new InvalidInput({ ends_on: ['must not be in the past'] });
    if (right.lastDay !== null && endsOn >= right.lastDay)
      throw new InvalidInput({ ends_on: [`must not be after ${addDays(right.lastDay, -1)}`] });
    await tx.execute(
      sql`UPDATE usage_rights SET proposed_end = ${endsOn}, proposed_by_side = ${side} WHERE id = ${id}`,
    );
    await notifyOfEnd(tx, right, { step: 'proposed', to: side === 'store' ? 'creator' : 'store', day: endsOn, at });
    await audit(ctx, tx, 'end_proposed', right);
  });
}

/**
 * Agrees on the last day that the other side has proposed.
 * @param endsOn the day that the caller has read
 * @throws NotFound; RuleRefused with a code of END_ERRORS
 */
export async function agreeEnd(
  ctx: Context,
  { id, side, endsOn }: { id: number; side: RightSide; endsOn: string },
): Promise<void> {
  const at = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const right = await lockUsageRight(tx, id);
    refuseUnlessAccepted(right);
    const { proposedEnd } = right;
    if (proposedEnd === null || proposedEnd.by === side || proposedEnd.on !== endsOn)
      throw new RuleRefused('end_not_proposed', 'The other side has not proposed this day.');
    await tx.execute(sql`
      UPDATE usage_rights SET agreed_end = ${endsOn}, proposed_end = NULL, proposed_by_side = NULL WHERE id = ${id}`);
    await notifyOfEnd(tx, right, { step: 'agreed', to: proposedEnd.by, day: endsOn, at });
    await audit(ctx, tx, 'end_agreed', right);
  });
}

/**
 * Pays the agreed price of accepted rights by a one-time payment, once.
 * @param paymentDate `YYYY-MM-DD`, as for any one-time payment
 * @throws NotFound; InvalidInput and RuleRefused as `payOnce`; RuleRefused with a code of PAYMENT_ERRORS
 */
export async function payUsageRight(
  ctx: Context,
  { calendar }: { calendar: Calendar },
  { id, paymentDate }: { id: number; paymentDate: string },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const right = await lockUsageRight(tx, id);
    if (right.status !== 'accepted' && right.status !== 'replaced') throw notAccepted();
    if (right.paymentId !== null) throw new RuleRefused('rights_paid', 'The price is paid already.');
    if (right.priceMinor === 0) throw new RuleRefused('rights_included', 'The rights have no price.');
    const { store, currency, user, priceMinor: userMinor, campaign, deliverable } = right;
    const paid = await payOnce(
      { ...ctx, db: tx },
      { calendar },
      {
        store: { id: store.id, currency },
        userId: user.id,
        userMinor,
        paymentDate,
        comment: `${campaign.title}: ${deliverable.title}, v${right.version}`,
      },
    );
    await tx.execute(sql`UPDATE usage_rights SET payment_id = ${paid.id} WHERE id = ${id}`);
  });
}

const notAccepted = () => new RuleRefused('rights_not_accepted', 'The creator has not accepted the rights.');

function refuseUnlessAccepted({ status }: UsageRight): void {
  if (status !== 'accepted') throw notAccepted();
}

/** Locks the deliverable whose rights change. @throws RuleRefused `not_participating` for a creator who has never joined, or was declined */
async function lockParty(tx: Database, deliverableId: number): Promise<void> {
  const { takesPart, isDone } = await lockDeliverable(tx, deliverableId);
  if (!takesPart && !isDone)
    throw new RuleRefused('not_participating', 'The creator does not take part in the campaign.');
}

function audit(
  ctx: Context,
  tx: Database,
  what: 'offered' | 'accepted' | 'declined' | 'withdrawn' | 'end_proposed' | 'end_agreed',
  { id, user, campaign, version, priceMinor, currency }: UsageRight,
) {
  const details = { usage_right_id: id, version, user_id: user.id, price_minor: priceMinor, currency };
  return writeAudit(tx, {
    ...actedBy(ctx.actor, details),
    action: `offer.usage_rights_${what}`,
    subjectKind: 'offer',
    subjectId: campaign.id,
  });
}
