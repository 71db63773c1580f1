import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { type BonusTiers, readBonusTiersOf } from '../campaigns/index.ts';
import type { EarningBySource, LinkQuotes } from '../links/index.ts';
import type { CpoMode } from '../stores/index.ts';
import type { Candidate } from './candidates.ts';
import type { Source } from './profile.ts';
import { type LinkQuote, type Quote, type QuoteRefusal, quoteLinks, quoteStores } from './quote.ts';

/** A creator's earnings on a link from one source, in minor units and millionths of an order's value. */
interface SourceTerms {
  source: Source;
  perClickMinor: number;
  perOrderPpm: number;
  /** The fixed amount of an order, and how it is paid with the part of the value. */
  perOrderMinor: number;
  cpoMode: CpoMode;
  minimumOrderMinor: number | null;
  /** The campaign; null: the store's own prices. */
  campaign: CampaignTerms | null;
}

interface CampaignTerms {
  id: number;
  title: string;
  validUntil: Date | null;
  hasCommissionRules: boolean;
  /** Whether its rates rise with approved orders. */
  hasRateSteps: boolean;
  /** The bonuses of the month; null: there are none. */
  bonuses: BonusTiers | null;
}

export interface LinkTerms {
  storeId: number;
  currency: string;
  /** The reason why nothing is currently paid. */
  refusal: QuoteRefusal | null;
  sources: SourceTerms[];
}

/**
 * Returns what the creator of a link currently earns per click and order, by source, as the next click would be priced.
 * @param month the month of the instant, as its first day
 */
export async function readLinkTerms(
  db: Database,
  { code, atMs, month }: { code: string; atMs: number; month: string },
): Promise<LinkTerms | null> {
  const quotes = await quoteLinks(db, { codes: [code], atMs });
  return (await termsOf(db, [...quotes.values()], month))[0] ?? null;
}

/** The same for new links of a creator to these stores. Stores that do not exist or are not open to the creator are omitted. */
export async function readStoreTerms(
  db: Database,
  { month, ...asked }: { userId: number; storeIds: readonly number[]; atMs: number; month: string },
): Promise<LinkTerms[]> {
  const quotes = [...(await quoteStores(db, asked)).values()];
  const isOpen = ({ sources: [{ refusal }] }: LinkQuote) => refusal !== 'inactive' && refusal !== 'store_pending';
  return termsOf(db, quotes.filter(isOpen), month);
}

async function termsOf(db: Database, quotes: readonly LinkQuote[], month: string): Promise<LinkTerms[]> {
  const ids = quotes.flatMap(({ sources }) =>
    sources.flatMap(({ candidate }) => candidate?.campaign?.campaignId ?? []),
  );
  const campaigns = await campaignsNamed(db, [...new Set(ids)], month);
  const sourceTerms = ({ source, candidate, refusal }: Quote, isRefused: boolean): SourceTerms => ({
    source,
    // For a link that earns nothing, the terms are returned with the reason. A source has no reason of its own, only its
    // earnings.
    perClickMinor: refusal !== null && !isRefused ? 0 : (candidate?.userMinor ?? 0),
    perOrderPpm: candidate === null ? 0 : perOrderPpm(candidate),
    perOrderMinor: candidate === null ? 0 : perOrderMinor(candidate),
    cpoMode: candidate?.fixed?.cpo_mode ?? 'added',
    minimumOrderMinor: candidate?.fixed?.minimum_order_minor ?? null,
    campaign: (candidate?.campaign && campaigns.get(candidate.campaign.campaignId)) ?? null,
  });
  return quotes.map(({ profile, sources }) => {
    // If the price of one source exceeds the credit, the other may still be paid.
    const isRefused = sources.every(({ refusal }) => refusal !== null);
    return {
      storeId: profile.storeId,
      currency: profile.currency,
      refusal: isRefused ? sources[0].refusal : null,
      sources: sources.map((quote) => sourceTerms(quote, isRefused)),
    };
  });
}

/** The campaigns as creators see them, by id. */
async function campaignsNamed(
  db: Database,
  ids: readonly number[],
  month: string,
): Promise<Map<number, CampaignTerms>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{
    id: number;
    title: string;
    valid_until: string | null;
    has_commission_rules: boolean;
    has_rate_steps: boolean;
  }>(sql`
    SELECT c.id, c.shown_title AS title, c.valid_until,
      EXISTS (SELECT FROM commission_rules r WHERE r.campaign_id = c.id AND r.ended_at IS NULL) AS has_commission_rules,
      rate_steps_at(c.id, 'infinity') IS NOT NULL AS has_rate_steps
    FROM campaigns c WHERE c.id = ANY (${sql.param([...ids])}::bigint[])`);
  const bonuses = await readBonusTiersOf(db, { campaignIds: ids, month });
  return new Map(
    rows.map(
      ({ id, title, valid_until: until, has_commission_rules: hasCommissionRules, has_rate_steps: hasRateSteps }) => [
        id,
        {
          id,
          title,
          validUntil: until === null ? null : new Date(until),
          hasCommissionRules,
          hasRateSteps,
          bonuses: bonuses.get(id) ?? null,
        },
      ],
    ),
  );
}

/** Quotes for several URLs, for the module `links`. */
export const linkQuotes: LinkQuotes = {
  async ofLinks({ db, now }, codes) {
    if (codes.length === 0) return new Map();
    const quotes = await quoteLinks(db, { codes, atMs: now().getTime() });
    return new Map([...quotes].map(([code, quote]) => [code, earningsOf(quote)]));
  },
  async ofStores({ db, now }, links) {
    const quotes = await quoteStores(db, { ...links, atMs: now().getTime() });
    return new Map([...quotes].map(([storeId, quote]) => [storeId, earningsOf(quote)]));
  },
};

function earningsOf({ sources: [general, social] }: LinkQuote): EarningBySource {
  const earning = ({ candidate, refusal }: Quote) =>
    candidate === null || refusal !== null
      ? NOTHING
      : {
          ofClickMinor: candidate.userMinor,
          ofOrder: perOrderPpm(candidate) / 1_000_000,
          ofOrderMinor: perOrderMinor(candidate),
        };
  return { general: earning(general), social: earning(social) };
}

const NOTHING = { ofClickMinor: 0, ofOrder: 0, ofOrderMinor: 0 };

/** The creator's part of an order's value, in millionths. */
const perOrderPpm = ({ cpaPpm, userSharePpm }: Candidate): number => Math.floor((cpaPpm * userSharePpm) / 1_000_000);

/** The creator's part of the fixed amount of an order, in minor units. */
const perOrderMinor = ({ fixed, userSharePpm }: Candidate): number =>
  Math.floor(((fixed?.cpo_minor ?? 0) * userSharePpm) / 1_000_000);
