import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import type { Language } from '../../../platform/locale.ts';
import { isFoundBy, type Searcher } from './conditions.ts';
import { type FoundCreator, readFound } from './found-creator.ts';

/** Most creators who are shown as similar. */
export const MAX_SIMILAR = 8;
/** Creators who are compared: the nearest with more followers, and the nearest with fewer. */
const COMPARED = 100;

/**
 * Finds creators who resemble one: of those who share a topic and are nearest by followers, the ones with most in common (topics, country, languages,
 * platforms). Without topics, creators of the same country are compared.
 * @throws NotFound for a creator whom the searcher cannot find
 */
export async function findSimilar(
  { db }: Pick<Context, 'db'>,
  { creatorId, searcher, language }: { creatorId: number; searcher: Searcher; language: Language | null },
): Promise<FoundCreator[]> {
  const { rows: asked } = await db.execute<{
    followers: number;
    /** As texts, as the driver returns the elements of an array. */
    topics: string[];
    languages: string[];
    country: string | null;
    platforms: string[];
  }>(sql`
    SELECT l.followers, l.topics, l.languages, l.country, ARRAY (SELECT c.platform FROM listed_channels c WHERE c.user_id = l.user_id) AS platforms
    FROM listed_creators l WHERE l.user_id = ${creatorId} AND ${isFoundBy(searcher)}`);
  const one = asked[0];
  if (one === undefined) throw new NotFound('creator');
  const topics = sql`${sql.param(one.topics.map(Number))}::bigint[]`;
  const shares = one.topics.length > 0 ? sql`l.topics && ${topics}` : sql`l.country = ${one.country}`;
  const near = (side: SQL, order: SQL) => sql`(
    SELECT l.user_id, l.topics, l.languages, l.country, l.followers FROM listed_creators l
    WHERE ${shares} AND ${side} AND ${isFoundBy(searcher)} ORDER BY ${order} LIMIT ${COMPARED})`;
  const position = sql`(${one.followers}::bigint, ${creatorId}::bigint)`;
  const { rows } = await db.execute<{ user_id: number }>(sql`
    SELECT x.user_id FROM (
      ${near(sql`(l.followers, l.user_id) > ${position}`, sql`l.followers, l.user_id`)} UNION ALL
      ${near(sql`(l.followers, l.user_id) < ${position}`, sql`l.followers DESC, l.user_id DESC`)}
    ) x ORDER BY
      3 * (SELECT count(*) FROM unnest(x.topics) t WHERE t = ANY (${topics}))
      + CASE WHEN x.country = ${one.country} THEN 2 ELSE 0 END
      + (SELECT count(*) FROM unnest(x.languages) t WHERE t = ANY (${sql.param(one.languages)}::text[]))
      + (SELECT count(*) FROM listed_channels c WHERE c.user_id = x.user_id AND c.platform = ANY (${sql.param(one.platforms)}::text[])) DESC,
      abs(ln(1 + x.followers) - ln(1 + ${one.followers}::bigint)), x.user_id
    LIMIT ${MAX_SIMILAR}`);
  return readFound(db, { userIds: rows.map((row) => row.user_id), searcher, language });
}
