import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { LINK_REFUSED_SQL } from '../../clicks/index.ts';
import { isListed } from '../../stores/index.ts';

/** The most links on the public page of a creator. */
export const MAX_PAGE_LINKS = 50;

/** A link on the public page of a creator. */
export interface PageLink {
  id: number;
  /** The last part of its tracked URL: the slug, otherwise the code. */
  name: string;
  title: string;
  store: { id: number; name: string };
  /** Whether visitors of the page see it: it earns, and it is not archived. */
  isShown: boolean;
}

/** A page must not name a hidden store, nor lead to an address that a store has given up, so only links that earn at a listed store are shown. */
const isShown = (at: Date) => sql`l.archived_at IS NULL AND (l.expires_at IS NULL OR l.expires_at > ${at.toISOString()})
  AND ${isListed} AND NOT (${sql.raw(Object.values(LINK_REFUSED_SQL).join(' OR '))})`;

/** Reads the links that a creator has chosen for the public page, in the creator's order, also those that are not shown at present. */
export async function listPageLinks({ db, now }: Pick<Context, 'db' | 'now'>, userId: number): Promise<PageLink[]> {
  const { rows } = await db.execute<{
    id: number;
    name: string;
    title: string;
    store_id: number;
    store_name: string;
    is_shown: boolean;
  }>(sql`
    SELECT l.id, coalesce(l.slug, l.code) AS name, coalesce(nullif(l.title, ''), s.name) AS title, s.id AS store_id, s.name AS store_name,
      ${isShown(now())} AS is_shown
    FROM creator_page_links p JOIN links l ON l.id = p.link_id AND l.user_id = p.user_id JOIN stores s ON s.id = l.store_id
    JOIN users u ON u.id = l.user_id WHERE p.user_id = ${userId} ORDER BY p.place`);
  return rows.map(({ id, name, title, store_id, store_name, is_shown }) => ({
    id,
    name,
    title,
    store: { id: store_id, name: store_name },
    isShown: is_shown,
  }));
}

/**
 * Replaces the links on the public page of a creator, in the transaction that has locked the creator.
 * @throws InvalidInput naming `links` when one is given twice or is not a link of the creator
 */
export async function replacePageLinks(tx: Database, userId: number, linkIds: readonly number[]): Promise<void> {
  const ids = sql`${sql.param([...linkIds])}::bigint[]`;
  if (new Set(linkIds).size < linkIds.length) throw new InvalidInput({ links: ['must not hold an entry twice'] });
  const { rows } = await tx.execute<{ own: number }>(
    sql`SELECT count(*)::int AS own FROM links WHERE id = ANY(${ids}) AND user_id = ${userId}`,
  );
  if (rows[0]!.own < linkIds.length) throw new InvalidInput({ links: ['must all be links of the creator'] });
  await tx.execute(sql`DELETE FROM creator_page_links WHERE user_id = ${userId}`);
  await tx.execute(sql`
    INSERT INTO creator_page_links (user_id, place, link_id) SELECT ${userId}, w.place, w.id FROM unnest(${ids}) WITH ORDINALITY w (id, place)`);
}
