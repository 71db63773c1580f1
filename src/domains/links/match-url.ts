import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { storesBlocking } from '../stores/index.ts';
import type { InspectionResult, MatchOptions, StoreIndex } from './matching/index.ts';

/** Which stores a creator can earn from with a URL; `url` (normalised) is null when the text is none, and `reason` says why. */
export interface CreatorMatch {
  result: InspectionResult;
  storeIds: readonly number[];
  url: string | null;
  reason: string | null;
}

/**
 * Matches a text against the index and takes away the stores that have blocked the creator. A URL whose every owner blocks the
 * creator is `blocked`.
 */
export async function matchUrl(
  ctx: Pick<Context, 'db' | 'publicUrl'>,
  index: StoreIndex,
  { text, userId, options }: { text: string; userId: number; options: MatchOptions },
): Promise<CreatorMatch> {
  const match = index.inspect(text, options);
  if (match.result === 'invalid_url') return { result: match.result, storeIds: [], url: null, reason: match.reason };
  const url = match.url.href;
  // A link of ours is no product: one that led to another would be paid at each step.
  if (new URL(url).origin === new URL(ctx.publicUrl).origin)
    return { result: 'no_advertiser', storeIds: [], url, reason: null };
  const blocked = await blockingAmong(ctx, userId, match.storeIds);
  const storeIds = match.storeIds.filter((id) => !blocked.has(id));
  if (match.storeIds.length === 0) return { result: match.result, storeIds, url, reason: null };
  const results = ['blocked', 'single_advertiser', 'multiple_advertisers'] as const;
  return { result: results[Math.min(storeIds.length, 2)]!, storeIds, url, reason: null };
}

/** Which of these stores have blocked the creator. */
async function blockingAmong(
  { db }: Pick<Context, 'db'>,
  userId: number,
  storeIds: readonly number[],
): Promise<Set<number>> {
  if (storeIds.length === 0) return new Set();
  const { rows } = await db.execute<{ store_id: number }>(sql`
    SELECT b.store_id FROM (${storesBlocking(userId)}) b WHERE b.store_id = ANY (${sql.param([...storeIds])}::bigint[])`);
  return new Set(rows.map((row) => row.store_id));
}
