import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { ReplayWindow } from '../clicks/index.ts';

/** One-time payments in minor units of the store's currency. */
export interface Payments {
  /**
   * Payments in the window, of the campaign and of the whole store, including unpaid bonuses that the orders of its months have
   * reached.
   */
  campaignMinor: number;
  storeMinor: number;
  /** The sums agreed with the campaign's participants, paid or not. */
  agreedMinor: number;
  /** The bonuses in `campaignMinor`. */
  bonusMinor: number;
}

/** Reads the one-time payments of a store. Voided ones cost nothing. Months that a closing has settled have no unpaid bonuses. */
export async function readPayments(
  db: Database,
  { storeId, first, last }: ReplayWindow,
  campaignId: number,
): Promise<Payments> {
  const { rows } = await db.execute<{ of_campaign: number; of_store: number; bonuses: number; agreed: number }>(sql`
    WITH payments AS (
      SELECT coalesce(p.campaign_id, t.bonus_campaign_id) AS campaign_id, t.bonus_campaign_id IS NOT NULL AS is_bonus, t.user_minor AS minor
      FROM one_time_payments t LEFT JOIN participants p ON p.id = t.participant_id
      WHERE t.store_id = ${storeId} AND t.payment_date BETWEEN ${first}::date AND ${last}::date AND t.void_id IS NULL
      UNION ALL
      SELECT b.campaign_id, true, d.bonus_minor FROM bonus_months b JOIN campaigns c ON c.id = b.campaign_id
      CROSS JOIN LATERAL bonuses_due(b.campaign_id, b.month) d
      WHERE c.store_id = ${storeId} AND b.month BETWEEN date_trunc('month', ${first}::date) AND ${last}::date AND NOT b.is_settled AND d.paid_minor = 0
    )
    SELECT coalesce(sum(minor) FILTER (WHERE campaign_id = ${campaignId}), 0)::bigint AS of_campaign, coalesce(sum(minor), 0)::bigint AS of_store,
      coalesce(sum(minor) FILTER (WHERE campaign_id = ${campaignId} AND is_bonus), 0)::bigint AS bonuses,
      (SELECT coalesce(sum(promised_sum(a.status, a.payment_amount_minor, o, 0)), 0)::bigint
        FROM campaigns o JOIN participants a ON a.campaign_id = o.id WHERE o.id = ${campaignId}) AS agreed
    FROM payments`);
  const row = rows[0]!;
  return { campaignMinor: row.of_campaign, storeMinor: row.of_store, agreedMinor: row.agreed, bonusMinor: row.bonuses };
}
