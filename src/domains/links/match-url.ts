import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { mapInTurns } from '../../platform/turns.ts';
import { storesBlocking } from '../stores/index.ts';
import type { InspectionResult, MatchOptions, StoreIndex } from './matching/index.ts';

/** Which stores a creator can earn from with a URL; `url` (normalised) is null when the text is none, and `reason` says why. */
export interface CreatorMatch {
  result: InspectionResult;
  storeIds: readonly number[];
  /** Stores that would own it if they were not hidden; left out when there are none. */
  hiddenStoreIds?: readonly number[];
  url: string | null;
  reason: string | null;
}

/** Whose URLs are matched, and which stores compete. */
interface Matching {
  userId: number;
  options: MatchOptions;
}

/**
 * Matches a text against the index, with the hidden stores that a running campaign shows to the creator, and takes away the stores that
 * have blocked the creator. A URL whose every owner blocks the creator is `blocked`.
 */
export async function matchUrl(
  ctx: Pick<Context, 'db' | 'publicUrl' | 'now'>,
  index: StoreIndex,
  { text, ...matching }: Matching & { text: string },
): Promise<CreatorMatch> {
  const [match] = await matchUrls(ctx, index, { texts: [text], ...matching });
  return match!;
}

/** Does the same with many texts, in one query; the matches are in the order of the texts. */
export async function matchUrls(
  ctx: Pick<Context, 'db' | 'publicUrl' | 'now'>,
  index: StoreIndex,
  { texts, userId, options }: Matching & { texts: readonly string[] },
): Promise<CreatorMatch[]> {
  const ours = `${new URL(ctx.publicUrl).origin}/`;
  const asAnybody = await mapInTurns(texts, (text) => ({ text, match: matchText(index, text, options, ours) }));
  const hidden = new Set(asAnybody.flatMap(({ match }) => match.hiddenStoreIds ?? []));
  const shownStoreIds = await shownAmong(ctx, userId, [...hidden]);
  const isShown = ({ hiddenStoreIds = [] }: CreatorMatch) => hiddenStoreIds.some((id) => shownStoreIds.has(id));
  const matches = await mapInTurns(asAnybody, ({ text, match }) =>
    isShown(match) ? matchText(index, text, { ...options, shownStoreIds }, ours) : match,
  );
  const blocked = await blockingAmong(ctx, userId, [...new Set(matches.flatMap(({ storeIds }) => storeIds))]);
  return blocked.size === 0 ? matches : matches.map((match) => withoutStores(match, blocked));
}

/** Which stores own what a text says, whoever asks. @param ours what every address of ours begins with */
export function matchText(index: StoreIndex, text: string, options: MatchOptions, ours: string): CreatorMatch {
  const match = index.inspect(text, options);
  if (match.result === 'invalid_url') return { result: match.result, storeIds: [], url: null, reason: match.reason };
  const {
    url: { href: url },
    ...found
  } = match;
  // A link of ours is no product: one that led to another would be paid at each step.
  if (url.startsWith(ours)) return { result: 'no_advertiser', storeIds: [], url, reason: null };
  return { ...found, url, reason: null };
}

function withoutStores(match: CreatorMatch, blocked: ReadonlySet<number>): CreatorMatch {
  if (match.storeIds.length === 0) return match;
  const storeIds = match.storeIds.filter((id) => !blocked.has(id));
  const results = ['blocked', 'single_advertiser', 'multiple_advertisers'] as const;
  return { ...match, result: results[Math.min(storeIds.length, 2)]!, storeIds };
}

/** Which of these hidden stores a running campaign shows to the creator. */
async function shownAmong(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: number,
  storeIds: readonly number[],
): Promise<Set<number>> {
  if (storeIds.length === 0) return new Set();
  const { rows } = await db.execute<{ store_id: number }>(sql`
    SELECT v.store_id FROM store_visibility_for(${userId}, ${now().toISOString()}) v
    WHERE v.shown AND v.store_id = ANY (${sql.param([...storeIds])}::bigint[])`);
  return new Set(rows.map((row) => row.store_id));
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
