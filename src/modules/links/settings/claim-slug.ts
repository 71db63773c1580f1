import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { readSlug } from './slug.ts';

/** Maximum number of slugs that a link ever has. It is limited because earlier slugs are kept. */
export const MAX_SLUGS_OF_LINK = 10;
/** Maximum number of new slugs of a creator in 24 hours, so that nobody claims popular names in bulk. */
export const MAX_SLUGS_OF_DAY = 30;

/**
 * Gives a link a slug, in the caller's transaction, which has locked the link. An earlier slug of the same link can be taken again.
 * @returns the slug as it is stored
 * @throws InvalidInput naming `slug`; RuleRefused `slug_taken`, `too_many_slugs`
 */
export async function claimSlug(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { linkId, userId, text }: { linkId: number; userId: number; text: string },
): Promise<string> {
  const { slug, fault } = readSlug(text);
  if (slug === null) throw new InvalidInput({ slug: [fault] });
  const at = now().toISOString();
  // New slugs of a creator are serialized, so that the limits are exact.
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`link slugs ${userId}`}, 0))`);
  const { rows } = await db.execute<{ owner: number | null; is_code: boolean; of_link: number; of_day: number }>(sql`
    SELECT (SELECT link_id FROM link_slugs WHERE slug = ${slug}) AS owner,
      EXISTS (SELECT FROM links WHERE code = ${slug}) AS is_code,
      (SELECT count(*) FROM link_slugs WHERE link_id = ${linkId})::int AS of_link,
      (SELECT count(*) FROM link_slugs WHERE user_id = ${userId} AND created_at > ${at}::timestamptz - interval '24 hours')::int AS of_day`);
  const { owner, is_code: isCode, of_link: ofLink, of_day: ofDay } = rows[0]!;
  if (owner === linkId) return slug;
  if (owner !== null || isCode) throw taken(slug);
  if (ofLink >= MAX_SLUGS_OF_LINK)
    throw new RuleRefused(
      'too_many_slugs',
      `A link can have at most ${MAX_SLUGS_OF_LINK} slugs, including earlier ones.`,
    );
  if (ofDay >= MAX_SLUGS_OF_DAY)
    throw new RuleRefused('too_many_slugs', `A creator can choose at most ${MAX_SLUGS_OF_DAY} new slugs in 24 hours.`);
  const { rowCount } = await db.execute(sql`
    INSERT INTO link_slugs (slug, link_id, user_id, created_at) VALUES (${slug}, ${linkId}, ${userId}, ${at}) ON CONFLICT DO NOTHING`);
  // Another request has taken it between the two statements.
  if (rowCount === 0) throw taken(slug);
  return slug;
}

const taken = (slug: string) => new RuleRefused('slug_taken', `The slug ${slug} is taken.`);
