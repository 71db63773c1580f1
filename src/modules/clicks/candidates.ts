import {
  type CampaignTerms,
  type FixedTerms,
  type LinkProfile,
  type Price,
  type ShareOrigin,
  type Source,
  TermsKind,
} from './profile.ts';
import { type Split, splitClick } from './split.ts';
import { fixedTermsOf, priceOfClick, priceOfOrder, rowFor } from './terms-price.ts';

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
  /** What the order pays beside the part of its value; null: nothing. */
  fixed: FixedTerms | null;
  /** The origin of price and shares, for explanations. */
  origin: CandidateOrigin;
}

interface CandidateOrigin {
  /** Whether the participant's override replaced the campaign's price. */
  isOverride: boolean;
  /** Whether the campaign has no price for clicks, so that the store's own applies; the same for orders. */
  isStorePrice: boolean;
  isStoreOrderPrice: boolean;
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
  if (rowFor(source, profile.storePrices) === undefined) return null;
  return candidate(profile, TermsKind.storePrices, null, source);
}

/** A campaign as terms of a click regardless of its schedule. */
export function campaignCandidate(profile: LinkProfile, campaign: CampaignTerms, source: Source): Candidate {
  return candidate(profile, campaign.kind, campaign, source);
}

const NO_CAMPAIGN = { prices: [], overrides: [] };

function candidate(profile: LinkProfile, kind: TermsKind, campaign: CampaignTerms | null, source: Source): Candidate {
  const { storePrices, sharesFrom } = profile;
  const ofClick = priceOfClick(campaign ?? NO_CAMPAIGN, storePrices, source);
  const ofOrder = priceOfOrder(campaign ?? NO_CAMPAIGN, storePrices, source);
  const owner = ofClick?.owner ?? 'store';
  const shareRows = [
    owner === 'participant' ? ofClick?.row : undefined,
    rowFor(source, campaign?.prices ?? []),
    owner === 'campaign' ? ofClick?.row : undefined,
    owner === 'store' ? rowFor(source, storePrices) : undefined,
  ];
  const userTermsPpm = firstShare(shareRows, (row) => row.userSharePpm);
  const agencyTermsPpm = firstShare(shareRows, (row) => row.agencySharePpm);
  const userSharePpm = userTermsPpm ?? profile.userSharePpm;
  // The shares may have different origins. If their sum exceeds 1, the agency's share is reduced.
  const agencySharePpm =
    profile.agencyId === null ? 0 : Math.min(agencyTermsPpm ?? profile.agencySharePpm, 1_000_000 - userSharePpm);
  const cpcMinor = ofClick?.amount ?? 0;
  return {
    kind,
    campaign,
    cpcMinor,
    userSharePpm,
    agencySharePpm,
    cpaPpm: ofOrder?.amount ?? 0,
    invoiceCpaPpm: ofOrder?.cost ?? 0,
    fixed: fixedTermsOf(campaign ?? NO_CAMPAIGN, storePrices, source),
    origin: {
      isOverride: owner === 'participant',
      isStorePrice: campaign !== null && ofClick?.owner === 'store',
      isStoreOrderPrice: campaign !== null && ofOrder?.owner === 'store',
      priceSource: ofClick?.row.source ?? null,
      userShare: userTermsPpm === null ? sharesFrom.user : 'price',
      agencyShare: agencyTermsPpm === null ? sharesFrom.agency : 'price',
    },
    ...splitClick(cpcMinor, ofClick?.cost ?? 0, userSharePpm, agencySharePpm),
  };
}

/** The share of the first row that sets one; null: none does. */
function firstShare(rows: readonly (Price | undefined)[], shareOf: (row: Price) => number | null): number | null {
  for (const row of rows) {
    const share = row === undefined ? null : shareOf(row);
    if (share !== null) return share;
  }
  return null;
}
