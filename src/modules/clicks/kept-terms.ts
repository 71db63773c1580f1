import { createHash } from 'node:crypto';
import { campaignCandidate, storeCandidate } from './candidates.ts';
import type { FixedTerms, LinkProfile, ShareOrigin, Source, TermsKind } from './profile.ts';

/** One stored candidate; amounts in minor units, shares and parts in millionths, instants in milliseconds since 1970. */
export interface KeptCandidate {
  kind: TermsKind;
  /** Null: the store's own prices. */
  campaign: number | null;
  /** The period in which the campaign applies; null: open. */
  from: number | null;
  until: number | null;
  /** Whether the creator's own agreement with the campaign replaced its price. */
  override: boolean;
  /** Set if the campaign has no price for clicks, so that the store's own applied; the same for orders. */
  store_cpc?: true;
  store_cpa?: true;
  /** The source of the price; null: no price. */
  price_source: Source | null;
  cost: number;
  cpc: number;
  user_ppm: number;
  user_from: ShareOrigin;
  agency_ppm: number;
  agency_from: ShareOrigin;
  cpa_ppm: number;
  invoice_cpa_ppm: number;
  fixed?: FixedTerms;
  per_user: boolean;
  max_clicks: number | null;
  max_minor: number | null;
  click_limit: number | null;
  shared_budget: number | null;
}

/** All terms that could price a click of a link from one source, in order of precedence, regardless of their schedule. */
export interface KeptTerms {
  /** The id of the row of `click_terms`, derived from the content; null when the row could not be stored. */
  id: number | null;
  json: string;
}

const known = new WeakMap<LinkProfile, [KeptTerms | undefined, KeptTerms | undefined]>();

/** Digits of the hash that make an id: 52 bits, exact in JavaScript. */
const ID_DIGITS = 13;

/** The terms of a profile for one source, as they are kept with its clicks. Computed once for each profile. */
export function keptTermsOf(profile: LinkProfile, source: Source): KeptTerms {
  let bySource = known.get(profile);
  if (bySource === undefined) {
    bySource = [undefined, undefined];
    known.set(profile, bySource);
  }
  bySource[source] ??= keep(profile, source);
  return bySource[source];
}

function keep(profile: LinkProfile, source: Source): KeptTerms {
  const own = storeCandidate(profile, source);
  const all = [
    ...profile.campaigns.map((campaign) => campaignCandidate(profile, campaign, source)),
    ...(own === null ? [] : [own]),
  ];
  const json = JSON.stringify(
    all.map(
      ({ campaign, origin, ...candidate }): KeptCandidate => ({
        kind: candidate.kind,
        campaign: campaign?.campaignId ?? null,
        from: finite(campaign?.validFromMs),
        until: finite(campaign?.validUntilMs),
        override: origin.isOverride,
        ...(origin.isStorePrice ? { store_cpc: true } : {}),
        ...(origin.isStoreOrderPrice ? { store_cpa: true } : {}),
        price_source: origin.priceSource,
        cost: candidate.costMinor,
        cpc: candidate.cpcMinor,
        user_ppm: candidate.userSharePpm,
        user_from: origin.userShare,
        agency_ppm: candidate.agencySharePpm,
        agency_from: origin.agencyShare,
        cpa_ppm: candidate.cpaPpm,
        invoice_cpa_ppm: candidate.invoiceCpaPpm,
        ...(candidate.fixed === null ? {} : { fixed: candidate.fixed }),
        per_user: campaign?.perUserLimit ?? false,
        max_clicks: campaign?.maxClicks ?? null,
        max_minor: campaign?.maxMinor ?? null,
        click_limit: campaign?.clickLimit ?? null,
        shared_budget: campaign?.sharedBudgetId ?? null,
      }),
    ),
  );
  const digits = createHash('sha256').update(json).digest('hex').slice(0, ID_DIGITS);
  return { id: Number.parseInt(digits, 16) + 1, json };
}

const finite = (ms: number | undefined): number | null => (ms === undefined || !Number.isFinite(ms) ? null : ms);

const DAY_MS = 86_400_000;

/** Executes a statement: a pg pool or client. */
interface Queries {
  query(statement: { name: string; text: string; values: unknown[] }): Promise<{ rows: unknown[] }>;
}

const KEEP_SQL = `
  WITH given AS (SELECT * FROM unnest($1::bigint[], $2::jsonb[]) AS g (id, terms)),
    kept AS (INSERT INTO click_terms (id, terms) SELECT id, terms FROM given ORDER BY id
      ON CONFLICT (id) DO UPDATE SET last_used_on = current_date WHERE click_terms.last_used_on < current_date RETURNING id)
  SELECT g.id FROM given g JOIN click_terms t ON t.id = g.id WHERE t.terms <> g.terms`;

/**
 * Rows of `click_terms` that a process has written or found on one day. On the next day it marks them as used again
 * (`purgeClickTerms`).
 */
export class TermsKeeper {
  #written = new Set<number>();
  #day = 0;
  static readonly #max = 100_000;

  /** Ensures that these lists are stored before a click refers to them. Only new ones query the database. */
  async keep(database: Queries, chains: Iterable<{ terms: KeptTerms }>): Promise<void> {
    const day = Math.floor(Date.now() / DAY_MS);
    if (day !== this.#day) this.clear();
    this.#day = day;
    const fresh = new Map<number, KeptTerms>();
    for (const { terms } of chains) if (terms.id !== null && !this.#written.has(terms.id)) fresh.set(terms.id, terms);
    if (fresh.size === 0) return;
    const ids = [...fresh.keys()];
    const { rows } = await database.query({
      name: 'keep_click_terms',
      text: KEEP_SQL,
      values: [ids, ids.map((id) => fresh.get(id)!.json)],
    });
    // Two lists have the same hash of 52 bits: the click is priced, but refers to no candidates.
    for (const { id } of rows as { id: number | string }[]) fresh.get(Number(id))!.id = null;
    if (this.#written.size + ids.length > TermsKeeper.#max) this.#written.clear();
    for (const id of ids) if (fresh.get(id)!.id !== null) this.#written.add(id);
  }

  /** Discards the record of written lists, because another database, or one that has lost its last commits, may not contain them. */
  clear(): void {
    this.#written = new Set();
  }
}
