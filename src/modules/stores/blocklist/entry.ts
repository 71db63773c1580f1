import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { PERSON_COLUMN, type Person } from '../../accounts/index.ts';

/**
 * An entry of a store's blocklist: one user, every user with a tag, or every user of an agency. Exactly one of the three is set.
 */
export interface BlocklistEntry {
  id: number;
  createdAt: Date;
  /** The user cannot create links, but clicks of existing links still count. */
  validateClicks: boolean;
  createdBy: Blocker | null;
  user: Person | null;
  userTag: { id: number; name: string } | null;
  agency: { id: number; name: string; ownPaymentSystem: boolean; agencyShare: number } | null;
}

/** The creator of the entry, with the locale of that person or of that person's market. */
interface Blocker {
  id: number;
  username: string;
  displayName: string;
  email: string;
  agencyId: number | null;
  preferredLocale: string | null;
  locale: string | null;
  language: string | null;
}

export const ENTRY_COLUMNS = sql`
  b.id, b.created_at, b.validate_clicks, ${PERSON_COLUMN} AS "user", b.user_tag_id, t.name AS user_tag_name,
  b.agency_id, c.name AS agency_name, c.own_payment_system, c.agency_share::float8 AS agency_share,
  CASE WHEN m.id IS NOT NULL THEN json_build_object('id', m.id, 'username', m.username,
    'displayName', m.full_name,
    'email', m.email, 'agencyId', m.agency_id, 'preferredLocale', m.preferred_locale,
    'locale', coalesce(m.preferred_locale, g.locale), 'language', coalesce(left(m.preferred_locale, 2), g.language)) END AS created_by`;

export const ENTRIES = sql`blocklist b
  LEFT JOIN users u ON u.id = b.user_id LEFT JOIN user_tags t ON t.id = b.user_tag_id LEFT JOIN agencies c ON c.id = b.agency_id
  LEFT JOIN users m ON m.id = b.created_by LEFT JOIN agencies mc ON mc.id = m.agency_id
  LEFT JOIN store_groups g ON g.id = coalesce(m.store_group_id, mc.store_group_id)`;

export type EntryRow = {
  id: number;
  created_at: string;
  validate_clicks: boolean;
  user: Person | null;
  user_tag_id: number | null;
  user_tag_name: string;
  agency_id: number | null;
  agency_name: string;
  own_payment_system: boolean;
  agency_share: number;
  created_by: Blocker | null;
};

/** Reads the entries that fulfil a condition over `blocklist b`, by id. */
export async function readEntries({ db }: Pick<Context, 'db'>, condition: SQL): Promise<BlocklistEntry[]> {
  const { rows } = await db.execute<EntryRow>(
    sql`SELECT ${ENTRY_COLUMNS} FROM ${ENTRIES} WHERE ${condition} ORDER BY b.id`,
  );
  return rows.map(entryOf);
}

export function entryOf(row: EntryRow): BlocklistEntry {
  return {
    id: row.id,
    createdAt: new Date(row.created_at),
    validateClicks: row.validate_clicks,
    createdBy: row.created_by,
    user: row.user,
    userTag: row.user_tag_id === null ? null : { id: row.user_tag_id, name: row.user_tag_name },
    agency:
      row.agency_id === null
        ? null
        : {
            id: row.agency_id,
            name: row.agency_name,
            ownPaymentSystem: row.own_payment_system,
            agencyShare: row.agency_share,
          },
  };
}
