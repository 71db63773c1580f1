import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { parseProductUrl } from '../stores/urls/index.ts';
import { matchText } from './match-url.ts';
import type { Cover, Explanation, InspectionResult, StoreIndex } from './matching/index.ts';

/** The relation between a store and a URL, for the store's members. */
export const STORE_VERDICTS = [
  'earns',
  'shared',
  'outranked',
  'hidden',
  'blocked',
  'not_allowed',
  'other_domain',
  'inactive',
  'invalid_url',
] as const;
type StoreVerdict = (typeof STORE_VERDICTS)[number];

/** A rule that covers a URL. `id` is null when the rule has just been removed. */
interface DecidingRule {
  id: number | null;
  type: 'allow' | 'block';
  url: string;
  keyword: string;
}

/** The result for a URL, and the store's domain and rule that decide it. */
export interface StoreInspection {
  verdict: StoreVerdict;
  /** The result for all creators that no store blocks. */
  result: InspectionResult;
  /** The normalized URL; null when the text is not a URL, and `reason` says why. */
  url: string | null;
  reason: string | null;
  /** The store's domain that the URL belongs to. */
  domain: string | null;
  allowedBy: DecidingRule | null;
  blockedBy: DecidingRule | null;
  /** The stores for which a link to the URL is created. */
  winners: readonly { id: number; name: string }[];
}

/**
 * Returns the result of a link to a URL for one store, with the deciding domain and rule. It uses the same index as
 * link creation.
 */
export async function inspectForStore(
  ctx: Pick<Context, 'db' | 'publicUrl'>,
  index: StoreIndex,
  { storeId, text }: { storeId: number; text: string },
): Promise<StoreInspection> {
  const match = matchText(index, text, {}, `${new URL(ctx.publicUrl).origin}/`);
  const { result, url, reason } = match;
  const parsed = url === null ? null : parseProductUrl(url);
  const why = parsed?.ok ? index.explain(parsed.url, storeId) : null;
  const [allowedBy, blockedBy, winners] = await Promise.all([
    ruleOf(ctx, storeId, 'allow', why?.allowedBy ?? null),
    ruleOf(ctx, storeId, 'block', why?.blockedBy ?? null),
    namesOf(ctx, match.storeIds),
  ]);
  const verdict = url === null ? 'invalid_url' : verdictOf(why, match.storeIds, storeId);
  return { verdict, result, url, reason, domain: why?.domain ?? null, allowedBy, blockedBy, winners };
}

function verdictOf(why: Explanation | null, winners: readonly number[], storeId: number): StoreVerdict {
  if (why === null) return 'inactive';
  if (why.domain === null) return 'other_domain';
  if (why.result === 'no_advertiser') return 'not_allowed';
  if (why.result === 'blocked') return 'blocked';
  if (why.result === 'not_visible') return 'hidden';
  if (!winners.includes(storeId)) return winners.length === 0 ? 'other_domain' : 'outranked';
  return winners.length === 1 ? 'earns' : 'shared';
}

/**
 * Finds the rule with the parts that the index has reported. Keywords are compared without regard to case, like in
 * the index.
 */
async function ruleOf(
  { db }: Pick<Context, 'db'>,
  storeId: number,
  type: 'allow' | 'block',
  cover: Cover | null,
): Promise<DecidingRule | null> {
  if (cover === null) return null;
  const url = cover.pattern === null ? null : `https://${cover.pattern}`;
  const { rows } = await db.execute<{ id: number; keyword: string | null }>(sql`
    SELECT id, keyword FROM url_rules
    WHERE store_id = ${storeId} AND type = ${type} AND url IS NOT DISTINCT FROM ${url} AND ${sameKeyword(cover.keyword)} ORDER BY id LIMIT 1`);
  return { id: rows[0]?.id ?? null, type, url: url ?? '', keyword: rows[0]?.keyword ?? cover.keyword ?? '' };
}

const sameKeyword = (keyword: string | null): SQL =>
  keyword === null ? sql`coalesce(keyword, '') = ''` : sql`lower(btrim(keyword)) = ${keyword}`;

async function namesOf({ db }: Pick<Context, 'db'>, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<{ id: number; name: string }>(
    sql`SELECT id, name FROM stores WHERE id = ANY (${sql.param([...ids])}::bigint[]) ORDER BY id`,
  );
  return rows;
}
