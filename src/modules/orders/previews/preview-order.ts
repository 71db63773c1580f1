import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { DEFAULT_USER_SHARE_PPM } from '../../accounts/index.ts';
import {
  type CommissionRule,
  type Customer,
  type RuleTrace,
  readCommissionRules,
  withMargin,
} from '../../campaigns/index.ts';
import { MAX_MINOR } from '../reports/amounts.ts';
import { type GivenLine, linesValue, type OrderLine, readLines } from '../reports/lines.ts';

/** The cost and the earnings of an assumed order; amounts in minor units of the store's currency. */
export interface OrderPreview {
  valueMinor: number;
  costMinor: number;
  userMinor: number;
  /** The creator's share of the commission, in millionths. */
  userSharePpm: number;
  /** The fixed amount in the cost. */
  fixedCostMinor: number;
  /** Whether the order has the minimum value of the campaign. */
  reachesMinimum: boolean;
  lines: OrderLine[];
}

/**
 * Computes what an order with these lines would cost and earn by the General terms of a campaign, with the functions that price orders. The creator's
 * share is that of the campaign, otherwise the marketplace's default: the store must not learn the tier or the agency of a creator from a preview.
 * @param rules null: the current rules of the campaign
 * @throws InvalidInput naming the line
 */
export async function previewOrder(
  { db }: Pick<Context, 'db'>,
  order: {
    campaignId: number;
    currency: string;
    rules: readonly CommissionRule[] | null;
    lines: readonly GivenLine[];
    customer: Customer | null;
    /** By which trace the order is attributed. */
    attribution: RuleTrace;
  },
): Promise<OrderPreview> {
  const { campaignId, currency, customer, attribution } = order;
  const errors: Record<string, string[]> = {};
  const lines = readLines(order.lines, { valueMinor: null, currency }, errors);
  const valueMinor = lines.reduce((sum, line) => sum + line.value_minor, 0);
  if (valueMinor > MAX_MINOR) errors.lines ??= ['must be worth at most a billion together'];
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  const rules =
    order.rules === null
      ? (await readCommissionRules(db, campaignId)).rules
      : await withMargin(db, campaignId, order.rules);
  const { rows } = await db.execute<{
    lines: OrderLine[];
    user_share_ppm: number;
    cost_minor: number;
    user_minor: number;
    fixed_cost_minor: number;
    reaches_minimum: boolean;
  }>(sql`
    SELECT priced.lines, terms.user_share_ppm, amounts.cost_minor, amounts.user_minor, amounts.fixed_cost_minor, amounts.reaches_minimum
    FROM (
      SELECT coalesce(round(p.cpa * 1000000), 0)::int AS cpa_ppm, coalesce(round(p.invoice_cpa * 1000000), 0)::int AS invoice_cpa_ppm,
        coalesce(round(p.user_share * 1000000), ${DEFAULT_USER_SHARE_PPM})::int AS user_share_ppm,
        fixed_terms(p.cpo_minor, p.invoice_cpo_minor, p.cpo_mode, p.minimum_order_minor) AS fixed
      FROM campaigns o JOIN effective_prices(o.store_id, o.id, NULL) p ON p.source = 0 WHERE o.id = ${campaignId}
    ) terms
    CROSS JOIN LATERAL (SELECT priced_lines(${linesValue(lines)}, ${JSON.stringify(rules)}::jsonb, ${customer}, ${attribution}, terms.cpa_ppm, terms.invoice_cpa_ppm)
      AS lines) priced
    CROSS JOIN LATERAL order_amounts(${valueMinor}, priced.lines, terms.cpa_ppm, terms.invoice_cpa_ppm,
      order_fixed(terms.fixed, ${JSON.stringify(rules)}::jsonb, priced.lines, NULL), terms.user_share_ppm, 0) amounts`);
  const row = rows[0]!;
  return {
    valueMinor,
    costMinor: row.cost_minor,
    userMinor: row.user_minor,
    userSharePpm: row.user_share_ppm,
    fixedCostMinor: row.fixed_cost_minor,
    reachesMinimum: row.reaches_minimum,
    lines: row.lines,
  };
}
