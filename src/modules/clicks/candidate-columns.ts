import type { Candidate } from './candidates.ts';
import type { KeptTerms } from './kept-terms.ts';
import type { CampaignTerms } from './profile.ts';

const NO_LIMIT = '9223372036854775807';

/** One array argument of a statement. */
export type Column = (string | number)[];

/** The candidate terms of one link and source; `first` is the place of the first of them, 0 when there is none. */
export interface PlacedChain {
  candidates: readonly Candidate[];
  userId: number;
  first: number;
  terms: KeptTerms;
}

/** Returns so many empty columns. */
export const columns = (count: number): Column[] => Array.from({ length: count }, () => []);

/** Writes a column as PostgreSQL reads an array. */
export const arrayOf = (column: Column): string => `{${column.join(',')}}`;

/** Whether anything limits what a campaign pays for. */
export function isCapped({ maxClicks, maxMinor, clickLimit, sharedBudgetId }: CampaignTerms): boolean {
  return maxClicks !== null || maxMinor !== null || clickLimit !== null || sharedBudgetId !== null;
}

/** The distinct cap counters of a batch, in key order, so that every process locks them in the same order. */
export class Counters {
  /** Campaign, user (0: the whole campaign), most clicks, most money; then the shared budgets. */
  readonly columns: Column[] = columns(5);
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
      this.columns[4]!.push(id);
    }
  }

  /** The campaign's caps hold for all of it or, with per_user_limit, for each creator; a click limit is the creator's own. */
  #add(key: string, campaign: CampaignTerms, userId: number): void {
    const capped = campaign.perUserLimit === (userId !== 0);
    const clickLimits = [capped ? campaign.maxClicks : null, userId !== 0 ? campaign.clickLimit : null];
    const maxClicks = Math.min(...clickLimits.map((limit) => limit ?? Number.POSITIVE_INFINITY));
    const maxMinor = capped ? campaign.maxMinor : null;
    this.#places.set(key, this.#places.size + 1);
    [campaign.campaignId, userId, Number.isFinite(maxClicks) ? maxClicks : NO_LIMIT, maxMinor ?? NO_LIMIT].forEach(
      (value, column) => {
        this.columns[column]!.push(value);
      },
    );
  }

  /** Places of a campaign's counters for a creator: its total, the creator's own, the shared budget's; 0 where nothing caps. */
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

/** The columns of candidates that `record_clicks` takes, in its order. */
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
  list: Column;
}

/** Lays the chains' candidates down in columns, each with the place of the next, and tells each chain where it begins. */
export function placeCandidates(chains: readonly PlacedChain[], counters: Counters): CandidateColumns {
  const placed: CandidateColumns = {
    ...{ next: [], terms: [], campaign: [], cost: [], cpc: [], user: [], agency: [], userShare: [], agencyShare: [] },
    ...{ cpa: [], invoiceCpa: [], total: [], own: [], pool: [], list: [] },
  };
  for (const chain of chains) {
    const { candidates, userId } = chain;
    if (candidates.length > 0) chain.first = placed.next.length + 1;
    for (let index = 0; index < candidates.length; index++) {
      const candidate = candidates[index]!;
      const [totalPlace, ownPlace, poolPlace] = counters.placesOf(candidate.campaign, userId);
      // Terms without a cap always have room, so what would come after them is never tried.
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
      placed.list.push(chain.terms.id ?? 'NULL');
      if (totalPlace === 0) break;
    }
  }
  return placed;
}
