import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { OWN_STORE_SQL } from '../../clicks/index.ts';
import type { Month } from './month.ts';

/**
 * Brings the bonuses of all months until this one to what is due (`bonuses_due`): creates those that have been earned, and sets those to zero that late
 * refunds, denials and voids have taken back. Each is a one-time payment, once for each creator, campaign, month and tier. Stores that are not approved,
 * and creators who are members of the store, get no new ones. A bonus that exceeds the store's remaining credit waits for a later closing: the credit limit
 * must neither be exceeded nor prevent the closing. Call it in the transaction of the closing, before others that change one-time payments.
 */
export async function oweBonuses(tx: Database, { month, at }: { month: Month; at: Date }): Promise<void> {
  const until = sql`${month.last}::date`;
  const changed = await lockCredit(tx, month);
  if (changed.length === 0) return;
  // Orders may change meanwhile. Bonuses of stores that are not locked follow at the next closing.
  const stores = sql`${sql.param(changed)}::bigint[]`;
  await tx.execute(sql`
    UPDATE one_time_payments t SET user_minor = 0, updated_at = ${at.toISOString()}
    WHERE t.store_id = ANY (${stores}) AND t.bonus_campaign_id IS NOT NULL AND t.user_minor > 0 AND NOT EXISTS (
      SELECT FROM bonuses_due(${until}) d WHERE d.campaign_id = t.bonus_campaign_id AND d.user_id = t.user_id AND d.tier = t.bonus_tier
        AND d.month = date_trunc('month', t.payment_date))`);
  await tx.execute(sql`
    INSERT INTO one_time_payments AS t (store_id, user_id, agency_id, bonus_campaign_id, bonus_tier, user_minor, currency, payment_date, comment,
      created_at, updated_at)
    SELECT b.store_id, b.user_id, b.agency_id, b.campaign_id, b.tier, b.bonus_minor, b.currency, b.last, b.comment, ${at.toISOString()}, ${at.toISOString()}
    FROM (
      SELECT s.id AS store_id, d.user_id, u.agency_id, d.campaign_id, d.tier, d.bonus_minor, s.currency, (d.month + interval '1 month - 1 day')::date AS last,
        left(o.shown_title, 900) || ': bonus ' || d.tier || ', ' || to_char(d.month, 'YYYY-MM') AS comment,
        sum(d.bonus_minor) OVER (PARTITION BY s.id ORDER BY d.month, d.reached_at, d.campaign_id, d.user_id, d.tier ROWS UNBOUNDED PRECEDING) AS together_minor
      FROM bonuses_due(${until}) d JOIN campaigns o ON o.id = d.campaign_id JOIN stores s ON s.id = o.store_id JOIN users u ON u.id = d.user_id
      LEFT JOIN one_time_payments p ON p.bonus_campaign_id = d.campaign_id AND p.user_id = d.user_id AND p.bonus_tier = d.tier
        AND p.payment_date = (d.month + interval '1 month - 1 day')::date
      WHERE s.id = ANY (${stores}) AND coalesce(p.user_minor, 0) = 0 AND s.approval = 'approved' AND NOT ${sql.raw(OWN_STORE_SQL)}
    ) b JOIN store_credit c ON c.store_id = b.store_id
    WHERE b.together_minor <= c.limit_minor - c.incurred_minor - c.promised_minor
    ON CONFLICT (bonus_campaign_id, user_id, payment_date, bonus_tier) WHERE bonus_campaign_id IS NOT NULL
      DO UPDATE SET user_minor = excluded.user_minor, updated_at = excluded.updated_at`);
}

/**
 * Locks the credit of the stores whose one-time payments the closing changes: with bonuses or, afterwards, with agreed sums. All writers lock stores in the
 * same order, so a closing must lock those of both at once. Other stores are not locked, because their clicks would wait for the closing.
 * @returns the stores whose bonuses change
 */
async function lockCredit(tx: Database, month: Month): Promise<number[]> {
  const { rows } = await tx.execute<{ store_id: number }>(sql`
    WITH due AS MATERIALIZED (SELECT d.*, (d.month + interval '1 month - 1 day')::date AS last FROM bonuses_due(${month.last}::date) d),
    changed AS (
      SELECT coalesce(d.campaign_id, t.bonus_campaign_id) AS campaign_id
      FROM due d FULL JOIN (SELECT * FROM one_time_payments WHERE bonus_campaign_id IS NOT NULL) t
        ON t.bonus_campaign_id = d.campaign_id AND t.user_id = d.user_id AND t.bonus_tier = d.tier AND t.payment_date = d.last
      WHERE coalesce(t.user_minor, 0) <> coalesce(d.bonus_minor, 0)
    )
    SELECT DISTINCT o.store_id FROM campaigns o JOIN changed c ON c.campaign_id = o.id`);
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
