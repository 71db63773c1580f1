import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Language } from '../../../platform/locale.ts';
import { searchWords } from '../../../platform/text/search-words.ts';
import type { PlatformName } from '../channels/platforms.ts';
import type { Figure } from './bands.ts';
import { belongsTo, isFoundBy, type Searcher, workedWith } from './conditions.ts';
import { type CreatorOrder, type CreatorPosition, readCreatorCursor, writeCreatorCursor } from './cursor.ts';
import { type FoundCreator, readFound } from './found-creator.ts';

export interface CreatorFilters {
  /** Words of name, text and channels; the last one may be the beginning of a word. */
  text?: string | undefined;
  /** Ids of categories, of which the creator has one. */
  topicIds?: readonly number[] | undefined;
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined;
  /** ISO 639-1; the creator publishes in one of them. */
  languages?: readonly string[] | undefined;
  /** Followers and proof are then those at this platform. */
  platform?: PlatformName | undefined;
  /** Inclusive. */
  followersFrom?: number | undefined;
  followersTo?: number | undefined;
  isVerified?: boolean | undefined;
  /** The lowest band of each figure. */
  bands: Partial<Record<Figure, number>>;
  /** Of this list of the searcher. */
  listId?: number | undefined;
  /** Whether the creator has worked with the store, or belongs to the agency. */
  workedTogether?: boolean | undefined;
  order: CreatorOrder;
  /** Cursor in the reply with the previous page. */
  after?: string | undefined;
  size: number;
}

export interface FoundPage {
  items: FoundCreator[];
  /** Cursor of the next page; null if there is none. */
  next: string | null;
}

/** The columns of the bands. */
const BAND: Record<Figure, SQL> = {
  clicks: sql`l.click_band`,
  orders: sql`l.order_band`,
  conversion: sql`l.conversion_band`,
  approval: sql`l.approval_band`,
};

/**
 * Searches the creators who are listed, for a store, an agency or an administrator. Three statements, whatever is asked.
 * @param searcher a store, whose blocklist applies and whose own results are read, or an agency; null: an administrator
 * @param language of the names of topics
 * @throws InvalidInput naming `after`
 */
export async function searchCreators(
  { db }: Pick<Context, 'db'>,
  { searcher, language, ...filters }: CreatorFilters & { searcher: Searcher | null; language: Language | null },
): Promise<FoundPage> {
  const { order, size, platform } = filters;
  const after = filters.after === undefined ? null : readCreatorCursor(order, filters.after);
  const conditions = conditionsOf(filters, searcher);
  if (conditions === null) return { items: [], next: null };
  const value = sortValue(order, platform);
  const idColumn = platform !== undefined && order === 'followers' ? sql`c.user_id` : sql`l.user_id`;
  if (after !== null)
    conditions.push(
      value === null ? sql`${idColumn} < ${after.id}` : sql`(${value}, ${idColumn}) < (${after.value}, ${after.id})`,
    );
  const from =
    platform === undefined
      ? sql`listed_creators l`
      : sql`listed_channels c JOIN listed_creators l ON l.user_id = c.user_id`;
  const { rows } = await db.execute<{ id: number; value: number }>(sql`
    SELECT l.user_id AS id, ${value ?? sql`0`}::bigint AS value FROM ${from} WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${value === null ? sql`` : sql`${value} DESC, `}${idColumn} DESC LIMIT ${size + 1}`);
  const shown = rows.slice(0, size);
  const last: CreatorPosition | undefined = rows.length > size ? shown.at(-1) : undefined;
  const ids = shown.map(({ id }) => id);
  return {
    items: await readFound(db, { userIds: ids, searcher, language }),
    next: last === undefined ? null : writeCreatorCursor(order, last),
  };
}

/** The value by which an order sorts, largest first; null: by id alone. */
function sortValue(order: CreatorOrder, platform: PlatformName | undefined): SQL | null {
  if (order === 'newest') return null;
  if (order === 'followers') return platform === undefined ? sql`l.followers` : sql`c.followers`;
  return BAND[order];
}

/** Null if nobody can be found. */
function conditionsOf(filters: Omit<CreatorFilters, 'after' | 'size'>, searcher: Searcher | null): SQL[] | null {
  const { text, topicIds, country, languages, platform, followersFrom, followersTo, isVerified, bands, order } =
    filters;
  const channel = platform === undefined ? sql`l` : sql`c`;
  const all: SQL[] = [isFoundBy(searcher)];
  if (text !== undefined) {
    const words = searchWords(text);
    if (words === null) return null;
    all.push(sql`l.words @@ to_tsquery('simple', ${words})`);
  }
  if (platform !== undefined) all.push(sql`c.platform = ${platform}`);
  if (topicIds !== undefined) all.push(sql`l.topics && ${sql.param([...topicIds])}::bigint[]`);
  if (country !== undefined) all.push(sql`l.country = ${country}`);
  if (languages !== undefined) all.push(sql`l.languages && ${sql.param([...languages])}::text[]`);
  if (followersFrom !== undefined) all.push(sql`${channel}.followers >= ${followersFrom}`);
  if (followersTo !== undefined) all.push(sql`${channel}.followers <= ${followersTo}`);
  if (isVerified !== undefined) all.push(sql`${channel}.is_verified = ${isVerified}`);
  for (const [figure, column] of Object.entries(BAND) as [Figure, SQL][]) {
    const least = bands[figure] ?? (order === figure ? 1 : undefined);
    // The index contains only bands that are shown, and is used if the statement says so.
    if (least !== undefined) all.push(sql`${column} > 0 AND ${column} >= ${least}`);
  }
  if (searcher !== null) {
    if (filters.listId !== undefined)
      all.push(sql`l.user_id IN (SELECT m.user_id FROM creator_list_members m JOIN creator_lists x ON x.id = m.list_id
        WHERE x.id = ${filters.listId} AND ${belongsTo('x', searcher)})`);
    if (filters.workedTogether === true) all.push(sql`l.user_id IN ${workedWith(searcher)}`);
    if (filters.workedTogether === false) all.push(sql`l.user_id NOT IN ${workedWith(searcher)}`);
  }
  return all;
}
