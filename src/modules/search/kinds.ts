import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Context } from '../../platform/context.ts';
import { linkScope } from '../links/index.ts';
import { isOpenToAll } from '../site/index.ts';
import { storesKnownTo } from '../stores/index.ts';
import type { SearchKind } from './schemas.ts';

/** The search text, in the forms that conditions compare. */
export interface Typed {
  /** Query for `to_tsquery`: each word as the beginning of a word. */
  words: string;
  /** The whole text in lower case, as a pattern of `LIKE` for its beginning. */
  beginning: string;
  /** The text as typed. */
  exact: string;
  /** The id, if the text is one; otherwise null. */
  id: number | null;
}

/**
 * The search for one kind of record. The conditions use the expressions of the indexes of migrations 0120 and 0280. The scopes are those of
 * the lists of the same records: a search finds only records that a list shows.
 */
interface Finder {
  /** The columns `id`, `title`, `detail`, `store_id`, `agency_id`, `user_id` and `campaign_id` of the record. */
  columns: SQL | ((actor: Actor) => SQL);
  from: SQL;
  matches(typed: Typed): SQL;
  /** The condition for the records that the caller may see, and find by this text; null: the caller sees none. */
  scope(actor: Actor, ctx: Pick<Context, 'now'> & { typed: Typed }): SQL | null;
}

const hasWords = (expression: SQL, { words }: Typed) =>
  sql`to_tsvector('simple', ${expression}) @@ to_tsquery('simple', ${words})`;
const orHasId = (condition: SQL, column: SQL, { id }: Typed) =>
  id === null ? condition : sql`(${condition} OR ${column} = ${id})`;
const oneOfIds = (column: SQL, ids: readonly number[]) => sql`${column} = ANY (${sql.param([...ids])}::bigint[])`;
const any = (conditions: readonly SQL[]): SQL | null =>
  conditions.length === 0 ? null : sql`(${sql.join([...conditions], sql` OR `)})`;
const none = sql`NULL::bigint`;

export const FINDERS: Readonly<Record<SearchKind, Finder>> = {
  store: {
    columns: sql`s.id, s.name AS title, NULL AS detail, s.id AS store_id, ${none} AS agency_id, ${none} AS user_id, ${none} AS campaign_id`,
    from: sql`stores s`,
    matches: (typed) => orHasId(hasWords(sql`s.name`, typed), sql`s.id`, typed),
    scope: storesKnownTo,
  },
  campaign: {
    // Its name is the store's own; others know it by the title that creators see.
    columns: ({ isAdmin, storeIds }) => sql`o.id, CASE WHEN ${isAdmin} OR ${oneOfIds(sql`o.store_id`, storeIds)}
        THEN coalesce(nullif(o.name, ''), o.campaign_title) ELSE o.shown_title END AS title,
      s.name AS detail, o.store_id, ${none} AS agency_id, ${none} AS user_id, o.id AS campaign_id`,
    from: sql`campaigns o JOIN stores s ON s.id = o.store_id`,
    matches: (typed) =>
      sql`o.deleted_at IS NULL AND ${orHasId(hasWords(sql`o.name || ' ' || o.campaign_title`, typed), sql`o.id`, typed)}`,
    scope: ({ isAdmin, storeIds, userId }, ctx) =>
      isAdmin
        ? sql`true`
        : sql`(${oneOfIds(sql`o.store_id`, storeIds)} OR ${orHasId(hasWords(sql`o.shown_title`, ctx.typed), sql`o.id`, ctx.typed)} AND (
            o.type <> 'standard' AND EXISTS (SELECT FROM participants p WHERE p.campaign_id = o.id AND p.user_id = ${userId})
            OR ${isOpenToAll(ctx)} AND EXISTS (SELECT FROM campaign_pages c WHERE c.campaign_id = o.id)))`,
  },
  creator: {
    columns: sql`u.id, u.public_name AS title, u.username AS detail, ${none} AS store_id, u.agency_id, u.id AS user_id, ${none} AS campaign_id`,
    from: sql`users u`,
    matches: (typed) =>
      sql`u.erased_at IS NULL AND ${orHasId(
        hasWords(sql`u.username || ' ' || coalesce(u.display_name, '') || ' ' || u.email`, typed),
        sql`u.id`,
        typed,
      )}`,
    scope: ({ isAdmin, agencyIds }) =>
      isAdmin ? sql`true` : agencyIds.length === 0 ? null : oneOfIds(sql`u.agency_id`, agencyIds),
  },
  client: {
    columns: sql`c.id, c.name AS title, NULL AS detail, ${none} AS store_id, c.id AS agency_id, ${none} AS user_id, ${none} AS campaign_id`,
    from: sql`agencies c`,
    matches: (typed) => orHasId(hasWords(sql`c.name`, typed), sql`c.id`, typed),
    scope: ({ isAdmin, agencyIds }) =>
      isAdmin ? sql`true` : agencyIds.length === 0 ? null : oneOfIds(sql`c.id`, agencyIds),
  },
  link: {
    columns: sql`l.id, coalesce(nullif(l.title, ''), l.url) AS title, s.name AS detail, l.store_id, u.agency_id, l.user_id, ${none} AS campaign_id`,
    from: sql`links l JOIN stores s ON s.id = l.store_id JOIN users u ON u.id = l.user_id`,
    matches: (typed) => orHasId(sql`(${hasWords(sql`l.title`, typed)} OR l.code = ${typed.exact})`, sql`l.id`, typed),
    scope: (actor) => linkScope(actor, sql`l.user_id`, sql`l.store_id`),
  },
  order: {
    columns: sql`r.id, r.order_id AS title, s.name AS detail, r.store_id, ${none} AS agency_id, ${none} AS user_id, ${none} AS campaign_id`,
    from: sql`orders r JOIN stores s ON s.id = r.store_id`,
    matches: ({ beginning }) => sql`lower(r.order_id) LIKE ${beginning}`,
    scope: ({ isAdmin, storeIds }) =>
      isAdmin ? sql`true` : storeIds.length === 0 ? null : oneOfIds(sql`r.store_id`, storeIds),
  },
  invoice: {
    columns: sql`i.id, i.number AS title, to_char(i.month, 'YYYY-MM') AS detail, i.store_id, i.agency_id, i.user_id, ${none} AS campaign_id`,
    from: sql`invoices i`,
    matches: ({ beginning }) => sql`lower(i.number) LIKE ${beginning}`,
    scope: ({ isAdmin, userId, storeIds, agencyIds }) =>
      isAdmin
        ? sql`true`
        : any([
            sql`i.user_id = ${userId}`,
            ...(storeIds.length === 0 ? [] : [oneOfIds(sql`i.store_id`, storeIds)]),
            ...(agencyIds.length === 0 ? [] : [oneOfIds(sql`i.agency_id`, agencyIds)]),
          ]),
  },
  participant: {
    columns: sql`p.id, u.public_name AS title, o.shown_title AS detail, o.store_id, u.agency_id, u.id AS user_id, o.id AS campaign_id`,
    from: sql`participants p JOIN users u ON u.id = p.user_id JOIN campaigns o ON o.id = p.campaign_id`,
    // Stores search by the public name alone: an address must not be guessed.
    matches: (typed) =>
      sql`u.erased_at IS NULL AND o.deleted_at IS NULL AND o.type <> 'standard' AND ${hasWords(sql`u.public_name`, typed)}`,
    scope: ({ isAdmin, storeIds, agencyIds }) =>
      isAdmin
        ? sql`true`
        : any([
            ...(storeIds.length === 0 ? [] : [oneOfIds(sql`o.store_id`, storeIds)]),
            ...(agencyIds.length === 0 ? [] : [oneOfIds(sql`u.agency_id`, agencyIds)]),
          ]),
  },
  voucher: {
    columns: sql`v.id, v.code AS title, u.public_name AS detail, v.store_id, ${none} AS agency_id, v.user_id, ${none} AS campaign_id`,
    from: sql`vouchers v JOIN users u ON u.id = v.user_id`,
    matches: ({ beginning }) => sql`v.valid_until IS NULL AND lower(v.code) LIKE ${beginning}`,
    scope: ({ isAdmin, storeIds }) =>
      isAdmin ? sql`true` : storeIds.length === 0 ? null : oneOfIds(sql`v.store_id`, storeIds),
  },
  domain: {
    columns: sql`d.id, d.host AS title, d.owner AS detail, d.store_id, d.agency_id, d.user_id, ${none} AS campaign_id`,
    from: sql`(
      SELECT h.id, h.host, s.name AS owner, h.store_id, ${none} AS agency_id, ${none} AS user_id FROM store_domains h JOIN stores s ON s.id = h.store_id
      UNION ALL
      SELECT h.id, h.host, coalesce(c.name, u.public_name), ${none}, h.agency_id, h.user_id
      FROM link_domains h LEFT JOIN agencies c ON c.id = h.agency_id LEFT JOIN users u ON u.id = h.user_id) d`,
    matches: ({ beginning }) => sql`(d.host LIKE ${beginning} OR d.host LIKE ${`www.${beginning}`})`,
    scope: ({ isAdmin, userId, storeIds, agencyIds }) =>
      isAdmin
        ? sql`true`
        : any([
            sql`d.user_id = ${userId}`,
            ...(storeIds.length === 0 ? [] : [oneOfIds(sql`d.store_id`, storeIds)]),
            ...(agencyIds.length === 0 ? [] : [oneOfIds(sql`d.agency_id`, agencyIds)]),
          ]),
  },
  company: {
    columns: sql`s.id, s.company_name AS title, s.name AS detail, s.id AS store_id, ${none} AS agency_id, ${none} AS user_id, ${none} AS campaign_id`,
    from: sql`stores s`,
    matches: (typed) => sql`s.company_name <> '' AND ${hasWords(sql`coalesce(s.company_name, '')`, typed)}`,
    scope: ({ isAdmin, storeIds }) =>
      isAdmin ? sql`true` : storeIds.length === 0 ? null : oneOfIds(sql`s.id`, storeIds),
  },
};
