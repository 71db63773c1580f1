import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { atAndAbove } from '../record/claim-domains.ts';
import { parseProductUrl } from '../urls/index.ts';

/**
 * Whether a page is on a domain of the store, or below one. Only domains count that are proven or that an administrator has accepted.
 * @param page the URL of the page, or its origin
 */
export async function isPageOfStore(
  { db }: Pick<Context, 'db'>,
  { storeId, page }: { storeId: number; page: string },
): Promise<boolean> {
  const parsed = parseProductUrl(page);
  if (!parsed.ok) return false;
  const hosts = sql.param(atAndAbove(parsed.url.host));
  const { rowCount } = await db.execute(sql`
    SELECT FROM store_domains WHERE store_id = ${storeId} AND standing <> 'unproven' AND host = ANY (${hosts}::text[])`);
  return rowCount !== null && rowCount > 0;
}
