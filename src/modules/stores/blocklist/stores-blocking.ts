import { type SQL, sql } from 'drizzle-orm';

/** Ids of the stores that have blocked a creator: the creator, one of the creator's tags, or the creator's agency. */
export function storesBlocking(userId: number): SQL {
  return sql`
    SELECT b.store_id FROM blocklist b WHERE b.user_id = ${userId}
    UNION ALL SELECT b.store_id FROM blocklist b JOIN users u ON u.agency_id = b.agency_id WHERE u.id = ${userId}
    UNION ALL SELECT b.store_id FROM blocklist b JOIN user_tag_members m ON m.user_tag_id = b.user_tag_id
      WHERE m.user_id = ${userId}`;
}
