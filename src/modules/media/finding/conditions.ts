import { type SQL, sql } from 'drizzle-orm';

/**
 * The creators who have worked with a store: with clicks or orders there in the last 90 days, or who take or took part in one of its campaigns. A query with
 * one column, for `IN`.
 */
export const workedWith = (storeId: number): SQL => sql`(
  SELECT r.user_id FROM creator_results r WHERE r.store_id = ${storeId}
  UNION SELECT p.user_id FROM participants p JOIN campaigns o ON o.id = p.campaign_id
    WHERE o.store_id = ${storeId} AND p.user_id IS NOT NULL AND takes_part(p.status))`;

/** Condition over `listed_creators l`: the creator is one of `workedWith`. */
export const hasWorkedWith = (storeId: number): SQL => sql`(
  EXISTS (SELECT FROM creator_results r WHERE r.user_id = l.user_id AND r.store_id = ${storeId})
  OR EXISTS (SELECT FROM participants p JOIN campaigns o ON o.id = p.campaign_id
    WHERE p.user_id = l.user_id AND o.store_id = ${storeId} AND takes_part(p.status)))`;

/** Condition over `listed_creators l`: the store has blocked neither the creator, nor the agency, nor a tag of the creator. */
export const isNotBlocked = (storeId: number): SQL => sql`
  l.user_id NOT IN (SELECT b.user_id FROM blocklist b WHERE b.store_id = ${storeId} AND b.user_id IS NOT NULL)
  AND (l.agency_id IS NULL OR l.agency_id NOT IN (SELECT b.agency_id FROM blocklist b WHERE b.store_id = ${storeId} AND b.agency_id IS NOT NULL))
  AND l.user_id NOT IN (SELECT m.user_id FROM blocklist b JOIN user_tag_members m ON m.user_tag_id = b.user_tag_id WHERE b.store_id = ${storeId})`;
