import type { Candidate } from './candidates.ts';
import type { KeptTerms } from './kept-terms.ts';
import type { CampaignTerms, FixedTerms } from './profile.ts';

/** The largest bigint of PostgreSQL. */
const NO_LIMIT = 9_223_372_036_854_775_807n;

/** One array argument of a statement. */
type Column<T = number> = T[];

/** The candidates of one link and source. `first` is the position of the first one, 0 if there is none. */
export interface PlacedChain {
  candidates: readonly Candidate[];
  userId: number;
  first: number;
  terms: KeptTerms;
}

/** Formats a column as an array of PostgreSQL. */
export const arrayOf = (column: Column<number | bigint>): string => `{${column.join(',')}}`;

/** Whether a campaign has a cap. */
export function isCapped({ maxClicks, maxMinor, clickLimit, sharedBudgetId }: CampaignTerms): boolean {
  return maxClicks !== null || maxMinor !== null || clickLimit !== null || sharedBudgetId !== null;
}

/** The distinct cap counters of a batch, in key order, so that every process locks them in the same order. */
export class Counters {
  /** Campaign, user (0: the whole campaign), maximum clicks, maximum amount; then the shared budgets. */
  readonly columns: [Column, Column, Column<number | bigint>, Column<number | bigint>, Column] = [[], [], [], [], []];
  readonly #places = new Map<string, number>();

  constructor(chains: readonly PlacedChain[]) {
    const campaigns = new Map<string, { campaign: CampaignTerms; userId: number }>();
    const budgets = new Set<number>();
    for (const { candidates, userId: creator } of chains) {
      for (const { campaign } of candidates) {
        if (campaign === null || !isCapped(campaign)) continue;
        for (const userId of [0, creator]) campaigns.set(`${campaign.campaignId}:${userId}`, { campaign, userId });
        if (campaign.sharedBudgetId !== null) budgets.add(campaign.sharedBudgetId);
      }
    }
    const byKey = [...campaigns].sort(
      ([, a], [, b]) => a.campaign.campaignId - b.campaign.campaignId || a.userId - b.userId,
    );
    for (const [key, { campaign, userId }] of byKey) this.#add(key, campaign, userId);
    for (const id of [...budgets].sort((a, b) => a - b)) {
      this.#places.set(`budget:${id}`, this.#places.size + 1);
      this.columns[4].push(id);
    }
  }

  /** A campaign's caps apply to the whole campaign or, with per_user_limit, to each creator. A participant's click limit applies to that creator. */
  #add(key: string, campaign: CampaignTerms, userId: number): void {
    const capped = campaign.perUserLimit === (userId !== 0);
    const clickLimits = [capped ? campaign.maxClicks : null, userId !== 0 ? campaign.clickLimit : null];
    const maxClicks = Math.min(...clickLimits.map((limit) => limit ?? Number.POSITIVE_INFINITY));
    const maxMinor = capped ? campaign.maxMinor : null;
    this.#places.set(key, this.#places.size + 1);
    this.columns[0].push(campaign.campaignId);
    this.columns[1].push(userId);
    this.columns[2].push(Number.isFinite(maxClicks) ? maxClicks : NO_LIMIT);
    this.columns[3].push(maxMinor ?? NO_LIMIT);
  }

  /** Positions of a campaign's counters for a creator: the total, the creator's own, the shared budget; 0 without a cap. */
  placesOf(campaign: CampaignTerms | null, userId: number): readonly [number, number, number] {
    if (campaign === null || !isCapped(campaign)) return UNCAPPED;
    const budget = campaign.sharedBudgetId === null ? 0 : this.#places.get(`budget:${campaign.sharedBudgetId}`)!;
    return [
      this.#places.get(`${campaign.campaignId}:0`)!,
      this.#places.get(`${campaign.campaignId}:${userId}`)!,
      budget,
    ];
  }
}

const UNCAPPED = [0, 0, 0] as const;

/** The candidate columns of `record_clicks`, in its order. */
export interface CandidateColumns {
  next: Column;
  terms: Column;
  campaign: Column;
  cost: Column;
  cpc: Column;
  user: Column;
  agency: Column;
  userShare: Column;
  agencyShare: Column;
  cpa: Column;
  invoiceCpa: Column;
  total: Column;
  own: Column;
  pool: Column;
  list: Column<number | null>;
  fixed: Column<FixedTerms | null>;
}

/** Columns without candidates. */
export const noCandidates = (): CandidateColumns => ({
  next: [],
  terms: [],
  campaign: [],
  cost: [],
  cpc: [],
  user: [],
  agency: [],
  userShare: [],
  agencyShare: [],
  cpa: [],
  invoiceCpa: [],
  total: [],
  own: [],
  pool: [],
  list: [],
  fixed: [],
});

/** The fixed terms of candidates by their positions, as an argument of a statement; null: none has any. */
export function fixedArgument({ fixed }: Pick<CandidateColumns, 'fixed'>): string | null {
  const given = fixed.flatMap((terms, index) => (terms === null ? [] : [[index + 1, terms] as const]));
  return given.length === 0 ? null : JSON.stringify(Object.fromEntries(given));
}

/** Writes the candidates to columns, each with the position of the next, and sets the first position of each chain. */
export function placeCandidates(chains: readonly PlacedChain[], counters: Counters): CandidateColumns {
  const placed = noCandidates();
  for (const chain of chains) placeChain(chain, counters, placed);
  return placed;
}

/** The same for one chain, after those that are placed. */
export function placeChain(chain: PlacedChain, counters: Counters, placed: CandidateColumns): void {
  const { candidates, userId } = chain;
  if (candidates.length > 0) chain.first = placed.next.length + 1;
  for (let index = 0; index < candidates.length; index++) {
    const candidate = candidates[index]!;
    const [totalPlace, ownPlace, poolPlace] = counters.placesOf(candidate.campaign, userId);
    // Terms without a cap always apply, so later candidates are never tried.
    const isLast = index + 1 === candidates.length || totalPlace === 0;
    placed.next.push(isLast ? 0 : placed.next.length + 2);
    placed.terms.push(candidate.kind);
    placed.campaign.push(candidate.campaign === null ? 0 : candidate.campaign.campaignId);
    placed.cost.push(candidate.costMinor);
    placed.cpc.push(candidate.cpcMinor);
    placed.user.push(candidate.userMinor);
    placed.agency.push(candidate.agencyMinor);
    placed.userShare.push(candidate.userSharePpm);
    placed.agencyShare.push(candidate.agencySharePpm);
    placed.cpa.push(candidate.cpaPpm);
    placed.invoiceCpa.push(candidate.invoiceCpaPpm);
    placed.total.push(totalPlace);
    placed.own.push(ownPlace);
    placed.pool.push(poolPlace);
    placed.list.push(chain.terms.id);
    placed.fixed.push(candidate.fixed);
    if (totalPlace === 0) break;
  }
}
