import { type Candidate, type CandidateChain, candidatesFor } from './candidates.ts';
import { clickInstant } from './click-id.ts';
import { type CampaignTerms, ClickClass, type LinkProfile, refusalAt, type Source } from './profile.ts';
import type { Subs } from './subs.ts';

/** A click as it arrived: everything about it that is not the market's. */
export interface Click {
  /** UUIDv7; also says when. */
  id: string;
  profile: LinkProfile;
  /** The statistics' day, `YYYY-MM-DD`. */
  day: string;
  /** Keyed hash of the visitor, 32 hex digits. */
  visitor: string;
  /** Keyed hash of the shopper's network, 32 hex digits; null or left out: its paid clicks are not limited. */
  network?: string | null;
  /** Class as far as the request alone tells; the market (blocked, inactive) and the log (duplicate) may still refuse it. */
  class: ClickClass;
  source: Source;
  /** Sub-ids that the link was followed with, if any. */
  subs?: Subs | undefined;
}

const MINUTE_MS = 60_000;
const NO_LIMIT = '9223372036854775807';

/**
 * The statement that records a batch; its arguments are made by `batchArguments`, after the snapshot up to which the terms have been
 * followed. Raises TERMS_CHANGED when they have been changed since.
 */
export const RECORD_CLICKS_SQL = `SELECT record_clicks($1::pg_snapshot,
  $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[],
  $8::date[], $9::uuid[], $10::smallint[], $11::smallint[], $12::int[],
  $13::uuid[], $14::int[],
  $15::int[], $16::smallint[], $17::bigint[], $18::int[], $19::int[], $20::int[], $21::int[],
  $22::int[], $23::int[], $24::int[], $25::int[], $26::int[], $27::int[], $28::int[],
  $29::bigint[], $30::bigint[], $31::bigint[], $32::bigint[], $33::bigint[], $34, $35)`;

/** The same for a batch in which some clicks have sub-ids: its last argument is made by `subsArgument`. */
export const RECORD_CLICKS_WITH_SUBS_SQL = `${RECORD_CLICKS_SQL},
  record_click_subs($${(RECORD_CLICKS_SQL.match(/\$\d+/g) ?? []).length + 1}::jsonb)`;

/** The rows of `click_subs` that a batch brings; null when there are none. */
export function subsArgument(clicks: readonly Click[]): string | null {
  const rows: object[] = [];
  for (const { id, profile, day, subs } of clicks) {
    if (subs !== undefined) rows.push({ ...subs, id, user_id: profile.userId, day });
  }
  return rows.length === 0 ? null : JSON.stringify(rows);
}

/** SQLSTATE of a batch that was priced by terms which no longer hold. */
export const TERMS_CHANGED = 'TRB01';

type Column = (string | number)[];
const columns = (count: number): Column[] => Array.from({ length: count }, () => []);
const arrayOf = (column: Column): string => `{${column.join(',')}}`;

/** The candidate terms of one link and source in this batch; `first` is the place of the first of them, 0 when there is none. */
interface PlacedChain {
  candidates: readonly Candidate[];
  userId: number;
  first: number;
}

/**
 * Turns clicks into the arguments of `record_clicks` (migrations/repeatable says what each is): the clicks, the distinct terms that may price
 * them as chains, and the cap counters that these are held against.
 * `replay`: some of the clicks may have been recorded before.
 */
export function batchArguments(clicks: readonly Click[], replay: boolean): (string | boolean)[] {
  const instants = clicks.map((click) => clickInstant(click.id));
  const refusals = clicks.map((click, index) => refusalAt(click.profile, instants[index]!));
  const classes = classesOf(clicks, refusals);
  const { chains, chainOf } = chainsOf(clicks, { classes, instants, refusals });
  const counters = new Counters(chains);
  const candidates = placeCandidates(chains, counters);
  const rows = columns(13);
  const [id, link, user, agency, store, currency, day, visitor, classCode, source, first, network, minute] =
    rows as Columns13;
  for (let index = 0; index < clicks.length; index++) {
    const click = clicks[index]!;
    const { profile } = click;
    id.push(click.id);
    link.push(profile.linkId);
    user.push(profile.userId);
    agency.push(profile.agencyId ?? 0);
    store.push(profile.storeId);
    currency.push(profile.currency);
    day.push(click.day);
    visitor.push(click.visitor);
    classCode.push(classes[index]!);
    source.push(click.source);
    first.push(chainOf[index]?.first ?? 0);
    network.push(click.network ?? 'NULL');
    minute.push(Math.floor(instants[index]! / MINUTE_MS));
  }
  const uncapped = chains.some(({ candidates }) =>
    candidates.some(({ campaign }) => campaign !== null && !isCapped(campaign)),
  );
  return [...rows.map(arrayOf), ...candidates.map(arrayOf), ...counters.columns.map(arrayOf), uncapped, replay];
}

type Columns11 = [Column, Column, Column, Column, Column, Column, Column, Column, Column, Column, Column];
type Columns13 = [...Columns11, Column, Column];

/** The market's refusal comes after the request's own; the second click of a visitor in one batch is a duplicate already here. */
function classesOf(clicks: readonly Click[], refusals: readonly LinkProfile['refusal'][]): ClickClass[] {
  // What a visitor has been counted on; most come once, and need no key of their link and day.
  const firsts = new Map<string, Click>();
  const seen = new Set<string>();
  return clicks.map((click, index) => {
    if (click.class !== ClickClass.counted) return click.class;
    const refusal = refusals[index]!;
    if (refusal !== null) return refusal;
    const first = firsts.get(click.visitor);
    if (first === undefined) {
      firsts.set(click.visitor, click);
      return ClickClass.counted;
    }
    seen.add(visitOf(first));
    const visit = visitOf(click);
    if (seen.has(visit)) return ClickClass.duplicate;
    seen.add(visit);
    return ClickClass.counted;
  });
}

const visitOf = ({ visitor, profile, day }: Click): string => `${visitor} ${profile.linkId} ${day}`;

interface Judged {
  classes: readonly ClickClass[];
  instants: readonly number[];
  refusals: readonly LinkProfile['refusal'][];
}

/** Persons' clicks have terms, also when they are not counted: an order may come of them. */
const HAS_TERMS: ReadonlySet<ClickClass> = new Set([ClickClass.counted, ClickClass.duplicate, ClickClass.prefetch]);

/** The chain of each click that has terms; clicks on one link from one source share theirs. */
function chainsOf(clicks: readonly Click[], { classes, instants, refusals }: Judged) {
  const chains: PlacedChain[] = [];
  const known = new Map<CandidateChain, PlacedChain>();
  const chainOf: (PlacedChain | null)[] = [];
  for (let index = 0; index < clicks.length; index++) {
    const { profile, source } = clicks[index]!;
    if (!HAS_TERMS.has(classes[index]!) || refusals[index] !== null) {
      chainOf.push(null);
      continue;
    }
    const chain = candidatesFor(profile, source, instants[index]!);
    let placed = known.get(chain);
    if (placed === undefined) {
      placed = { candidates: chain.candidates, userId: profile.userId, first: 0 };
      known.set(chain, placed);
      chains.push(placed);
    }
    chainOf.push(placed);
  }
  return { chains, chainOf };
}

/** The distinct cap counters of a batch, in key order, so that every process locks them in the same order. */
class Counters {
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

function isCapped({ maxClicks, maxMinor, clickLimit, sharedBudgetId }: CampaignTerms): boolean {
  return maxClicks !== null || maxMinor !== null || clickLimit !== null || sharedBudgetId !== null;
}

/** Lays the chains' candidates down in columns, each with the place of the next, and tells each chain where it begins. */
function placeCandidates(chains: readonly PlacedChain[], counters: Counters): Column[] {
  const placed = columns(14);
  const [next, terms, campaignId, cost, cpc, user, agency, userShare, agencyShare, cpa, invoiceCpa, total, own, pool] =
    placed as Columns14;
  for (const chain of chains) {
    const { candidates, userId } = chain;
    if (candidates.length > 0) chain.first = next.length + 1;
    for (let index = 0; index < candidates.length; index++) {
      const candidate = candidates[index]!;
      const [totalPlace, ownPlace, poolPlace] = counters.placesOf(candidate.campaign, userId);
      // Terms without a cap always have room, so what would come after them is never tried.
      next.push(index + 1 < candidates.length ? next.length + 2 : 0);
      terms.push(candidate.kind);
      campaignId.push(candidate.campaign === null ? 0 : candidate.campaign.campaignId);
      cost.push(candidate.costMinor);
      cpc.push(candidate.cpcMinor);
      user.push(candidate.userMinor);
      agency.push(candidate.agencyMinor);
      userShare.push(candidate.userSharePpm);
      agencyShare.push(candidate.agencySharePpm);
      cpa.push(candidate.cpaPpm);
      invoiceCpa.push(candidate.invoiceCpaPpm);
      total.push(totalPlace);
      own.push(ownPlace);
      pool.push(poolPlace);
      if (totalPlace === 0) {
        next[next.length - 1] = 0;
        break;
      }
    }
  }
  return placed;
}

type Columns14 = [...Columns11, Column, Column, Column];
