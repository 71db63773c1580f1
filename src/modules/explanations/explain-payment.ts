import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { addBookings, addHolds, addVoids } from './add-bookings.ts';
import { readCampaignTitles } from './campaign-titles.ts';
import { type Concerned, Explaining, type Explanation, readerOf } from './explanation.ts';
import type { Words } from './words/words.ts';

/** A one-time payment as it is explained. */
export interface PaymentFacts extends Concerned {
  id: number;
  userId: number;
  minor: number;
  currency: string;
  day: string;
  comment: string;
  participantId: number | null;
  campaignId: number | null;
  isVoid: boolean;
  bonus: BonusFacts | null;
}

/** The tier for which a bonus was paid, and the current state of its month. */
interface BonusFacts {
  tier: number;
  from_orders: number | null;
  from_value_minor: number | null;
  orders: number;
  value_minor: number;
}

/** Reads a one-time payment; null when there is none. */
export async function readPaymentFacts(db: Database, id: number): Promise<PaymentFacts | null> {
  const { rows } = await db.execute<PaymentFacts & Record<string, unknown>>(sql`
    SELECT t.id, t.store_id AS "storeId", t.user_id AS "userId", t.agency_id AS "agencyId", u.agency_id AS "currentAgencyId", t.user_minor AS minor,
      t.currency, t.payment_date AS day, t.comment, t.participant_id AS "participantId", coalesce(p.campaign_id, t.bonus_campaign_id) AS "campaignId",
      t.void_id IS NOT NULL AS "isVoid", CASE WHEN t.bonus_tier IS NOT NULL THEN (
        SELECT jsonb_build_object('tier', t.bonus_tier, 'from_orders', r.rule -> 'orders', 'from_value_minor', r.rule -> 'value_minor',
          'orders', b.orders, 'value_minor', b.value_minor)
        FROM bonus_progress(t.bonus_campaign_id, t.user_id, date_trunc('month', t.payment_date)::date) b
        CROSS JOIN LATERAL (
          SELECT (bonus_tiers_of(t.bonus_campaign_id, date_trunc('month', t.payment_date)::date)).tiers -> (t.bonus_tier - 1) AS rule) r) END AS bonus
    FROM one_time_payments t JOIN users u ON u.id = t.user_id LEFT JOIN participants p ON p.id = t.participant_id WHERE t.id = ${id}`);
  return rows[0] ?? null;
}

/** Explains a one-time payment to a permitted reader. */
export async function explainPayment(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  payment: PaymentFacts,
  words: Words,
): Promise<Explanation> {
  const titles = await readCampaignTitles(db, [payment.campaignId]);
  const explaining = new Explaining(readerOf(actor, payment), payment.currency, words, titles);
  const { texts } = explaining.words;
  const { minor, participantId, campaignId, isVoid, bonus } = payment;
  if (bonus !== null)
    explaining.add('bonus', {
      inputs: { campaign_id: campaignId, month: payment.day.slice(0, 7), ...bonus },
      result: minor,
      because: minor > 0 ? texts.bonusReached : texts.bonusTakenBack,
      record: explaining.campaign(campaignId),
    });
  explaining.add('agreed', {
    inputs: { amount_minor: minor, payment_on: payment.day, campaign_id: campaignId, comment: payment.comment },
    result: minor,
    because:
      bonus !== null
        ? texts.bonusPaid(explaining.money(minor))
        : participantId === null
          ? texts.granted(explaining.money(minor))
          : texts.agreed(explaining.money(minor)),
    record:
      participantId === null
        ? { kind: 'one_time_payment', id: String(payment.id) }
        : { kind: 'participant', id: String(participantId) },
  });
  explaining.add('split', {
    inputs: { amount_minor: minor },
    result: isVoid ? 0 : minor,
    because: texts.notShared,
  });
  await addVoids(explaining, db, { kind: 'one_time_payments', id: String(payment.id) });
  await addHolds(explaining, db, payment);
  await addBookings(explaining, db, { kind: 'one_time', id: String(payment.id) }, 'payment');
  const owed = isVoid ? 0 : minor;
  const split = { store: owed, creator: owed, agency: 0 };
  const values = explaining.summaryValues(split, { price: null, campaignId, userSharePpm: 0, agencySharePpm: 0 });
  const summary = isVoid ? texts.summary.nothing('').trim() : texts.summary.paid(values);
  return explaining.finish(
    { kind: 'one_time_payment', id: String(payment.id) },
    summary,
    isVoid ? 'void' : 'owed',
    split,
  );
}
