import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { isUniqueViolation } from '../../../platform/database/errors.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { actedBy, writeAudit } from '../../accounts/index.ts';
import { addComment } from '../../campaigns/index.ts';
import { ClickClass } from '../../clicks/index.ts';
import { readClaim } from '../../orders/index.ts';
import { readClickFacts } from '../click-facts.ts';
import { readPaymentFacts } from '../explain-payment.ts';
import { type Concerned, readerOf } from '../explanation.ts';
import { readOrderFacts } from '../order-facts.ts';
import type { AppealKind } from './appeal.ts';
import { notifyOfAppeal } from './notify-appeal.ts';

const DAY_MS = 86_400_000;
/** Maximum number of appeals that a person may open within a day. */
const MAX_A_DAY = 20;

/** The subject of an appeal: the parties concerned, and whether it was voided, denied or declined. */
interface Subject extends Concerned {
  isTurnedDown: boolean;
}

/**
 * Opens an appeal with its first comment.
 * @throws NotFound when the subject does not exist or does not concern the actor; RuleRefused `not_appealable`, `appeal_exists`,
 *   `too_many_appeals`
 */
export async function openAppeal(
  ctx: Context,
  { kind, subject: id, reason }: { kind: AppealKind; subject: string; reason: string },
): Promise<number> {
  const subject = await readSubject(ctx, kind, id);
  // A store decides its orders and claims itself, so it can appeal only against voids of the platform.
  const reader = subject && readerOf(ctx.actor, subject);
  if (subject === null || subject.userId === null || !(reader?.creator || reader?.store))
    throw new NotFound(SAID[kind]);
  if (!subject.isTurnedDown)
    throw new RuleRefused('not_appealable', 'Only voids, denials and declined claims can be appealed against.');
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT FROM users WHERE id = ${ctx.actor.userId} FOR NO KEY UPDATE`);
    const since = new Date(now.getTime() - DAY_MS).toISOString();
    const { rows } = await tx.execute<{ opened: number }>(sql`
      SELECT count(*)::int AS opened FROM appeals WHERE opened_by = ${ctx.actor.userId} AND user_id = ${subject.userId} AND created_at > ${since}`);
    if (rows[0]!.opened >= MAX_A_DAY)
      throw new RuleRefused('too_many_appeals', `At most ${MAX_A_DAY} appeals can be opened within a day.`);
    const appealId = await insert({ ...ctx, db: tx }, { kind, id, subject, now });
    await notifyOfAppeal(tx, { appealId, actorId: ctx.actor.userId, at: now }, { what: 'opened' });
    await addComment({ ...ctx, db: tx }, { appealId }, reason);
    await writeAudit(tx, {
      ...actedBy(ctx.actor, { appeal_id: appealId, kind, subject: id, user_id: subject.userId }),
      action: 'appeal.opened',
      subjectKind: 'store',
      subjectId: subject.storeId,
    });
    return appealId;
  });
}

async function insert(
  { db, actor }: Context,
  { kind, id, subject, now }: { kind: AppealKind; id: string; subject: Subject; now: Date },
): Promise<number> {
  try {
    const { rows } = await db.execute<{ id: number }>(sql`
      INSERT INTO appeals (kind, subject, store_id, user_id, opened_by, created_at)
      VALUES (${kind}, ${id}, ${subject.storeId}, ${subject.userId}, ${actor.userId}, ${now.toISOString()}) RETURNING id`);
    return rows[0]!.id;
  } catch (error) {
    if (!isUniqueViolation(error, 'appeals_open')) throw error;
    throw new RuleRefused('appeal_exists', 'An open appeal about this record already exists.');
  }
}

const SAID: Record<AppealKind, string> = {
  click: 'click',
  order: 'order',
  one_time_payment: 'one-time payment',
  order_claim: 'order claim',
};

async function readSubject(ctx: Context, kind: AppealKind, text: string): Promise<Subject | null> {
  if (kind === 'click') {
    const click = await readClickFacts(ctx.db, text);
    return click && { ...click, isTurnedDown: click.class === ClickClass.void };
  }
  // The id in the form of the explanation's path: no sign, no leading zeros.
  if (!/^[1-9]\d{0,14}$/.test(text)) return null;
  const id = Number(text);
  if (kind === 'order') {
    const order = await readOrderFacts(ctx.db, id);
    return order && { ...order, isTurnedDown: order.status === 'denied' };
  }
  if (kind === 'one_time_payment') {
    const payment = await readPaymentFacts(ctx.db, id);
    return payment && { ...payment, isTurnedDown: payment.isVoid };
  }
  const claim = await readClaim(ctx, id);
  return (
    claim && {
      storeId: claim.store.id,
      userId: claim.user.id,
      agencyId: null,
      currentAgencyId: claim.agencyId,
      isTurnedDown: claim.status === 'declined',
    }
  );
}
