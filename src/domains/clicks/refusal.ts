import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { ClickClass, type LinkProfile } from './profile.ts';

/**
 * Why no click on a link counts now: its store is closed or it, the link or the creator is on hold; the store is not approved; the creator belongs to
 * the store; or the store does not pay this creator.
 */
export const LINK_REFUSALS = ['blocked', 'inactive', 'store_pending', 'own_store'] as const;
export type LinkRefusal = (typeof LINK_REFUSALS)[number];

/** Agencies of the creator `users u`: the one it belongs to, and those that it represents. */
const AGENCIES = `(SELECT c.id, c.vat_number FROM clients c WHERE NOT c.is_default
      AND (c.id = u.client_id OR c.id IN (SELECT m.client_id FROM client_members m WHERE m.user_id = u.id)))`;
/** VAT numbers are compared as they are registered: without spaces and dots, in capitals. */
const vatKey = (column: string) => `nullif(upper(regexp_replace(${column}, '[^[:alnum:]]', '', 'g')), '')`;

/**
 * Whether the creator `users u` belongs to `stores s`: a member; of an agency that a member represents, or that has the store's VAT number; or a member
 * of another store with its VAT number or its payment method. Whatever changes one of these is watched (migrations/repeatable/terms_changed.sql).
 */
export const OWN_STORE_SQL = `(
    EXISTS (SELECT FROM store_members m WHERE m.store_id = s.id AND m.user_id = u.id)
    OR EXISTS (SELECT FROM ${AGENCIES} a WHERE ${vatKey('a.vat_number')} = ${vatKey('s.vat_number')} OR a.id IN (
      SELECT r.client_id FROM store_members m JOIN client_members r ON r.user_id = m.user_id WHERE m.store_id = s.id))
    OR EXISTS (SELECT FROM store_members m JOIN stores o ON o.id = m.store_id WHERE m.user_id = u.id AND (
      ${vatKey('o.vat_number')} = ${vatKey('s.vat_number')}
      OR EXISTS (SELECT FROM payment_setups mine JOIN payment_setups its ON its.store_id = s.id AND its.provider = mine.provider
        AND its.method_id = mine.method_id WHERE mine.store_id = o.id)))
  )`;

/**
 * Conditions over `links l`, its `stores s` and its creator `users u`; a closed store comes before one that is not approved, and that before one that does not
 * pay. A hidden store is as
 * good as closed, unless a campaign shows it to the creator: `refusalAt`, and in SQL `store_visibility_for`.
 */
export const LINK_REFUSED_SQL: Record<LinkRefusal, string> = {
  inactive: `(s.deactivated_at IS NOT NULL OR s.deleted_at IS NOT NULL OR l.suspended_at IS NOT NULL OR u.suspended_at IS NOT NULL)`,
  store_pending: `(s.approval <> 'approved')`,
  own_store: OWN_STORE_SQL,
  blocked: `EXISTS (
      SELECT FROM blocklist b WHERE b.store_id = l.store_id AND NOT b.validate_clicks AND (b.user_id = l.user_id
        OR b.client_id = u.client_id
        OR b.user_tag_id IN (SELECT m.user_tag_id FROM user_tag_members m WHERE m.user_id = l.user_id))
    )`,
};

/** The name of a profile's refusal; null for none. */
export function refusalNamed(refusal: LinkProfile['refusal']): LinkRefusal | null {
  return refusal === null ? null : REFUSAL_NAMES[refusal];
}

const REFUSAL_NAMES: Record<NonNullable<LinkProfile['refusal']>, LinkRefusal> = {
  [ClickClass.blocked]: 'blocked',
  [ClickClass.inactive]: 'inactive',
  [ClickClass.storePending]: 'store_pending',
  [ClickClass.ownStore]: 'own_store',
};

/** Whether a user belongs to a store, and so earns nothing at it (OWN_STORE_SQL says who does). */
export async function belongsToStore(
  db: Database,
  { storeId, userId }: { storeId: number; userId: number },
): Promise<boolean> {
  const { rows } = await db.execute(
    sql`SELECT FROM users u, stores s WHERE u.id = ${userId} AND s.id = ${storeId} AND ${sql.raw(OWN_STORE_SQL)}`,
  );
  return rows.length > 0;
}
