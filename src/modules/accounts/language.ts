import { type SQL, sql } from 'drizzle-orm';

/** The locale of a user (`users u`): the person's own, otherwise that of the market; null when neither is set. */
export const LOCALE_OF_USER: SQL = sql`coalesce(u.preferred_locale, (SELECT g.locale FROM store_groups g
  WHERE g.id = coalesce(u.store_group_id, (SELECT a.store_group_id FROM agencies a WHERE a.id = u.agency_id))))`;
