import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';

/**
 * A fixed bonus for a creator whose approved orders of a calendar month reach all minimums of the tier. Every tier that is
 * reached is paid. The names are those of the stored JSON, which the function `bonuses_due` reads.
 */
export interface BonusTier {
  /** The minimum number of orders; null: no minimum. */
  orders: number | null;
  /** Their minimum value less refunds, in minor units of the store's currency; null: no minimum. */
  value_minor: number | null;
  bonus_minor: number;
}

/** The bonuses of a campaign in a month. */
export interface BonusTiers {
  version: number;
  /** The first month in which the tiers apply, as its first day. */
  firstMonth: string;
  /** Empty if there are no bonuses. */
  tiers: readonly BonusTier[];
  /** The maximum cost of all bonuses of a month, in minor units of the store's currency. */
  budgetMinor: number;
}

/**
 * Reads the tiers of a campaign in a month; null if it has none.
 * @param month the first day of the month
 */
export async function readBonusTiers(
  db: Database,
  { campaignId, month }: { campaignId: number; month: string },
): Promise<BonusTiers | null> {
  return (await readBonusTiersOf(db, { campaignIds: [campaignId], month })).get(campaignId) ?? null;
}

/** Reads the tiers of campaigns in a month, by campaign; those that have none are omitted. @param month its first day */
export async function readBonusTiersOf(
  db: Database,
  { campaignIds, month }: { campaignIds: readonly number[]; month: string },
): Promise<Map<number, BonusTiers>> {
  if (campaignIds.length === 0) return new Map();
  const { rows } = await db.execute<{
    campaign_id: number;
    version: number;
    first_month: string;
    tiers: BonusTier[];
    budget_minor: number;
  }>(sql`
    SELECT t.campaign_id, t.version, t.first_month, t.tiers, t.budget_minor FROM unnest(${sql.param([...campaignIds])}::bigint[]) AS c (id)
    CROSS JOIN LATERAL bonus_tiers_of(c.id, ${month}::date) t WHERE t.version IS NOT NULL`);
  return new Map(
    rows.map(({ campaign_id: campaignId, version, first_month: firstMonth, tiers, budget_minor: budgetMinor }) => [
      campaignId,
      { version, firstMonth, tiers, budgetMinor },
    ]),
  );
}

/** The orders of a creator under a campaign in a month. Amounts in minor units of the store's currency. */
export interface BonusProgress {
  /** The orders that count: approved and not fully refunded. */
  orders: number;
  valueMinor: number;
  pendingOrders: number;
  pendingMinor: number;
}

/**
 * Reads the progress of a creator in a month.
 * @param month the first day of the month
 */
export async function readBonusProgress(
  db: Database,
  { campaignId, userId, month }: { campaignId: number; userId: number; month: string },
): Promise<BonusProgress> {
  const { rows } = await db.execute<Record<'orders' | 'value_minor' | 'pending_orders' | 'pending_minor', number>>(
    sql`SELECT orders, value_minor, pending_orders, pending_minor FROM bonus_progress(${campaignId}, ${userId}, ${month}::date)`,
  );
  const { orders, value_minor: valueMinor, pending_orders: pendingOrders, pending_minor: pendingMinor } = rows[0]!;
  return { orders, valueMinor, pendingOrders, pendingMinor };
}
