import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';

/** Facts for a store's campaign list beside the campaigns themselves; money in minor units of the store's currency. */
export interface CampaignOverview {
  /** All participants in any status, including pending addresses. */
  participants: number;
  /** Participants who wait for the store's decision: applied or suggested. */
  waiting: number;
  /** One-time payment for completing the campaign; null: none. */
  oneTimePaymentMinor: number | null;
  sharedBudget: { id: number; title: string; amountMinor: number; spentMinor: number } | null;
}

interface FactsRow extends Record<string, unknown> {
  id: number;
  participants: number;
  waiting: number;
  one_time_payment_minor: number | null;
  budget_id: number | null;
  budget_title: string | null;
  budget_minor: number | null;
  budget_spent_minor: number | null;
}

/** Reads the facts of these campaigns in one query, by campaign. */
export async function readCampaignOverview(
  { db }: Pick<Context, 'db'>,
  campaignIds: readonly number[],
): Promise<ReadonlyMap<number, CampaignOverview>> {
  if (campaignIds.length === 0) return new Map();
  const { rows } = await db.execute<FactsRow>(sql`
    SELECT o.id, p.participants, p.waiting, CASE WHEN o.has_onetime_payment THEN o.one_time_payment_minor END AS one_time_payment_minor,
      b.id AS budget_id, b.title AS budget_title, b.amount_minor AS budget_minor, b.spent_minor AS budget_spent_minor
    FROM campaigns o LEFT JOIN shared_budgets b ON b.id = o.shared_budget_id
    CROSS JOIN LATERAL (SELECT count(*) AS participants, count(*) FILTER (WHERE status IN ('applied', 'suggestion')) AS waiting
      FROM participants WHERE campaign_id = o.id) p
    WHERE o.id = ANY (${sql.param([...campaignIds])}::bigint[])`);
  return new Map(rows.map((row) => [row.id, factsOf(row)]));
}

const factsOf = (row: FactsRow): CampaignOverview => ({
  participants: row.participants,
  waiting: row.waiting,
  oneTimePaymentMinor: row.one_time_payment_minor,
  sharedBudget:
    row.budget_id === null
      ? null
      : {
          id: row.budget_id,
          title: row.budget_title!,
          amountMinor: row.budget_minor!,
          spentMinor: row.budget_spent_minor!,
        },
});
