import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { classNameOf, type LinkRefusal } from './click-classes.ts';
import type { LinkProfile } from './profile.ts';

/** Whether the creator `users u` belongs to `stores s`, and so earns nothing at it: migrations/repeatable/belongs_to_store.sql. */
export const OWN_STORE_SQL = 'belongs_to_store(s.id, u.id)';

/**
 * Conditions over `links l`, its `stores s` and its creator `users u`, in order of precedence: closed, not approved, does not
 * pay. A hidden store counts as
 * closed, unless a campaign shows it to the creator: `refusalAt`, and in SQL `store_visibility_for`. `unpaid_page` is that of the last check of the
 * store's links, seconds after a change; clicks are classified by the rules themselves (`PageRules`).
 */
export const LINK_REFUSED_SQL: Record<LinkRefusal, string> = {
  inactive: `(s.deactivated_at IS NOT NULL OR s.deleted_at IS NOT NULL OR l.suspended_at IS NOT NULL OR u.suspended_at IS NOT NULL)`,
  store_pending: `(s.approval <> 'approved')`,
  own_store: OWN_STORE_SQL,
  blocked: `EXISTS (
      SELECT FROM blocklist b WHERE b.store_id = l.store_id AND NOT b.validate_clicks AND (b.user_id = l.user_id
        OR b.agency_id = u.agency_id
        OR b.user_tag_id IN (SELECT m.user_tag_id FROM user_tag_members m WHERE m.user_id = l.user_id))
    )`,
  unpaid_page: 'EXISTS (SELECT FROM unpaid_links x WHERE x.link_id = l.id)',
};

/** The name of a profile's refusal; null if there is none. */
export function refusalNamed(refusal: LinkProfile['refusal']): LinkRefusal | null {
  return refusal === null ? null : (classNameOf(refusal) as LinkRefusal);
}

/** Whether a user belongs to a store and therefore earns nothing there. */
export async function belongsToStore(
  db: Database,
  { storeId, userId }: { storeId: number; userId: number },
): Promise<boolean> {
  const { rows } = await db.execute<{ belongs: boolean }>(
    sql`SELECT belongs_to_store(${storeId}, ${userId}) AS belongs`,
  );
  return rows[0]!.belongs;
}
