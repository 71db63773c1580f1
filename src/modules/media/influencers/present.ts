import { legacyFlag } from '../../../platform/legacy-values.ts';
import type { Influencer } from './list-influencers.ts';

/** Presents a creator in the store's search. */
export function presentInfluencer(one: Influencer) {
  return {
    id: one.id,
    username: one.username,
    display_name: one.display_name,
    locale: one.locale,
    is_business: one.is_business,
    work_status: one.work_status,
    followers: one.followers,
    avg_stories: numberOrNull(one.average_stories),
    performance: numberOrNull(one.performance),
    branding: numberOrNull(one.branding),
    has_full_data: one.is_complete,
    social_media: one.social_accounts.map(({ is_valid, ...account }) => ({
      ...account,
      is_valid: legacyFlag(is_valid),
    })),
    user_tags: one.tags,
  };
}

const numberOrNull = (decimal: string | null) => (decimal === null ? null : Number(decimal));
