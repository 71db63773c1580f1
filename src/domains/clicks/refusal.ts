/** Why no click on a link counts now: its store is closed or it, the link or the creator is on hold; or the store does not pay this creator. */
export const LINK_REFUSALS = ['blocked', 'inactive'] as const;
export type LinkRefusal = (typeof LINK_REFUSALS)[number];

/**
 * Conditions over `links l`, its `stores s` and its creator `users u`; a closed store comes before one that does not pay. A hidden store is as
 * good as closed, unless a campaign shows it to the creator: `refusalAt`, and in SQL `store_visibility_for`.
 */
export const LINK_REFUSED_SQL: Record<LinkRefusal, string> = {
  inactive: `(s.deactivated_at IS NOT NULL OR s.deleted_at IS NOT NULL OR l.suspended_at IS NOT NULL OR u.suspended_at IS NOT NULL)`,
  blocked: `EXISTS (
      SELECT FROM blocklist b WHERE b.store_id = l.store_id AND NOT b.validate_clicks AND (b.user_id = l.user_id
        OR b.client_id = u.client_id
        OR b.user_tag_id IN (SELECT m.user_tag_id FROM user_tag_members m WHERE m.user_id = l.user_id))
    )`,
};
