import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { mapInTurns } from '../../platform/turns.ts';
import { storesBlocking } from '../stores/index.ts';
import type { InspectionResult, MatchOptions, StoreIndex } from './matching/index.ts';
import { findAddress, unwrapped } from './pasted-text.ts';

/**
 * The stores with which a creator can earn from a URL. `url` (normalized) is null when the text is not a URL, and
 * `reason` says why.
 */
export interface CreatorMatch {
  result: InspectionResult;
  storeIds: readonly number[];
  /** Stores that would own the URL if they were visible; absent when there are none. */
  hiddenStoreIds?: readonly number[];
  url: string | null;
  reason: string | null;
}

/** The creator whose URLs are matched, and the competing stores. */
interface Matching {
  userId: number;
  options: MatchOptions;
}

/**
 * Matches a text against the index, including the hidden stores that a running campaign shows to the creator, and
 * excluding the stores that have blocked the creator. A URL is `blocked` when all of its owners block the creator.
 */
export async function matchUrl(
  ctx: Pick<Context, 'db' | 'publicUrl' | 'now'>,
  index: StoreIndex,
  { text, ...matching }: Matching & { text: string },
): Promise<CreatorMatch> {
  const [match] = await matchUrls(ctx, index, { texts: [text], ...matching });
  return match!;
}

/** Does the same for many texts in one query. The matches are in the order of the texts. */
export async function matchUrls(
  ctx: Pick<Context, 'db' | 'publicUrl' | 'now'>,
  index: StoreIndex,
  { texts, userId, options }: Matching & { texts: readonly string[] },
): Promise<CreatorMatch[]> {
  const ours = `${new URL(ctx.publicUrl).origin}/`;
  const asAnybody = await mapInTurns(texts, (text) => ({ text, match: matchText(index, text, options, ours) }));
  const hidden = new Set(asAnybody.flatMap(({ match }) => match.hiddenStoreIds ?? []));
  const shownStoreIds = await selectedAmong(ctx.db, [...hidden], storesShown(userId, ctx.now()));
  const isShown = ({ hiddenStoreIds = [] }: CreatorMatch) => hiddenStoreIds.some((id) => shownStoreIds.has(id));
  const matches = await mapInTurns(asAnybody, ({ text, match }) =>
    isShown(match) ? matchText(index, text, { ...options, shownStoreIds }, ours) : match,
  );
  const owners = [...new Set(matches.flatMap(({ storeIds }) => storeIds))];
  const blocked = await selectedAmong(ctx.db, owners, storesBlocking(userId));
  return blocked.size === 0 ? matches : matches.map((match) => withoutStores(match, blocked));
}

/** Wrappers may be wrapped: a link of a mail that was shared. */
const MAX_WRAPPERS = 3;

/**
 * Returns the stores that own the URL in a text, for any creator. An address that belongs to no store and is one of a well-known wrapper is replaced by the address in it, if this one belongs to a store.
 * @param ours prefix of all our own addresses
 */
export function matchText(index: StoreIndex, text: string, options: MatchOptions, ours: string): CreatorMatch {
  const found = findAddress(text);
  if ('reason' in found) return { result: 'invalid_url', storeIds: [], url: null, reason: found.reason };
  const match = matchAddress(index, found.text, options, ours);
  let inner: string | null = match.result === 'no_advertiser' ? match.url : null;
  for (let depth = 0; depth < MAX_WRAPPERS && inner !== null; depth += 1) {
    const address: string | null = unwrapped(inner);
    if (address === null) break;
    const wrapped = matchAddress(index, address, options, ours);
    if (wrapped.result !== 'no_advertiser' && wrapped.result !== 'invalid_url') return wrapped;
    inner = wrapped.url;
  }
  return match;
}

function matchAddress(index: StoreIndex, text: string, options: MatchOptions, ours: string): CreatorMatch {
  const match = index.inspect(text, options);
  if (match.result === 'invalid_url') return { result: match.result, storeIds: [], url: null, reason: match.reason };
  const {
    url: { href: url },
    ...found
  } = match;
  // A tracked link is not a product. A link to a link would be paid twice.
  if (url.startsWith(ours)) return { result: 'no_advertiser', storeIds: [], url, reason: null };
  return { ...found, url, reason: null };
}

function withoutStores(match: CreatorMatch, blocked: ReadonlySet<number>): CreatorMatch {
  if (match.storeIds.length === 0) return match;
  const storeIds = match.storeIds.filter((id) => !blocked.has(id));
  const results = ['blocked', 'single_advertiser', 'multiple_advertisers'] as const;
  return { ...match, result: results[Math.min(storeIds.length, 2)]!, storeIds };
}

/** The hidden stores that a running campaign shows to the creator. */
const storesShown = (userId: number, now: Date) =>
  sql`SELECT v.store_id FROM store_visibility_for(${userId}, ${now.toISOString()}) v WHERE v.shown`;

/** Returns those of the stores that a query selects. */
async function selectedAmong(db: Database, storeIds: readonly number[], query: SQL): Promise<Set<number>> {
  if (storeIds.length === 0) return new Set();
  const { rows } = await db.execute<{ store_id: number }>(
    sql`SELECT s.store_id FROM (${query}) s WHERE s.store_id = ANY (${sql.param([...storeIds])}::bigint[])`,
  );
  return new Set(rows.map((row) => row.store_id));
}
