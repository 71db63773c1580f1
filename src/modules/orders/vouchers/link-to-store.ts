import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { createLink, type LiveIndex } from '../../links/index.ts';

/**
 * A link of a creator to a store, on which orders count that no click led to. All of them share it.
 * @throws InvalidInput naming `user_id`; RuleRefused `no_domain`, or the reason why the creator cannot have a link to the store
 */
export async function linkToStore(
  ctx: Context,
  { live }: { live: Pick<LiveIndex, 'index'> },
  { storeId, userId }: { storeId: number; userId: number },
): Promise<{ id: number; code: string }> {
  const url = await frontPage(ctx, storeId);
  const wanted = { userId, url, advertiserId: storeId, advertiserPreview: true };
  const made = await createLink(ctx, live.index, wanted).catch((error) => {
    if (error instanceof NotFound) throw new InvalidInput({ user_id: ['must be the id of a user that exists'] });
    throw error;
  });
  if (made.kind !== 'link') throw new Error('a link to one store that is wanted is made');
  return made.link;
}

/**
 * Returns a page for which the store pays, if it pays only for some; otherwise its front page.
 * @throws RuleRefused `no_domain`
 */
async function frontPage({ db }: Context, storeId: number): Promise<string> {
  const { rows } = await db.execute<{ url: string | null }>(sql`
    SELECT coalesce(
      (SELECT url FROM url_rules WHERE store_id = s.id AND type = 'allow' AND url IS NOT NULL ORDER BY is_main DESC, id LIMIT 1), s.url,
      (SELECT 'https://' || host || '/' FROM store_domains WHERE store_id = s.id ORDER BY id LIMIT 1)) AS url
    FROM stores s WHERE s.id = ${storeId}`);
  if (!rows[0]?.url) throw new RuleRefused('no_domain', 'The store has no domain yet that a link could lead to.');
  return rows[0].url;
}
