import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { RateStep, StepApplies, StepCounts, StepPeriod } from '../campaigns/index.ts';
import { type FixedTerms, orderRefusalOf } from '../clicks/index.ts';
import {
  type AppliedRule,
  type CustomerStep,
  DECIDE_BY,
  type DenialReason,
  type OrderLine,
  ownsCode,
  type Reason,
} from '../orders/index.ts';
import type { Concerned } from './explanation.ts';

/** An order as it is explained; money in minor units, parts and shares in millionths. */
export interface OrderFacts extends Concerned {
  id: number;
  number: string;
  channel: string;
  status: 'pending' | 'approved' | 'denied';
  at: string;
  day: string;
  originalMinor: number;
  originalRefundedMinor: number;
  originalCurrency: string;
  valueMinor: number;
  refundedMinor: number;
  currency: string;
  voucherCode: string | null;
  attribution: 'click' | 'voucher' | 'customer' | 'manual' | 'none';
  /** Creators from whom a user has taken the order, with the reason of the latest time. */
  former: readonly { userId: number; reason: string }[];
  reason: Reason | null;
  clickId: string | null;
  linkId: number | null;
  campaignId: number | null;
  terms: number;
  cpaPpm: number;
  invoiceCpaPpm: number;
  /** What it pays beside the part of its value, by its terms and its step, and with the rules that it fulfils; null: nothing. */
  termsFixed: FixedTerms | null;
  fixed: FixedTerms | null;
  /** What became of it: the fixed amount that is shared, what the store pays for it, and whether the part of the value is paid. */
  fixedMinor: number;
  fixedCostMinor: number;
  isByValue: boolean;
  reachesMinimum: boolean;
  /** The position of the commission rule whose rate the order has as a whole; null: the rate is that of its terms. */
  orderRule: number | null;
  /** Null: the order has no lines. */
  lines: OrderLine[] | null;
  customer: 'new' | 'returning' | null;
  userSharePpm: number;
  agencySharePpm: number;
  costMinor: number;
  userMinor: number;
  agencyMinor: number;
  /** The attribution window that applied to its click. */
  windowDays: number;
  /** The rule by which a click or a code decided. */
  rule: AppliedRule;
  /** Whose rule it is, and its version; null: not recorded with the order. */
  ruleOf: 'store' | 'campaign';
  ruleVersion: number | null;
  /** Since when that version applies; null: from the beginning, or not recorded. */
  ruleSince: string | null;
  /** Creators whose click or code the order names, and who did not get it. `click`: the click’s class and instant. */
  losers: readonly { userId: number; by: 'click' | 'voucher'; class: number | null; clickedAt: string | null }[];
  /** When the pending order is approved by itself, and the rule under which it was placed; null: it waits for a decision. */
  decideBy: string | null;
  approvalDays: number | null;
  denialReason: DenialReason | null;
  denialNote: string | null;
  /** The programme for customers whose rate it has, and the begin of the binding; null: it has the rate of its terms. */
  programme: { version: number; steps: readonly CustomerStep[]; since: string } | null;
  /** The steps of the campaign by which it was priced when it was approved, with what was counted; null: none. */
  rising: {
    version: number;
    counts: StepCounts;
    period: StepPeriod;
    applies: StepApplies;
    steps: readonly RateStep[];
    /** The one that was reached, from 1; null: none. */
    step: number | null;
    /** The number of orders, or their value, that decided. */
    reached: number;
  } | null;
  /** The rate of its terms, before steps and rules. */
  termsCpaPpm: number;
  /** The kind of an event, with the version of its price; null: it is an order. */
  kind: { code: string; name: string; priceId: number | null } | null;
}

/** The creators of the click and the codes of an attributed order `o` who are not the creator who has it. */
const LOSERS = sql`(SELECT coalesce(jsonb_agg(jsonb_build_object('userId', n.user_id, 'by', n.by, 'class', n.class, 'clickedAt', n.at)), '[]') FROM (
        SELECT c.user_id, 'click' AS by, c.class, click_time(c.id) AS at FROM clicks c WHERE c.id = o.click_id AND c.store_id = o.store_id
        UNION
        SELECT v.user_id, 'voucher', NULL, NULL FROM unnest(string_to_array(coalesce(o.reported_codes, o.voucher_code), ',')) AS r (code)
        JOIN vouchers v ON ${ownsCode({ storeId: sql`o.store_id`, code: sql`r.code`, at: sql`o.order_at` })}
      ) n WHERE n.user_id <> o.user_id)`;

/** Reads an order by our id; null when there is none. */
export async function readOrderFacts(db: Database, id: number): Promise<OrderFacts | null> {
  const { rows } = await db.execute<OrderFacts & Record<string, unknown>>(sql`
    SELECT o.id, o.store_id AS "storeId", o.user_id AS "userId", o.agency_id AS "agencyId", u.agency_id AS "currentAgencyId", o.order_id AS number,
      o.channel, o.status, o.order_at AS at, o.day, o.original_minor AS "originalMinor", o.original_refunded_minor AS "originalRefundedMinor",
      o.original_currency AS "originalCurrency", o.value_minor AS "valueMinor", o.refunded_minor AS "refundedMinor", o.currency,
      o.voucher_code AS "voucherCode", o.attribution, o.unattributed_reason AS reason, o.click_id AS "clickId", o.link_id AS "linkId",
      o.campaign_id AS "campaignId", o.terms, o.cpa_ppm AS "cpaPpm", o.invoice_cpa_ppm AS "invoiceCpaPpm", o.user_share_ppm AS "userSharePpm",
      o.agency_share_ppm AS "agencySharePpm", o.cost_minor AS "costMinor", o.user_minor AS "userMinor", o.agency_minor AS "agencyMinor",
      t.fixed AS "termsFixed", o.fixed, a.fixed_minor AS "fixedMinor", a.fixed_cost_minor AS "fixedCostMinor", a.by_value AS "isByValue",
      a.reaches_minimum AS "reachesMinimum", o.lines, o.customer, o.order_rule AS "orderRule", coalesce(o.window_days, s.attribution_window_days) AS "windowDays", o.attribution_rule AS rule,
      CASE WHEN o.campaign_rules_id IS NULL THEN 'store' ELSE 'campaign' END AS "ruleOf", v.version AS "ruleVersion", nullif(v.valid_from, '-infinity') AS "ruleSince",
      ${LOSERS} AS losers,
      CASE WHEN p.id IS NOT NULL THEN jsonb_build_object('version', p.version, 'steps', p.steps, 'since', o.customer_since) END AS programme,
      CASE WHEN g.id IS NOT NULL THEN jsonb_build_object('version', g.version, 'counts', g.counts, 'period', g.period, 'applies', g.applies, 'steps', g.steps,
        'step', o.rate_step, 'reached', coalesce(o.rate_step_orders, o.rate_step_minor)) END AS rising, coalesce(o.terms_cpa_ppm, o.cpa_ppm) AS "termsCpaPpm",
      ${DECIDE_BY} AS "decideBy", o.approval_days AS "approvalDays", o.denial_reason AS "denialReason", o.denial_note AS "denialNote",
      CASE WHEN k.id IS NOT NULL THEN jsonb_build_object('code', k.code, 'name', k.name, 'priceId', o.event_price_id) END AS kind,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('userId', a.user_id, 'reason', a.reason)), '[]') FROM (
        SELECT DISTINCT ON (former_user_id) former_user_id AS user_id, reason FROM order_attributions
        WHERE order_row_id = o.id AND former_user_id IS NOT NULL AND former_user_id IS DISTINCT FROM o.user_id ORDER BY former_user_id, id DESC) a) AS former
    FROM orders o JOIN stores s ON s.id = o.store_id LEFT JOIN users u ON u.id = o.user_id
    LEFT JOIN event_kinds k ON k.id = o.event_kind_id
    LEFT JOIN customer_programmes p ON p.id = o.customer_programme_id
    LEFT JOIN rate_steps g ON g.id = o.rate_steps_id
    LEFT JOIN order_rule_versions v ON v.id = coalesce(o.campaign_rules_id, o.order_rules_id)
    CROSS JOIN LATERAL stepped_terms(o) t
    CROSS JOIN LATERAL order_amounts(order_base(o), o.lines, o.cpa_ppm, o.invoice_cpa_ppm, o.fixed, o.user_share_ppm, o.agency_share_ppm) a
    WHERE o.id = ${id}`);
  const row = rows[0];
  if (row === undefined) return null;
  const decideBy = row.decideBy === null ? null : new Date(row.decideBy).toISOString();
  const ruleSince = row.ruleSince === null ? null : new Date(row.ruleSince).toISOString();
  const losers = row.losers.filter((one) => one.class === null || orderRefusalOf(one.class) === null);
  return { ...row, at: new Date(row.at).toISOString(), decideBy, ruleSince, losers };
}
