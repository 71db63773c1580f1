import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { tagsOfStore } from '../../stores/index.ts';

/** Maximum number of accounts, and of tags, in a record. */
export const MAX_ENTRIES = 100;

export const SORT_COLUMNS = ['followers', 'avg_stories', 'performance', 'branding', 'username', 'id'] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

/** The minimum and maximum of a figure, both inclusive. */
interface Range {
  from?: number | undefined;
  to?: number | undefined;
}

export interface InfluencerFilters {
  /** The store that views the list. Its own user tags are included. */
  storeId: number;
  /** Only influencers whose social data have been downloaded completely. */
  isComplete: boolean;
  /** Only creators with a link to this store. */
  linkedStoreId?: number | undefined;
  followers: Range;
  averageStories: Range;
  performance: Range;
  branding: Range;
  /** Influencers with one of these tags; `userIds`: one of these users. */
  tagIds?: readonly number[] | undefined;
  userIds?: readonly number[] | undefined;
  isBusiness?: boolean | undefined;
  /** `sv_SE`, or `sv` for all locales of the language. */
  locale?: string | undefined;
  workStatus?: string | undefined;
  sort: { column: SortColumn; direction: 'asc' | 'desc' };
  page: PageRequest;
}

/** A creator in the store's search, with public facts only. */
export type Influencer = {
  id: number;
  username: string;
  display_name: string;
  locale: string;
  is_business: boolean;
  work_status: string;
  followers: number;
  /** Decimals as text. */
  average_stories: string | null;
  performance: string | null;
  branding: string | null;
  is_complete: boolean;
  social_accounts: { id: number; type: 'blog' | 'social'; identifier: string; is_valid: boolean; followers: number }[];
  tags: { id: number; name: string; slug: string }[];
};

/** Lists influencers who are neither suspended nor erased. The user id breaks ties. */
export async function listInfluencers(
  { db }: Pick<Context, 'db'>,
  filters: InfluencerFilters,
): Promise<Page<Influencer>> {
  // Accounts and tags are read for the page only, not for the skipped rows.
  const { items, total } = await readPage<{ id: number }>(
    db,
    {
      columns: sql`i.user_id AS id`,
      from: sql`influencers i JOIN users u ON u.id = i.user_id WHERE ${sql.join(conditions(filters), sql` AND `)}`,
      order: orderOf(filters.sort),
    },
    filters.page,
  );
  const ids = sql.param(items.map(({ id }) => id));
  const { rows } = await db.execute<Influencer>(sql`
    SELECT ${columns(filters.storeId)}
    FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS p (id, place) JOIN influencers i ON i.user_id = p.id JOIN users u ON u.id = p.id
    ORDER BY p.place`);
  return { items: rows, total };
}

const columns = (storeId: number) => sql`i.user_id AS id, u.username, u.public_name AS display_name,
  i.locale, i.is_business, i.work_status, i.followers, i.average_stories, i.performance, i.branding,
  i.data_downloaded_at IS NOT NULL AS is_complete,
  ARRAY (SELECT json_build_object('id', a.id, 'type', a.type, 'identifier', a.identifier, 'is_valid', a.is_valid, 'followers', a.followers)
    FROM social_accounts a WHERE a.user_id = i.user_id ORDER BY a.id LIMIT ${MAX_ENTRIES}) AS social_accounts,
  ARRAY (SELECT json_build_object('id', t.id, 'name', t.name, 'slug', t.slug) FROM user_tag_members m JOIN user_tags t ON t.id = m.user_tag_id
    WHERE m.user_id = i.user_id AND ${tagsOfStore(storeId)} ORDER BY t.id LIMIT ${MAX_ENTRIES}) AS tags`;

function conditions(filters: InfluencerFilters): SQL[] {
  const { storeId, isComplete, linkedStoreId, tagIds, userIds, isBusiness, locale, workStatus } = filters;
  const all = [sql`u.suspended_at IS NULL AND u.erased_at IS NULL`];
  if (isComplete) all.push(sql`i.data_downloaded_at IS NOT NULL`);
  if (linkedStoreId !== undefined)
    all.push(sql`EXISTS (SELECT FROM links l WHERE l.user_id = i.user_id AND l.store_id = ${linkedStoreId})`);
  if (tagIds !== undefined)
    all.push(sql`EXISTS (SELECT FROM user_tag_members m JOIN user_tags t ON t.id = m.user_tag_id
      WHERE m.user_id = i.user_id AND t.id = ANY (${sql.param([...tagIds])}::bigint[]) AND ${tagsOfStore(storeId)})`);
  if (userIds !== undefined) all.push(sql`i.user_id = ANY (${sql.param([...userIds])}::bigint[])`);
  if (isBusiness !== undefined) all.push(sql`i.is_business = ${isBusiness}`);
  if (locale !== undefined)
    all.push(locale.length > 2 ? sql`i.locale = ${locale}` : sql`i.locale LIKE ${`${locale}\\_%`}`);
  if (workStatus !== undefined) all.push(sql`i.work_status = ${workStatus}`);
  all.push(...within(sql`i.followers`, filters.followers), ...within(sql`i.average_stories`, filters.averageStories));
  all.push(...within(sql`i.performance`, filters.performance), ...within(sql`i.branding`, filters.branding));
  return all;
}

/** An influencer without the figure matches no range. */
function within(column: SQL, { from, to }: Range): SQL[] {
  const limits: SQL[] = [];
  if (from !== undefined) limits.push(sql`${column} >= ${String(from)}::numeric`);
  if (to !== undefined) limits.push(sql`${column} <= ${String(to)}::numeric`);
  return limits;
}

const FIGURES = {
  avg_stories: sql`i.average_stories`,
  performance: sql`i.performance`,
  branding: sql`i.branding`,
};

/** The sort orders of the indexes, which can be read forwards or backwards. */
function orderOf({ column, direction }: InfluencerFilters['sort']): SQL {
  const way = direction === 'asc' ? sql`ASC` : sql`DESC`;
  if (column === 'id') return sql`i.user_id ${way}`;
  if (column === 'username') return sql`lower(u.username) ${way}`;
  if (column === 'followers') return sql`i.followers ${way}, i.user_id ${way}`;
  const nulls = direction === 'asc' ? sql`NULLS FIRST` : sql`NULLS LAST`;
  return sql`${FIGURES[column]} ${way} ${nulls}, i.user_id ${way}`;
}
