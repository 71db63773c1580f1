import type { Context } from '../../../platform/context.ts';
import { type AttributionRule, readOrderRules } from '../../stores/index.ts';

/** The rules of a store for orders with the terms of a campaign, as creators read them before they join. */
export interface OrderTerms {
  attributionRule: AttributionRule;
  /** How long after a click an order is attributed to it. */
  windowDays: number;
  /** After how many days undecided orders are approved by themselves; null: they wait for a decision. */
  approvalDays: number | null;
}

/** Reads the rules that apply to orders that are placed now. An order gets the shorter period of the campaign and the store (`order_deadline.sql`). */
export async function readOrderTerms(
  ctx: Pick<Context, 'db' | 'now'>,
  { storeId, approvalDays }: { storeId: number; approvalDays: number | null },
): Promise<OrderTerms> {
  const rules = await readOrderRules(ctx, { storeId });
  const days = [approvalDays, rules.approvalDays].filter((one) => one !== null);
  return {
    attributionRule: rules.attributionRule,
    windowDays: rules.windowDays,
    approvalDays: days.length === 0 ? null : Math.min(...days),
  };
}
