import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { MAX_PAGE_SIZE } from '../../../platform/page-size.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { accountOf } from './order.ts';
import { type Figures, type Ranking, type RankingQuestion, rank } from './rank.ts';

/** Number of creators whose names are read and in memory at a time. */
const BATCH = 500;

/** Results of a creator for a store. */
export interface UserStats extends Figures {
  username: string;
  publicName: string;
  /** Identifiers of the creator's representative accounts; empty without one. */
  social: string;
  socialFollowers: number;
  blog: string;
}

type Question = Omit<RankingQuestion, 'of' | 'window' | 'userIds'>;

/**
 * Returns one page of a store's creators with a click, counted or not, or an order in the range. `page` counts from 1;
 * the legacy API names no size, so a page has the highest one.
 */
export async function userStats(
  ctx: Pick<Context, 'db'>,
  { page, ...question }: Question & { page: number },
): Promise<UserStats[]> {
  const window = { limit: MAX_PAGE_SIZE, offset: (page - 1) * MAX_PAGE_SIZE };
  return described(ctx, (await rank(ctx, { of: 'users', ...question, window })).take(0, MAX_PAGE_SIZE));
}

/** Returns one page of them and the total number. */
export async function userStatsPage(
  ctx: Pick<Context, 'db'>,
  question: Question & Pick<RankingQuestion, 'userIds'>,
  { offset, size }: PageRequest,
): Promise<Page<UserStats>> {
  const ranking = await rank(ctx, { of: 'users', ...question });
  return { items: await described(ctx, ranking.take(offset, size)), total: ranking.length };
}

/**
 * Returns all of them in batches. Their figures are fixed when this returns, and no connection waits for a slow
 * reader.
 */
export async function userStatsBatches(
  ctx: Pick<Context, 'db'>,
  question: Question & Pick<RankingQuestion, 'userIds'>,
): Promise<AsyncGenerator<UserStats[]>> {
  return batchesOf(ctx, await rank(ctx, { of: 'users', ...question }));
}

async function* batchesOf(ctx: Pick<Context, 'db'>, ranking: Ranking): AsyncGenerator<UserStats[]> {
  for (let at = 0; at < ranking.length; at += BATCH) yield described(ctx, ranking.take(at, BATCH));
}

/** The descriptive fields of a creator in a report. */
export type Described = Pick<UserStats, 'username' | 'publicName' | 'social' | 'socialFollowers' | 'blog'>;

async function described(ctx: Pick<Context, 'db'>, figures: readonly Figures[]): Promise<UserStats[]> {
  const people = await describeUsers(
    ctx,
    figures.map(({ userId }) => userId),
  );
  return figures.map((row) => ({ ...row, ...people.get(row.userId)! }));
}

/** Reads the names and accounts of creators by id. */
export async function describeUsers(
  { db }: Pick<Context, 'db'>,
  userIds: readonly number[],
): Promise<Map<number, Described>> {
  type Row = {
    id: number;
    username: string;
    public_name: string;
    social: string | null;
    followers: number | null;
    blog: string | null;
  };
  const { rows } = await db.execute<Row>(sql`
    SELECT u.id, u.username, u.public_name, social.identifier AS social, social.followers, blog.identifier AS blog
    FROM users u ${accountOf('social')} ${accountOf('blog')} WHERE u.id = ANY (${sql.param([...new Set(userIds)])}::bigint[])`);
  return new Map(
    rows.map(({ id, username, public_name: publicName, social, followers, blog }) => [
      id,
      { username, publicName, social: social ?? '', socialFollowers: followers ?? 0, blog: blog ?? '' },
    ]),
  );
}
