import type { Target } from './read-targets.ts';

/** Presents a target in version 2: its id and its kind. */
export function presentTarget(target: Target) {
  return {
    id: target.id,
    ...(target.userId === null ? {} : { user_id: target.userId }),
    ...(target.userTagId === null ? {} : { user_tag_id: target.userTagId }),
    ...(target.storeGroupId === null ? {} : { store_group_id: target.storeGroupId }),
    ...(target.agencyId === null ? {} : { client_id: target.agencyId }),
    ...(target.revenueTierId === null ? {} : { revenue_tier_id: target.revenueTierId }),
    ...(target.email === null ? {} : { email: target.email }),
    ...(target.socialIdentifier === null ? {} : { social_media_identifier: target.socialIdentifier }),
  };
}
