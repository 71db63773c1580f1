import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { type Figures, type Ranking, type RankingQuestion, rank } from './rank.ts';
import { type Described, describeUsers } from './user-stats.ts';

/** Maximum number of links in one response. */
const MAX_LINKS = 10_000;
/** Number of links whose names are read and in memory at a time. */
const BATCH = 500;

/** Results of a link for its store. `id` is the link's. */
export interface LinkStats extends Figures, Described {
  code: string;
  title: string;
  /** Average cost per click, rounded half up to a whole minor unit; 0 without clicks. */
  averageCostMinor: number;
}

type Question = Omit<RankingQuestion, 'of' | 'window' | 'username'>;

/**
 * Returns a store's links with a click, counted or not, or an order in the range.
 * @throws RuleRefused `too_many_rows` above 10,000 links
 */
export async function linkStats(ctx: Pick<Context, 'db'>, question: Question): Promise<LinkStats[]> {
  const ranking = await rank(ctx, { of: 'links', ...question, window: { offset: 0, limit: MAX_LINKS + 1 } });
  if (ranking.length > MAX_LINKS) {
    throw new RuleRefused(
      'too_many_rows',
      `More than ${MAX_LINKS} links had clicks in this time; narrow from and to, name users, or ask for a file.`,
    );
  }
  return described(ctx, ranking.take(0, MAX_LINKS));
}

/** Returns one page of them and the total number. */
export async function linkStatsPage(
  ctx: Pick<Context, 'db'>,
  question: Question,
  { offset, size }: PageRequest,
): Promise<Page<LinkStats>> {
  const ranking = await rank(ctx, { of: 'links', ...question });
  return { items: await described(ctx, ranking.take(offset, size)), total: ranking.length };
}

/**
 * Returns all of them in batches. Their figures are fixed when this returns, and no connection waits for a slow
 * reader.
 */
export async function linkStatsBatches(
  ctx: Pick<Context, 'db'>,
  question: Question,
): Promise<AsyncGenerator<LinkStats[]>> {
  return batchesOf(ctx, await rank(ctx, { of: 'links', ...question }));
}

async function* batchesOf(ctx: Pick<Context, 'db'>, ranking: Ranking): AsyncGenerator<LinkStats[]> {
  for (let at = 0; at < ranking.length; at += BATCH) yield described(ctx, ranking.take(at, BATCH));
}

async function described(ctx: Pick<Context, 'db'>, figures: readonly Figures[]): Promise<LinkStats[]> {
  const ids = figures.map(({ id }) => id);
  const { rows } = await ctx.db.execute<{ id: number; code: string; title: string }>(
    sql`SELECT id, code, title FROM links WHERE id = ANY (${sql.param(ids)}::bigint[])`,
  );
  const links = new Map(rows.map(({ id, code, title }) => [id, { code, title }]));
  const people = await describeUsers(
    ctx,
    figures.map(({ userId }) => userId),
  );
  return figures.map((row) => {
    const { code, title } = links.get(row.id)!;
    const averageCostMinor = average(row.clickCostMinor, row.clicks);
    return Object.assign(row, people.get(row.userId)!, { code, title, averageCostMinor });
  });
}

function average(costMinor: number, clicks: number): number {
  if (clicks === 0) return 0;
  const [cost, count] = [BigInt(costMinor), BigInt(clicks)];
  return Number((2n * cost + count) / (2n * count));
}
