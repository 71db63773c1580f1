import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { statementsOn } from '../../platform/database/statements-on.ts';
import { PageRules } from '../links/index.ts';
import { arrayOf, Counters, type PlacedChain, placeCandidates } from './candidate-columns.ts';
import { type Candidate, candidatesFor } from './candidates.ts';
import { LINK_REFUSALS } from './click-classes.ts';
import { keptTermsOf } from './kept-terms.ts';
import { loadProfiles, loadWouldBeProfiles } from './load-profiles.ts';
import { clickRefusalAt, type LinkProfile, type Source } from './profile.ts';
import { refusalNamed } from './refusal.ts';

/** The reasons why a counted click of a new visitor would earn nothing. */
export const QUOTE_REFUSALS = [...LINK_REFUSALS, 'credit_limit'] as const;
export type QuoteRefusal = (typeof QUOTE_REFUSALS)[number];

/** The terms of the next click on a link. */
export interface Quote {
  source: Source;
  /** Null: the click would earn by the terms. */
  refusal: QuoteRefusal | null;
  /** The terms; null if none apply. They are also set with a refusal, because they apply to orders. */
  candidate: Candidate | null;
}

/** The quotes of a link for both sources. */
export interface LinkQuote {
  profile: LinkProfile;
  sources: readonly [Quote, Quote];
}

const SOURCES = [0, 1] as const;

/** Quotes the links with these codes, by code; unknown codes are left out. @param atMs the instant of the click */
export async function quoteLinks(
  db: Database,
  { codes, atMs }: { codes: readonly string[]; atMs: number },
): Promise<Map<string, LinkQuote>> {
  const profiles = await loadProfiles(statementsOn(db), codes, { sinceMs: atMs, pages: new PageRules() });
  const quotes = await quoteProfiles(db, profiles, atMs);
  return new Map(quotes.map((quote) => [quote.profile.code, quote]));
}

/** Quotes new links of a creator to these stores, by store. Stores that do not exist are omitted. */
export async function quoteStores(
  db: Database,
  { userId, storeIds, atMs }: { userId: number; storeIds: readonly number[]; atMs: number },
): Promise<Map<number, LinkQuote>> {
  if (storeIds.length === 0) return new Map();
  const profiles = await loadWouldBeProfiles(statementsOn(db), { userId, storeIds, atMs });
  const quotes = await quoteProfiles(db, profiles, atMs);
  return new Map(quotes.map((quote) => [quote.profile.storeId, quote]));
}

/**
 * Quotes profiles with the functions that price clicks: the same candidates, and the same choice (`choose_terms`) with the current
 * counters. One statement for any number of profiles. Conditions of the visitor (repetition, network limits) are not part of a quote.
 */
async function quoteProfiles(db: Database, profiles: readonly LinkProfile[], atMs: number): Promise<LinkQuote[]> {
  if (profiles.length === 0) return [];
  const chains = profiles.flatMap((profile) =>
    SOURCES.map(
      (source): PlacedChain => ({
        candidates: candidatesFor(profile, source, atMs).candidates,
        userId: profile.userId,
        first: 0,
        terms: keptTermsOf(profile, source),
      }),
    ),
  );
  const counters = new Counters(chains);
  const placed = placeCandidates(chains, counters);
  const stores = profiles.flatMap(({ storeId }) => SOURCES.map(() => storeId));
  const firsts = chains.map(({ first }) => first);
  const [campaign, user, maxClicks, maxMinor, budget] = counters.columns.map(arrayOf);
  const { rows } = await db.execute<{ chosen: number[]; beyond_credit: boolean[] }>(sql`
    SELECT chosen, beyond_credit FROM quote_terms(${arrayOf(stores)}::bigint[], ${arrayOf(firsts)}::int[], ${arrayOf(placed.next)}::int[],
      ${arrayOf(placed.cost)}::int[], ${arrayOf(placed.total)}::int[], ${arrayOf(placed.own)}::int[], ${arrayOf(placed.pool)}::int[],
      ${campaign}::bigint[], ${user}::bigint[], ${maxClicks}::bigint[], ${maxMinor}::bigint[], ${budget}::bigint[],
      ${arrayOf(placed.campaign)}::bigint[])`);
  const { chosen, beyond_credit: isBeyond } = rows[0]!;
  const quoteAt = (profile: LinkProfile, at: number): Quote => {
    const chain = chains[at]!;
    const place = chosen[at]!;
    const refusal = refusalNamed(clickRefusalAt(profile, atMs));
    return {
      source: SOURCES[at % 2]!,
      refusal: refusal ?? (isBeyond[at] ? 'credit_limit' : null),
      candidate: place === 0 ? null : chain.candidates[place - chain.first]!,
    };
  };
  return profiles.map((profile, at) => ({
    profile,
    sources: [quoteAt(profile, 2 * at), quoteAt(profile, 2 * at + 1)],
  }));
}
