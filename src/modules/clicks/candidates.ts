import {
  type CampaignTerms,
  type LinkProfile,
  type Price,
  type ShareOrigin,
  type Source,
  TermsKind,
} from './profile.ts';
import { type Split, splitClick } from './split.ts';

/** Terms that could price a click, with the computed price; `campaign` is null for the store's own prices. */
export interface Candidate extends Split {
  kind: TermsKind;
  campaign: CampaignTerms | null;
  cpcMinor: number;
  userSharePpm: number;
  agencySharePpm: number;
  /** For an order attributed to the click: the commission of creator and agency, and the store's cost, in millionths of its value. */
  cpaPpm: number;
  invoiceCpaPpm: number;
  /** The origin of price and shares, for explanations. */
  origin: CandidateOrigin;
}

interface CandidateOrigin {
  /** Whether the participant's override replaced the campaign's price. */
  isOverride: boolean;
  /** The source of the price; null if there is no price. */
  priceSource: Source | null;
  userShare: ShareOrigin;
  agencyShare: ShareOrigin;
}

/** The candidates of a link and source in order of precedence, and the period for which they are valid. */
export interface CandidateChain {
  candidates: readonly Candidate[];
  /** Valid for clicks in [fromMs, untilMs). */
  fromMs: number;
  untilMs: number;
}

/** Caches the chains of a profile for its lifetime. Most clicks use a cached chain. */
const workedOut = new WeakMap<LinkProfile, [CandidateChain | undefined, CandidateChain | undefined]>();

/**
 * Returns the terms for a click on this link from this source at this instant, in order of precedence (docs/clicks.md,
 * "Pricing"): attached campaign, the store's campaign for this creator, running campaigns by priority, the store's own prices. The
 * database checks the caps against its counters, so the chain continues after a capped campaign.
 */
export function candidatesFor(profile: LinkProfile, source: Source, atMs: number): CandidateChain {
  let bySource = workedOut.get(profile);
  if (bySource === undefined) {
    bySource = [undefined, undefined];
    workedOut.set(profile, bySource);
  }
  const known = bySource[source];
  if (known !== undefined && atMs >= known.fromMs && atMs < known.untilMs) return known;
  const chain = workOut(profile, source, atMs);
  bySource[source] = chain;
  return chain;
}

function workOut(profile: LinkProfile, source: Source, atMs: number): CandidateChain {
  let fromMs = Number.NEGATIVE_INFINITY;
  let untilMs = Number.POSITIVE_INFINITY;
  const candidates: Candidate[] = [];
  for (const campaign of profile.campaigns) {
    for (const boundary of [campaign.validFromMs, campaign.validUntilMs + 1]) {
      if (boundary <= atMs) fromMs = Math.max(fromMs, boundary);
      else untilMs = Math.min(untilMs, boundary);
    }
    if (atMs >= campaign.validFromMs && atMs <= campaign.validUntilMs)
      candidates.push(campaignCandidate(profile, campaign, source));
  }
  const own = storeCandidate(profile, source);
  if (own !== null) candidates.push(own);
  return { candidates, fromMs, untilMs };
}

/** The store's own prices as terms of a click; null: the store has none. */
export function storeCandidate(profile: LinkProfile, source: Source): Candidate | null {
  const own = priceFor(source, profile.storePrices);
  return own ? price(profile, TermsKind.storePrices, null, { ofClick: own, ofOrder: own, shares: own }, false) : null;
}

/** A campaign as terms of a click regardless of its schedule. */
export function campaignCandidate(profile: LinkProfile, campaign: CampaignTerms, source: Source): Candidate {
  const base = priceFor(source, campaign.prices);
  // An override of General applies to social clicks only if the campaign has no price for them.
  const override =
    campaign.overrides.find((row) => row.source === source) ??
    (base?.source === source ? undefined : campaign.overrides.find((row) => row.source === 0));
  const isOverride = override !== undefined && override.cpcMinor !== null;
  return price(
    profile,
    campaign.kind,
    campaign,
    {
      ofClick: isOverride ? override : base,
      ofOrder: override?.cpaPpm == null ? base : override,
      shares: base,
    },
    isOverride,
  );
}

/** The row for the source, otherwise the row of General (0). */
function priceFor(source: Source, prices: readonly Price[]): Price | undefined {
  return prices.find((row) => row.source === source) ?? prices.find((row) => row.source === 0);
}

function price(
  profile: LinkProfile,
  kind: TermsKind,
  campaign: CampaignTerms | null,
  { ofClick, ofOrder, shares }: Record<'ofClick' | 'ofOrder' | 'shares', Price | undefined>,
  isOverride: boolean,
): Candidate {
  const cpcMinor = ofClick?.cpcMinor ?? 0;
  const invoiceMinor = ofClick?.invoiceCpcMinor ?? cpcMinor;
  const cpaPpm = ofOrder?.cpaPpm ?? 0;
  const userSharePpm = ofClick?.userSharePpm ?? shares?.userSharePpm ?? profile.userSharePpm;
  const agencyTermsPpm = ofClick?.agencySharePpm ?? shares?.agencySharePpm ?? profile.agencySharePpm;
  // The shares may have different origins. If their sum exceeds 1, the agency's share is reduced.
  const agencySharePpm = profile.agencyId !== null ? Math.min(agencyTermsPpm, 1_000_000 - userSharePpm) : 0;
  return {
    kind,
    campaign,
    cpcMinor,
    userSharePpm,
    agencySharePpm,
    cpaPpm,
    invoiceCpaPpm: ofOrder?.invoiceCpaPpm ?? cpaPpm,
    origin: {
      isOverride,
      priceSource: ofClick?.source ?? null,
      userShare: (ofClick?.userSharePpm ?? shares?.userSharePpm) == null ? profile.sharesFrom.user : 'price',
      agencyShare: (ofClick?.agencySharePpm ?? shares?.agencySharePpm) == null ? profile.sharesFrom.agency : 'price',
    },
    ...splitClick(cpcMinor, invoiceMinor, userSharePpm, agencySharePpm),
  };
}
