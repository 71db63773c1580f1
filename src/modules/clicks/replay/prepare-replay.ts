import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { statementsOn } from '../../../platform/database/statements-on.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import type { CommissionRule } from '../../campaigns/index.ts';
import { loadReplayProfiles } from '../load-profiles.ts';
import { type LinkProfile, TermsKind } from '../profile.ts';

/** The clicks of a store on days of the platform's time zone, both included. */
export interface ReplayWindow {
  storeId: number;
  first: string;
  last: string;
  /** The instants that the days begin and end at, in milliseconds since 1970: [from, until). */
  fromMs: number;
  untilMs: number;
}

/** The terms that past clicks are priced by again. */
export interface ReplayTerms {
  window: ReplayWindow;
  /** The campaign whose part is reported. */
  campaignId: number;
  /**
   * True: the campaign applies on all days of the window, with unused caps. False: it has its own schedule, and its caps begin with
   * the usage at the beginning of the window.
   */
  isFresh: boolean;
  profiles: readonly LinkProfile[];
  /** Amounts of the shared budgets of these campaigns, by id. */
  budgets: ReadonlyMap<number, number>;
  /** The campaign has targets that its store may not look through; see `withoutHiddenAudiences`. */
  hasHiddenAudience: boolean;
  /** Commission rules of the campaign; null: those that are stored. */
  rules: readonly CommissionRule[] | null;
}

/** So many links and clicks are replayed at most, which takes a few seconds. */
const MAX_LINKS = 10_000;
const MAX_CLICKS = 500_000;

/**
 * Reads the current terms of the links that led to a store on these days. Nothing is written or locked, so it can be called in a transaction that is
 * rolled back, which has made the campaign only for this.
 * @throws RuleRefused `too_many_clicks`
 */
export async function prepareReplay(
  db: Database,
  { window, campaignId, isFresh }: { window: ReplayWindow; campaignId: number; isFresh: boolean },
): Promise<Omit<ReplayTerms, 'rules'>> {
  const linkIds = await readLinks(db, window);
  const read = await loadReplayProfiles(statementsOn(db), { linkIds, sinceMs: window.fromMs, campaignId });
  const hidden = await readHiddenAudiences(db, window.storeId);
  const profiles = read
    .map((profile) => withoutHiddenAudiences(profile, hidden))
    .map((profile) => (isFresh ? atAllTimes(profile, campaignId) : profile));
  const budgets = await readBudgets(db, profiles);
  return { window, campaignId, isFresh, profiles, budgets, hasHiddenAudience: hidden.has(campaignId) };
}

async function readLinks(db: Database, { storeId, first, last }: ReplayWindow): Promise<number[]> {
  const { rows } = await db.execute<{ link_id: number; clicks: number }>(sql`
    SELECT link_id, sum(clicks + uncounted)::bigint AS clicks FROM link_days
    WHERE store_id = ${storeId} AND day BETWEEN ${first}::date AND ${last}::date GROUP BY link_id LIMIT ${MAX_LINKS + 1}`);
  const clicks = rows.reduce((sum, row) => sum + row.clicks, 0);
  if (rows.length > MAX_LINKS || clicks > MAX_CLICKS)
    throw new RuleRefused(
      'too_many_clicks',
      `These days have more than ${MAX_CLICKS} clicks or ${MAX_LINKS} links. Choose fewer days.`,
    );
  return rows.map((row) => row.link_id);
}

/** For each campaign with a hidden audience, the creators whom the store knows to belong to it. */
type HiddenAudiences = ReadonlyMap<number, ReadonlySet<number>>;

/**
 * Finds the store's campaigns with targets that name no user: tags, agencies, tiers, markets and addresses. The store knows those creators of them whom it
 * has named, and those whose clicks the campaign has paid.
 */
async function readHiddenAudiences(db: Database, storeId: number): Promise<HiddenAudiences> {
  const { rows } = await db.execute<{ campaign_id: number; known: string[] }>(sql`
    SELECT h.campaign_id, ARRAY (
      SELECT s.user_id FROM campaign_spend s WHERE s.campaign_id = h.campaign_id AND s.user_id <> 0 AND s.clicks > 0
      UNION SELECT t.user_id FROM campaign_targets t WHERE t.campaign_id = h.campaign_id AND t.user_id IS NOT NULL) AS known
    FROM (
      SELECT t.campaign_id FROM campaigns o JOIN campaign_targets t ON t.campaign_id = o.id
      WHERE o.store_id = ${storeId} AND o.type = 'standard' GROUP BY t.campaign_id HAVING bool_or(t.user_id IS NULL)
    ) h`);
  return new Map(rows.map((row) => [row.campaign_id, new Set(row.known.map(Number))]));
}

/**
 * A store pays nothing for a replay, and may repeat it with any terms. Comparing two must not reveal which agency, tier, market or tag a creator belongs
 * to, or who an address belongs to. Campaigns with such targets therefore hold for the creators whom the store knows to belong to them.
 */
function withoutHiddenAudiences(profile: LinkProfile, hidden: HiddenAudiences): LinkProfile {
  const isShown = ({ kind, campaignId }: LinkProfile['campaigns'][number]) =>
    kind !== TermsKind.runningCampaign || (hidden.get(campaignId)?.has(profile.userId) ?? true);
  return { ...profile, campaigns: profile.campaigns.filter(isShown) };
}

const atAllTimes = (profile: LinkProfile, campaignId: number): LinkProfile => ({
  ...profile,
  campaigns: profile.campaigns.map((campaign) =>
    campaign.campaignId === campaignId
      ? { ...campaign, validFromMs: Number.NEGATIVE_INFINITY, validUntilMs: Number.POSITIVE_INFINITY }
      : campaign,
  ),
});

async function readBudgets(db: Database, profiles: readonly LinkProfile[]): Promise<Map<number, number>> {
  const ids = profiles.flatMap(({ campaigns }) => campaigns.flatMap(({ sharedBudgetId }) => sharedBudgetId ?? []));
  const { rows } = await db.execute<{ id: number; amount_minor: number }>(
    sql`SELECT id, amount_minor FROM shared_budgets WHERE id = ANY (${sql.param([...new Set(ids)])}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.id, row.amount_minor]));
}
