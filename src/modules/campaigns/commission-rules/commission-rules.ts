import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { fixedCost } from '../../stores/index.ts';

/** Whether the buyer of an order has bought at the store before, as the store reports it. */
export const CUSTOMERS = ['new', 'returning'] as const;
export type Customer = (typeof CUSTOMERS)[number];

/** By which trace an order is attributed, as rules name it. */
export const RULE_TRACES = ['click', 'voucher'] as const;
export type RuleTrace = (typeof RULE_TRACES)[number];

/**
 * A rate for the lines of orders that match all that the rule names. Letters match in either case. An order without lines matches rules that name neither
 * products nor categories. The names are those of the stored JSON, which
 * the function `priced_lines` reads.
 */
export interface CommissionRule {
  skus: readonly string[] | null;
  categories: readonly string[] | null;
  customer: Customer | null;
  /** Only orders that a click, or a voucher, led to. */
  attribution?: RuleTrace;
  /** The part of a line's value that creator and agency share, in millionths; 0: lines that match earn nothing. */
  cpa_ppm: number;
  /** A fixed amount for the order, in minor units; left out: that of the terms, or none if `cpa_ppm` is 0. */
  cpo_minor?: number;
  /** The margin with which the store is billed at least for the fixed amount; set when the rule is stored. */
  margin_cpo_minor?: number;
  /** The margin with which the store is billed at least, in millionths; set when the rule is stored (`withMargin`). */
  margin_ppm?: number;
}

/** The rules of a campaign. Lines that match no rule have the campaign's order rate. */
export interface CommissionRules {
  /** Null: the campaign has no rules. */
  version: number | null;
  changedAt: Date | null;
  /** In order of precedence: a line has the rate of the first rule that it matches. */
  rules: readonly CommissionRule[];
}

/** Reads the current rules of a campaign. */
export async function readCommissionRules(db: Database, campaignId: number): Promise<CommissionRules> {
  const { rows } = await db.execute<{ version: number; created_at: string; rules: CommissionRule[] }>(sql`
    SELECT version, created_at, rules FROM commission_rules WHERE campaign_id = ${campaignId} AND ended_at IS NULL`);
  const row = rows[0];
  if (row === undefined) return { version: null, changedAt: null, rules: [] };
  return { version: row.version, changedAt: new Date(row.created_at), rules: row.rules };
}

/** The fixed amount of a rate and the margins with which it is stored. */
interface WithMargins {
  cpo_minor?: number;
  margin_cpo_minor?: number;
  margin_ppm?: number;
}

/** Returns rates of a campaign with the least margins of its store's prices for orders, with which each price that a store sets is charged. */
export async function withMargin<Rate extends WithMargins>(
  db: Database,
  campaignId: number,
  rates: readonly Rate[],
): Promise<Rate[]> {
  const { rows } = await db.execute<{ margin_ppm: number; minor: number; ratio_ppm: number }>(sql`
    SELECT (m.campaign_cpa * 1000000)::int AS margin_ppm, m.campaign_cpo_minor AS minor, (m.campaign_cpo_ratio * 1000000)::bigint AS ratio_ppm
    FROM campaigns o CROSS JOIN price_margins(o.store_id, o.id) m WHERE o.id = ${campaignId}`);
  const least = (margins: number[]) => (margins.length === 0 ? 0 : Math.min(...margins));
  const margin = least(rows.map((row) => row.margin_ppm));
  return rates.map((rate) => {
    const { cpo_minor: fixed = 0 } = rate;
    const fixedMargin = least(
      rows.map(({ minor, ratio_ppm: ratioPpm }) => fixedCost(fixed, { minor, ratioPpm }) - fixed),
    );
    return {
      ...withoutMargin(rate),
      ...(margin > 0 ? { margin_ppm: margin } : {}),
      ...(fixedMargin > 0 ? { margin_cpo_minor: fixedMargin } : {}),
    } as Rate;
  });
}

/** A rate as a store sets it. */
export const withoutMargin = <Rate extends WithMargins>({
  margin_ppm: _,
  margin_cpo_minor: __,
  ...rate
}: Rate): Omit<Rate, 'margin_ppm' | 'margin_cpo_minor'> => rate;
