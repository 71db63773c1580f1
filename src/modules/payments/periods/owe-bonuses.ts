import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { OWN_STORE_SQL } from '../../clicks/index.ts';
import type { Month } from './month.ts';

/**
 * Updates the bonuses of the months until this one to the due amounts (`bonuses_due`): creates earned bonuses, and sets bonuses
 * to zero that were lost by late refunds, denials and voids. Only months whose orders have changed since they were settled are
 * read. Each bonus is a one-time payment, once for each creator, campaign, month and tier. Stores that are not approved, and
 * creators who are members of the store, get no new bonuses. Bonuses are paid from the credit that is reserved for the campaign's
 * month, even if the limit has been lowered since. A bonus beyond the reservation waits for a later closing, so that the credit
 * limit is neither exceeded nor prevents the closing. Call it in the transaction of the closing, before others that change
 * one-time payments.
 */
export async function oweBonuses(tx: Database, { month, at }: { month: Month; at: Date }): Promise<void> {
  const stores = await lockCredit(tx, month);
  if (stores.length === 0) return;
  // Orders of other stores may change meanwhile; their bonuses follow at the next closing.
  const unsettled = sql`
    SELECT b.*, c.store_id FROM bonus_months b JOIN campaigns c ON c.id = b.campaign_id
    WHERE ${isUnsettled(month)} AND c.store_id = ANY (${sql.param(stores)}::bigint[])`;
  const due = sql`
    SELECT b.store_id, b.campaign_id, b.month, b.reserved_minor, d.* FROM (${unsettled}) b CROSS JOIN LATERAL bonuses_due(b.campaign_id, b.month) d`;
  await tx.execute(sql`
    WITH due AS MATERIALIZED (${due})
    UPDATE one_time_payments t SET user_minor = 0, updated_at = ${at.toISOString()} FROM (${unsettled}) b
    WHERE t.bonus_campaign_id = b.campaign_id AND t.payment_date = last_day(b.month) AND t.user_minor > 0 AND NOT EXISTS (
      SELECT FROM due d WHERE d.campaign_id = b.campaign_id AND d.month = b.month AND d.user_id = t.user_id AND d.tier = t.bonus_tier)`);
  // Members of the store are omitted, because they may never be paid.
  await tx.execute(sql`
    SELECT reserve_bonus_month(b.campaign_id, b.month, b.minor) FROM (
      SELECT b.campaign_id, b.month, coalesce(sum(d.bonus_minor) FILTER (WHERE d.paid_minor = 0 AND NOT ${sql.raw(OWN_STORE_SQL)}), 0)::bigint AS minor
      FROM (${unsettled}) b JOIN stores s ON s.id = b.store_id LEFT JOIN LATERAL bonuses_due(b.campaign_id, b.month) d ON true
      LEFT JOIN users u ON u.id = d.user_id GROUP BY b.campaign_id, b.month ORDER BY b.month, b.campaign_id
    ) b`);
  await tx.execute(sql`
    INSERT INTO one_time_payments AS t (store_id, user_id, agency_id, bonus_campaign_id, bonus_tier, user_minor, currency, payment_date, comment,
      created_at, updated_at)
    SELECT b.store_id, b.user_id, b.agency_id, b.campaign_id, b.tier, b.bonus_minor, b.currency, b.last, b.comment, ${at.toISOString()}, ${at.toISOString()}
    FROM (
      SELECT s.id AS store_id, d.user_id, u.agency_id, d.campaign_id, d.tier, d.bonus_minor, s.currency, last_day(d.month) AS last, d.reserved_minor,
        left(o.shown_title, 900) || ': bonus ' || d.tier || ', ' || to_char(d.month, 'YYYY-MM') AS comment,
        sum(d.bonus_minor) OVER (PARTITION BY d.campaign_id, d.month ORDER BY d.reached_at, d.user_id, d.tier ROWS UNBOUNDED PRECEDING) AS together_minor
      FROM (${due}) d JOIN campaigns o ON o.id = d.campaign_id JOIN stores s ON s.id = d.store_id JOIN users u ON u.id = d.user_id
      WHERE d.paid_minor = 0 AND s.approval = 'approved' AND NOT ${sql.raw(OWN_STORE_SQL)}
    ) b WHERE b.together_minor <= b.reserved_minor
    ON CONFLICT (bonus_campaign_id, user_id, payment_date, bonus_tier) WHERE bonus_campaign_id IS NOT NULL
      DO UPDATE SET user_minor = excluded.user_minor, updated_at = excluded.updated_at`);
  await tx.execute(sql`
    UPDATE bonus_months b SET is_settled = true FROM (${unsettled}) n
    WHERE n.campaign_id = b.campaign_id AND n.month = b.month AND NOT EXISTS (
      SELECT FROM bonuses_due(b.campaign_id, b.month) d WHERE d.paid_minor = 0)`);
}

/** Whether a row `b` of bonus_months may have bonuses to pay or to take back at the closing of this month. */
const isUnsettled = (month: Month): SQL => sql`NOT b.is_settled AND b.month <= ${month.first}::date`;

/**
 * Locks the credit of the stores whose one-time payments the closing changes: with bonuses or, afterwards, with agreed sums. All writers lock stores in the
 * same order, so a closing must lock those of both at once. Other stores are not locked, because their clicks would wait for the closing.
 * @returns the stores whose bonuses may change
 */
async function lockCredit(tx: Database, month: Month): Promise<number[]> {
  const { rows } = await tx.execute<{ store_id: number }>(
    sql`SELECT DISTINCT c.store_id FROM bonus_months b JOIN campaigns c ON c.id = b.campaign_id WHERE ${isUnsettled(month)}`,
  );
  const storeIds = rows.map((row) => row.store_id);
  if (storeIds.length === 0) return [];
  await tx.execute(sql`
    SELECT FROM store_credit WHERE store_id = ANY (${sql.param(storeIds)}::bigint[]) OR store_id IN (
      SELECT o.store_id FROM participants p JOIN campaigns o ON o.id = p.campaign_id LEFT JOIN one_time_payments t ON t.participant_id = p.id
      WHERE p.status = 'done' AND t.user_minor IS DISTINCT FROM
        coalesce(p.payment_amount_minor, CASE WHEN o.has_onetime_payment THEN o.one_time_payment_minor END))
    ORDER BY store_id FOR NO KEY UPDATE`);
  return storeIds;
}
