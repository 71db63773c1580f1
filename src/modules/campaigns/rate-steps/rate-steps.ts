import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { withoutMargin } from '../commission-rules/commission-rules.ts';

/** What is counted: the number of approved orders, or their value less refunds. */
export const STEP_COUNTS = ['orders', 'value'] as const;
export type StepCounts = (typeof STEP_COUNTS)[number];

/** In which period orders are counted, by their day; `ever` has no end. */
export const STEP_PERIODS = ['month', 'quarter', 'ever'] as const;
export type StepPeriod = (typeof STEP_PERIODS)[number];

/** To which orders a step applies: those that are approved after it is reached, or all of the period. */
export const STEP_APPLIES = ['later', 'whole'] as const;
export type StepApplies = (typeof STEP_APPLIES)[number];

/** Versions of the steps of one campaign. */
export const MAX_STEP_VERSIONS = 200;

/** A rate from a number or a value of orders on. The names are those of the stored JSON, which `reached_step` and `stepped_terms` read. */
export interface RateStep {
  /** The number of orders from which it is reached, if orders are counted. */
  orders?: number;
  /** The value of orders from which it is reached, in minor units of the store's currency, if values are counted. */
  value_minor?: number;
  /** The part of the value that creator and agency share, in millionths. */
  cpa_ppm: number;
  /** A fixed amount for each order, in minor units; left out: that of the terms. */
  cpo_minor?: number;
  /** The margins with which the store is billed at least; set when the step is stored (`withMargin`). */
  margin_ppm?: number;
  margin_cpo_minor?: number;
}

/** How the rates of a campaign rise, as a store sets it. */
export interface RateSteps {
  counts: StepCounts;
  period: StepPeriod;
  applies: StepApplies;
  /** Only creators with this tag; null: all. */
  userTagId: number | null;
  /** With rising thresholds and rates that do not fall; empty: rates do not rise. */
  steps: readonly RateStep[];
}

/** A stored version of the steps of a campaign. */
export interface RateStepsVersion extends RateSteps {
  version: number;
  createdAt: Date;
}

/** What is in force where nothing is set. */
export const NO_STEPS: RateSteps = { counts: 'orders', period: 'month', applies: 'later', userTagId: null, steps: [] };

/** Reads the version of the steps of a campaign that is in force; undefined if there is none. */
export async function currentRateSteps(db: Database, campaignId: number): Promise<RateStepsVersion | undefined> {
  const [current] = await readRateSteps(db, campaignId, 1);
  return current;
}

/** Reads the versions of the steps of a campaign, newest first. */
export async function readRateSteps(
  db: Database,
  campaignId: number,
  most = MAX_STEP_VERSIONS,
): Promise<RateStepsVersion[]> {
  const { rows } = await db.execute<{
    version: number;
    counts: StepCounts;
    period: StepPeriod;
    applies: StepApplies;
    user_tag_id: number | null;
    steps: RateStep[];
    created_at: string;
  }>(sql`
    SELECT version, counts, period, applies, user_tag_id, steps, created_at FROM rate_steps WHERE campaign_id = ${campaignId}
    ORDER BY version DESC LIMIT ${most}`);
  return rows.map(({ created_at: createdAt, user_tag_id: userTagId, ...row }) => ({
    ...row,
    userTagId,
    createdAt: new Date(createdAt),
  }));
}

/** The steps of a campaign in force, without margins, for a copy of it; null: rates do not rise. */
export async function stepsToCopy(db: Database, campaignId: number): Promise<RateSteps | null> {
  const latest = await currentRateSteps(db, campaignId);
  if (latest === undefined || latest.steps.length === 0) return null;
  const { counts, period, applies, userTagId, steps } = latest;
  return { counts, period, applies, userTagId, steps: steps.map(withoutMargin) };
}

/** What a creator has reached of the steps of a campaign. */
export interface StepProgress {
  /** Whether the steps are for the creator. */
  isIncluded: boolean;
  /** The first day of the period that is counted; null: it has no end. */
  firstDay: string | null;
  /** Approved orders of the period that are not fully refunded, and their value less refunds in minor units of the store's currency. */
  orders: number;
  valueMinor: number;
}

/**
 * Reads the progress of a creator in the period of a day.
 * @param day `2026-01-31`
 */
export async function readStepProgress(
  db: Database,
  { campaignId, userId, day, steps }: { campaignId: number; userId: number; day: string; steps: RateSteps },
): Promise<StepProgress> {
  const { rows } = await db.execute<{
    is_included: boolean;
    first_day: string | null;
    orders: number;
    value_minor: number;
  }>(sql`
    SELECT ${steps.userTagId}::bigint IS NULL OR EXISTS (SELECT FROM user_tag_members m WHERE m.user_id = ${userId} AND m.user_tag_id = ${steps.userTagId}::bigint) AS is_included,
      nullif(p.first_day, '-infinity') AS first_day, coalesce(t.orders, 0) AS orders, coalesce(t.value_minor, 0) AS value_minor
    FROM (SELECT step_period(${steps.period}, ${day}::date) AS first_day) p
    LEFT JOIN rate_step_sums t ON t.campaign_id = ${campaignId} AND t.user_id = ${userId} AND t.period = ${steps.period} AND t.first_day = p.first_day`);
  const { is_included: isIncluded, first_day: firstDay, orders, value_minor: valueMinor } = rows[0]!;
  return { isIncluded, firstDay, orders, valueMinor };
}
