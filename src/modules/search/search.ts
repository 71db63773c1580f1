import { type SQL, sql } from 'drizzle-orm';
import { parsePathId } from '../../platform/auth/policy.ts';
import type { Context } from '../../platform/context.ts';
import { FINDERS, type Typed } from './kinds.ts';
import { RESULTS_PER_KIND, SEARCH_KINDS, type SearchKind, type SearchResult } from './schemas.ts';

/** At most this many matches of a kind are read and sorted, so that a frequent word costs no more than a rare one. */
const READ_OF_KIND = 200;
const MAX_WORDS = 8;

/**
 * Finds records that the caller may see by their name, title, number, code, host or id, in one statement. Records whose title begins
 * with the text come first within their kind.
 * @param text at least two characters; a text without a letter or digit finds nothing
 * @param kind only records of this kind
 * @param perKind maximum number of results of each kind
 */
export async function search(
  { db, actor, now }: Pick<Context, 'db' | 'actor' | 'now'>,
  {
    text,
    kind,
    perKind = RESULTS_PER_KIND,
  }: { text: string; kind?: SearchKind | undefined; perKind?: number | undefined },
): Promise<SearchResult[]> {
  const typed = readTyped(text);
  if (typed === null) return [];
  const kinds = kind === undefined ? SEARCH_KINDS : [kind];
  const parts: SQL[] = [];
  for (const each of kinds) {
    const { columns, from, matches, scope } = FINDERS[each];
    const visible = scope(actor, { now, typed });
    if (visible === null) continue;
    parts.push(sql`(
      SELECT ${SEARCH_KINDS.indexOf(each)}::int AS place, f.* FROM (
        SELECT ${typeof columns === 'function' ? columns(actor) : columns} FROM ${from} WHERE ${matches(typed)} AND ${visible} LIMIT ${READ_OF_KIND}
      ) f ORDER BY lower(f.title) NOT LIKE ${typed.beginning}, lower(f.title), f.id LIMIT ${perKind})`);
  }
  if (parts.length === 0) return [];
  const { rows } = await db.execute<Row>(sql.join(parts, sql` UNION ALL `));
  return rows.map(({ place, agency_id: client_id, campaign_id: offer_id, ...found }) => ({
    kind: SEARCH_KINDS[place]!,
    ...found,
    client_id,
    offer_id,
  }));
}

interface Row extends Record<string, unknown> {
  place: number;
  id: number;
  title: string;
  detail: string | null;
  store_id: number | null;
  agency_id: number | null;
  user_id: number | null;
  campaign_id: number | null;
}

/** Parses the text of a search; null if it contains nothing to search for. */
function readTyped(text: string): Typed | null {
  const exact = text.trim();
  const words = exact.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length === 0) return null;
  return {
    // Quoted, so that no character of a word is an operator of the query.
    words: words
      .slice(0, MAX_WORDS)
      .map((word) => `'${word.replace(/['\\]/g, '$&$&')}':*`)
      .join(' & '),
    beginning: `${exact.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`,
    exact,
    id: parsePathId(exact),
  };
}
