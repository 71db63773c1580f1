import type { Context } from '../../../platform/context.ts';
import { type AttributionRule, readOrderRules } from '../../stores/index.ts';
import type { CampaignFields } from '../campaign/fields.ts';

/** The rules of a store for orders with the terms of a campaign, as creators read them before they join. */
export interface OrderTerms {
  attributionRule: AttributionRule;
  /** How long after a click an order is attributed to it. */
  windowDays: number;
  /** After how many days undecided orders are approved by themselves; null: they wait for a decision. */
  approvalDays: number | null;
}

/** Reads the rules that apply to orders that are placed now: the campaign's, otherwise the store's. An order gets the shorter period of the campaign and the store (`order_deadline.sql`). */
export async function readOrderTerms(
  ctx: Pick<Context, 'db' | 'now'>,
  {
    storeId,
    attribution,
    attributionWindowDays,
    approvalDays,
  }: Pick<CampaignFields, 'attribution' | 'attributionWindowDays' | 'approvalDays'> & { storeId: number },
): Promise<OrderTerms> {
  const rules = await readOrderRules(ctx, { storeId });
  const days = [approvalDays, rules.approvalDays].filter((one) => one !== null);
  return {
    attributionRule: attribution ?? rules.attributionRule,
    windowDays: attributionWindowDays ?? rules.windowDays,
    approvalDays: days.length === 0 ? null : Math.min(...days),
  };
}
