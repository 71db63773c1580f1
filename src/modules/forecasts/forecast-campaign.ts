import { sql } from 'drizzle-orm';
import { addDays, type Calendar, startOfDay } from '../../platform/calendar.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { InvalidInput } from '../../platform/errors/errors.ts';
import { MAX_FORECAST_DAYS } from '../../platform/limits.ts';
import { type CommissionRule, createDraft, withMargin } from '../campaigns/index.ts';
import {
  prepareReplay,
  type ReplayFigures,
  type ReplayResult,
  type ReplayTerms,
  type ReplayWindow,
  replayClicks,
} from '../clicks/index.ts';
import { type Payments, readPayments } from './read-payments.ts';

/**
 * The time in which the campaign is assumed to run: on all days of the window with unused caps, or on its own dates with the
 * usage at the beginning of the window.
 */
export const RUNS = ['whole_window', 'own_dates'] as const;
type Run = (typeof RUNS)[number];

/** A campaign of the store, or a draft. */
export type Forecasted = { campaignId: number } | { draft: DraftInput };
type DraftInput = Omit<Parameters<typeof createDraft>[1], 'storeId'>;

interface ForecastInput {
  storeId: number;
  /** Days of the platform's time zone, both included. */
  first: string;
  last: string;
  run: Run;
  campaign: Forecasted;
  /** Commission rules that the campaign is assumed to have; null: its own rules. */
  rules: readonly CommissionRule[] | null;
}

/** The costs of the store, in minor units of its currency. */
export interface ForecastFigures extends ReplayFigures {
  oneTimeMinor: number;
}

export interface ForecastSide {
  campaign: ForecastFigures;
  store: ForecastFigures;
}

/** The cost that a campaign would have had on past days, and the charged cost. */
export interface Forecast {
  first: string;
  last: string;
  forecast: ForecastSide;
  charged: ForecastSide;
  capReachedAt: string | null;
  clicksBeyondCap: number;
  /** Targets that name no user are not, or only in part, considered. */
  omitsTargets: boolean;
}

/**
 * Replays a campaign over the store's past clicks and orders. Nothing is written: a draft is made in a transaction that is rolled back as soon as its
 * terms are read, before the clicks are, so that its locks are held briefly.
 * @throws InvalidInput for days that are reversed, too many, in the future or no longer kept, for an unknown campaign, and like `createDraft`;
 *   RuleRefused `too_many_clicks`; Conflict `replay_running`
 */
export async function forecastCampaign(ctx: Context, calendar: Calendar, input: ForecastInput): Promise<Forecast> {
  const { first, last, campaign } = input;
  const window = await windowOf(ctx, calendar, input);
  const isFresh = input.run === 'whole_window';
  const prepared =
    'draft' in campaign
      ? await prepareDraft(ctx, { window, isFresh, draft: campaign.draft, rules: input.rules })
      : await prepareExisting(ctx.db, { window, isFresh, campaignId: campaign.campaignId, rules: input.rules });
  const result = await replayClicks(ctx.db, prepared.terms);
  const payments = await readPayments(ctx.db, window, prepared.terms.campaignId);
  const { capReachedAt, clicksBeyondCap } = result;
  const { omitsTargets } = prepared;
  return { first, last, ...sidesOf(result, payments, prepared), capReachedAt, clicksBeyondCap, omitsTargets };
}

async function windowOf(
  ctx: Context,
  calendar: Calendar,
  { storeId, first, last }: ForecastInput,
): Promise<ReplayWindow> {
  const errors: Record<string, string[]> = {};
  if (last > calendar.dayOf(ctx.now().getTime())) errors['to'] = ['must not be in the future'];
  if (first > last) errors['from'] = ['must not be after `to`'];
  else if (first < addDays(last, 1 - MAX_FORECAST_DAYS))
    errors['from'] = [`must be at most ${MAX_FORECAST_DAYS - 1} days before \`to\``];
  const { rows } = await ctx.db.execute<{ day: string | null }>(sql`SELECT first_day_with_clicks() AS day`);
  const kept = rows[0]!.day;
  if (kept !== null && first < kept)
    errors['from'] ??= [`must not be before ${kept}: earlier clicks are no longer kept`];
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  const [fromMs, untilMs] = [first, addDays(last, 1)].map((day) => startOfDay(calendar, day).getTime());
  return { storeId, first, last, fromMs: fromMs!, untilMs: untilMs! };
}

interface Prepared {
  terms: ReplayTerms;
  omitsTargets: boolean;
  /** One-time payments that the campaign would promise; null: those agreed with its participants. */
  promisedMinor: number | null;
}

/** Thrown to roll the transaction back; contains the result. */
class Undone extends Error {
  readonly prepared: Prepared;
  constructor(prepared: Prepared) {
    super('a forecast leaves nothing behind');
    this.prepared = prepared;
  }
}

async function prepareDraft(
  ctx: Context,
  { window, isFresh, draft, rules }: { window: ReplayWindow; isFresh: boolean; draft: DraftInput; rules: Rules },
): Promise<Prepared> {
  try {
    await ctx.db.transaction(async (tx) => {
      const made = await createDraft({ ...ctx, db: tx }, { ...draft, storeId: window.storeId });
      const { campaignId, omitsTargets, promisedMinor } = made;
      throw new Undone({
        terms: await termsOf(tx, { window, campaignId, isFresh, rules }),
        omitsTargets,
        promisedMinor,
      });
    });
  } catch (error) {
    if (error instanceof Undone) return error.prepared;
    if (error instanceof InvalidInput) throw within('offer', error);
    throw error;
  }
  throw new Error('a forecast came to no end');
}

/** Converts errors to the fields of a nested object of the request. */
export function within(part: string, { errors }: InvalidInput): InvalidInput {
  return new InvalidInput(
    Object.fromEntries(Object.entries(errors).map(([field, text]) => [`${part}.${field}`, text])),
  );
}

/** The assumed commission rules; null: those of the campaign. */
type Rules = readonly CommissionRule[] | null;

async function termsOf(
  db: Database,
  { rules, ...replay }: { window: ReplayWindow; campaignId: number; isFresh: boolean; rules: Rules },
): Promise<ReplayTerms> {
  const charged = rules === null ? null : await withMargin(db, replay.campaignId, rules);
  return { ...(await prepareReplay(db, replay)), rules: charged };
}

async function prepareExisting(
  db: Database,
  { window, isFresh, campaignId, rules }: { window: ReplayWindow; isFresh: boolean; campaignId: number; rules: Rules },
): Promise<Prepared> {
  const { rows } = await db.execute(
    sql`SELECT FROM campaigns WHERE id = ${campaignId} AND store_id = ${window.storeId} AND deleted_at IS NULL`,
  );
  if (rows.length === 0) throw new InvalidInput({ offer_id: ['must be the id of an offer of the store'] });
  const terms = await termsOf(db, { window, campaignId, isFresh, rules });
  return { terms, omitsTargets: terms.hasHiddenAudience, promisedMinor: null };
}

/**
 * Adds the one-time payments. A campaign on its own dates has its actual payments; an assumed one makes all promised payments.
 * Bonuses are those that the actual orders have reached.
 */
function sidesOf(
  { replayed, charged }: ReplayResult,
  { campaignMinor, storeMinor, agreedMinor, bonusMinor }: Payments,
  { terms, promisedMinor }: Prepared,
): Pick<Forecast, 'forecast' | 'charged'> {
  const promised =
    terms.isFresh || promisedMinor !== null ? (promisedMinor ?? agreedMinor) + bonusMinor : campaignMinor;
  return {
    forecast: {
      campaign: { ...replayed.campaign, oneTimeMinor: promised },
      store: { ...replayed.store, oneTimeMinor: storeMinor - campaignMinor + promised },
    },
    charged: {
      campaign: { ...charged.campaign, oneTimeMinor: campaignMinor },
      store: { ...charged.store, oneTimeMinor: storeMinor },
    },
  };
}
