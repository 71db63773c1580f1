import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { ReplayWindow } from '../clicks/index.ts';

/** One-time payments in minor units of the store's currency. */
export interface Payments {
  /** Made in the window, of the campaign and of all of the store. */
  campaignMinor: number;
  storeMinor: number;
  /** What the campaign's participants have agreed on, paid or not. */
  agreedMinor: number;
}

/** Reads the one-time payments of a store. Voided ones cost nothing. */
export async function readPayments(
  db: Database,
  { storeId, first, last }: ReplayWindow,
  campaignId: number,
): Promise<Payments> {
  const { rows } = await db.execute<{ of_campaign: number; of_store: number; agreed: number }>(sql`
    SELECT coalesce(sum(t.user_minor) FILTER (WHERE coalesce(p.campaign_id, t.bonus_campaign_id) = ${campaignId}), 0)::bigint AS of_campaign, coalesce(sum(t.user_minor), 0)::bigint AS of_store,
      (SELECT coalesce(sum(promised_sum(a.status, a.payment_amount_minor, o, 0)), 0)::bigint
        FROM campaigns o JOIN participants a ON a.campaign_id = o.id WHERE o.id = ${campaignId}) AS agreed
    FROM one_time_payments t LEFT JOIN participants p ON p.id = t.participant_id
    WHERE t.store_id = ${storeId} AND t.payment_date BETWEEN ${first}::date AND ${last}::date AND t.void_id IS NULL`);
  const row = rows[0]!;
  return { campaignMinor: row.of_campaign, storeMinor: row.of_store, agreedMinor: row.agreed };
}
