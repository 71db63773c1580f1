import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { NotFound, RuleRefused } from '../../platform/errors/errors.ts';
import { type Creator, type MadeLink, makeLinks } from './make-links.ts';
import { type CreatorMatch, matchUrls } from './match-url.ts';
import type { MatchOptions, StoreIndex } from './matching/index.ts';

/** Texts to convert to links for one creator. */
export interface Conversion {
  userId: number;
  /** The texts as typed, pasted or found in a post. */
  texts: readonly string[];
  /** The competing stores; all visible stores by default. */
  options?: MatchOptions;
  /** Whether to compute the result without writing. */
  dry: boolean;
}

/** The result for one text: the stores that own the URL, and the creator's link if exactly one does. */
export interface ConvertedUrl {
  match: CreatorMatch;
  made: MadeLink | null;
}

/**
 * Creates links for all texts for which exactly one store pays this creator, with a constant number of statements.
 * The results are in the order of the texts.
 * @throws RuleRefused (`user_suspended`); NotFound when the creator does not exist
 */
export async function convertUrls(
  ctx: Pick<Context, 'db' | 'publicUrl' | 'now'>,
  index: StoreIndex,
  { userId, texts, options = {}, dry }: Conversion,
): Promise<ConvertedUrl[]> {
  const creator = await activeCreator(ctx, userId);
  const matches = await matchUrls(ctx, index, { texts, userId, options });
  const owned = matches.filter(({ result }) => result === 'single_advertiser');
  const pages = owned.map(({ url, storeIds }) => ({ url: url!, storeId: storeIds[0]! }));
  const links = await makeLinks(ctx, { creator, pages, dry });
  const linkOf = new Map(owned.map((match, at) => [match, links[at]!]));
  return matches.map((match) => {
    const made = linkOf.get(match) ?? null;
    const isGone = made === null && match.result === 'single_advertiser';
    // The store was deleted, but the index is not updated yet.
    return { match: isGone ? { ...match, result: 'no_advertiser', storeIds: [] } : match, made };
  });
}

async function activeCreator({ db }: Pick<Context, 'db'>, userId: number): Promise<Creator> {
  const { rows } = await db.execute<{ agency_id: number | null; suspended: boolean }>(
    sql`SELECT agency_id, suspended_at IS NOT NULL AS suspended FROM users WHERE id = ${userId}`,
  );
  const user = rows[0];
  if (user === undefined) throw new NotFound('user');
  if (user.suspended) throw new RuleRefused('user_suspended', 'This creator is suspended and cannot create links.');
  return { id: userId, agencyId: user.agency_id };
}
