import type { paths } from '@tributary/client';

/** A publication as both sides see it. */
export type Publication =
  paths['/v2/publications/{publication}']['get']['responses']['200']['content']['application/json'];
/** A publication with its cost, for the store. */
export type StorePublication =
  paths['/v2/offers/{offer}/publications']['get']['responses']['200']['content']['application/json']['data'][number];
/** Usage rights of a deliverable. */
export type UsageRight =
  paths['/v2/deliverables/{deliverable}/usage-rights']['get']['responses']['200']['content']['application/json']['data'][number];

export const DISCLOSURES = ['paid_partnership_label', 'hashtag', 'spoken', 'other'] as const;
export const COUNTS = ['views', 'likes', 'comments', 'shares', 'saves', 'clicks_shown'] as const;
/** The colours of the badges of usage rights. */
export const RIGHT_TONES = {
  offered: 'warning',
  accepted: 'good',
  declined: 'neutral',
  withdrawn: 'neutral',
  replaced: 'neutral',
} as const;
export const RIGHT_CHANNELS = ['organic', 'website', 'newsletter', 'paid_ads', 'shop', 'print'] as const;

/** The names of platforms, which no language translates. */
export const PLATFORM_NAMES = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  twitch: 'Twitch',
  pinterest: 'Pinterest',
} as const;
