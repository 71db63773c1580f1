import type { CpoMode } from '../stores/index.ts';
import { ClickClass, type LinkRefusal } from './click-classes.ts';

/** The source of a click: 0 General, 1 a social network. */
export type Source = 0 | 1;

/** The terms that priced a click. Codes as in `clicks.terms`. */
export const TermsKind = { none: 0, attachedCampaign: 1, userCampaign: 2, runningCampaign: 3, storePrices: 4 } as const;
export type TermsKind = (typeof TermsKind)[keyof typeof TermsKind];

/** What orders pay beside the part of their value, as it is stored with clicks and orders (`clicks.fixed`); keys that do not apply are left out. */
export interface FixedTerms {
  cpo_minor?: number;
  /** What the store pays for the fixed amount. */
  invoice_cpo_minor?: number;
  cpo_mode?: 'larger';
  minimum_order_minor?: number;
}

/** One row of prices; money in minor units of the store's currency, shares in millionths, null if not set. */
export interface Price {
  source: Source;
  cpcMinor: number | null;
  invoiceCpcMinor: number | null;
  /** Parts of an order's value, in millionths. */
  cpaPpm: number | null;
  invoiceCpaPpm: number | null;
  /** The price of orders at which its margin was set, if it has changed since. */
  marginCpaPpm: number | null;
  /** A fixed amount for each order, and what the store pays for it. */
  cpoMinor: number | null;
  invoiceCpoMinor: number | null;
  /** How the fixed amount and the part of the value are paid together; null: both are added. */
  cpoMode: CpoMode | null;
  /** Orders of less than this value earn nothing. */
  minimumOrderMinor: number | null;
  userSharePpm: number | null;
  agencySharePpm: number | null;
}

/** A campaign that may price this link's clicks, with what its caps are for this creator (null: no limit). */
export interface CampaignTerms {
  campaignId: number;
  kind: TermsKind;
  /** Milliseconds since 1970; ±Infinity where open. The campaign holds in [from, until]. */
  validFromMs: number;
  validUntilMs: number;
  prices: readonly Price[];
  overrides: readonly Price[];
  perUserLimit: boolean;
  maxClicks: number | null;
  maxMinor: number | null;
  /** The participant's own click limit. */
  clickLimit: number | null;
  sharedBudgetId: number | null;
  /** Visibility of the store for the campaign's audience: 1 hides it, 2 shows it, 0 does not change it. */
  storeVisibility: 0 | 1 | 2;
}

/** The origin of the share that applies if a price sets none. */
export type ShareOwner = 'tier' | 'agency' | 'default';

/** The origin of a share: the price row, the creator's revenue tier, the agency, or the platform's default. */
export type ShareOrigin = 'price' | ShareOwner;

/** A page, as the target of redirects. */
export interface Destination {
  /** The redirect's target around the click id: `before + id + after`. */
  targetBefore: string;
  targetAfter: string;
  /** Parameters of the followed URL that are passed on to the page; undefined: none. */
  passed?: readonly string[] | undefined;
}

/** The target of a link and its creator: the data that a redirect needs. */
export interface LinkTarget extends Destination {
  code: string;
  /** The creator. */
  userId: number;
  /** The creator's agency; null: none. */
  agencyId: number | null;
  /** When the link expires, and where it leads then; undefined: it does not. */
  expiry?: (Destination & { atMs: number }) | undefined;
}

/** The data that pricing needs for clicks on one link, read at one instant. */
export interface LinkProfile extends LinkTarget {
  linkId: number;
  storeId: number;
  currency: string;
  /** Creators do not see the store, unless a campaign shows it to this one. */
  storeHidden: boolean;
  /** Set when no click on this link counts now regardless of its campaigns; see `refusalAt`. */
  refusal: (typeof ClickClass)[LinkRefusal] | null;
  /** Whether the store pays for clicks to the page of this link, by its domains and URL rules. */
  isPagePaid: boolean;
  /** The creator's shares where the terms themselves name none, in millionths. */
  userSharePpm: number;
  agencySharePpm: number;
  /** The origins of these shares. */
  sharesFrom: { user: ShareOwner; agency: ShareOwner };
  /** In the order in which they are tried. */
  campaigns: readonly CampaignTerms[];
  storePrices: readonly Price[];
  /** The owners of its terms, as in `terms_changes`: "1:<store>", "2:<user>", "3:<agency>", "4:<tier>". */
  scopes: readonly string[];
  /** The snapshot up to which changes of terms were known when this was read; see `Profiles`. */
  followed: number;
}

/**
 * Returns why no click on this link counts at an instant; null: clicks count. A hidden store counts as inactive, unless the first
 * running campaign that sets the store's visibility shows it to this creator.
 */
export function refusalAt(profile: LinkProfile, atMs: number): LinkProfile['refusal'] {
  const { inactive, store_pending } = ClickClass;
  if (!profile.storeHidden || profile.refusal === inactive || profile.refusal === store_pending) return profile.refusal;
  const deciding = profile.campaigns.find(
    (campaign) => campaign.storeVisibility !== 0 && atMs >= campaign.validFromMs && atMs <= campaign.validUntilMs,
  );
  return deciding?.storeVisibility === 2 ? profile.refusal : ClickClass.inactive;
}

/**
 * Returns why no click on this link counts at an instant, its expiry and its page included; null: clicks count. Orders by voucher are not affected
 * by the expiry or the page of a link.
 */
export function clickRefusalAt(profile: LinkProfile, atMs: number): LinkProfile['refusal'] {
  const { expiry, isPagePaid } = profile;
  if (expiry !== undefined && atMs >= expiry.atMs) return ClickClass.inactive;
  return refusalAt(profile, atMs) ?? (isPagePaid ? null : ClickClass.unpaid_page);
}
