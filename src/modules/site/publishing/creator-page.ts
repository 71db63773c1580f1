import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { listPageLinks, type PageLink, replacePageLinks } from './page-links.ts';

/** The public page of a creator. */
export interface CreatorPage {
  isPublic: boolean;
  /** Whether the page can be seen now: not of a suspended creator. */
  isShown: boolean;
  /** The name in the address; null: not chosen yet. */
  name: string | null;
  showsRates: boolean;
  /** In the creator's order, also those that are not shown at present. */
  links: PageLink[];
}

/** Condition over `creator_pages p` and `users u`: the page can be seen. */
export const isCreatorShown = sql`p.is_public AND u.suspended_at IS NULL AND u.erased_at IS NULL`;

/** Reads the public page of a creator, who must exist. */
export async function readCreatorPage(ctx: Pick<Context, 'db' | 'now'>, userId: number): Promise<CreatorPage> {
  const { rows } = await ctx.db.execute<{
    name: string;
    is_public: boolean;
    is_shown: boolean;
    shows_rates: boolean;
  }>(sql`
    SELECT p.name, p.is_public, ${isCreatorShown} AS is_shown, p.shows_rates
    FROM creator_pages p JOIN users u ON u.id = p.user_id WHERE p.user_id = ${userId}`);
  const row = rows[0];
  if (row === undefined) return { isPublic: false, isShown: false, name: null, showsRates: false, links: [] };
  return {
    isPublic: row.is_public,
    isShown: row.is_shown,
    name: row.name,
    showsRates: row.shows_rates,
    links: await listPageLinks(ctx, userId),
  };
}

/**
 * Publishes or hides the page of a creator. What is not given is unchanged.
 * @param change `name`: the name in the address. `links`: the ids of links of the creator, in their order
 * @throws InvalidInput naming `name`, when a page has none, or `links` (`replacePageLinks`); RuleRefused `name_taken` when another creator has it
 */
export async function publishCreatorPage(
  ctx: Pick<Context, 'db' | 'actor' | 'now'>,
  userId: number,
  change: {
    isPublic: boolean;
    name?: string | undefined;
    showsRates?: boolean | undefined;
    links?: readonly number[] | undefined;
  },
): Promise<CreatorPage> {
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`);
    const before = await readCreatorPage({ ...ctx, db: tx }, userId);
    const { isPublic, name = before.name, showsRates = before.showsRates, links } = change;
    // Links without a page would be lost silently.
    const needsName = isPublic || (links !== undefined && links.length > 0);
    if (name === null && needsName) throw new InvalidInput({ name: ['is required'] });
    if (name === null) return before;
    // Two creators who choose the same name at once wait here for each other.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`creator page ${name}`}, 0))`);
    const { rows } = await tx.execute(sql`SELECT FROM creator_pages WHERE name = ${name} AND user_id <> ${userId}`);
    if (rows.length > 0) throw new RuleRefused('name_taken', 'Another creator has this name. Choose another one.');
    await tx.execute(sql`
      INSERT INTO creator_pages (user_id, name, is_public, shows_rates, published_at)
      VALUES (${userId}, ${name}, ${isPublic}, ${showsRates}, ${ctx.now().toISOString()})
      ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, is_public = excluded.is_public, shows_rates = excluded.shows_rates,
        published_at = CASE WHEN creator_pages.is_public THEN creator_pages.published_at ELSE excluded.published_at END`);
    if (links !== undefined) await replacePageLinks(tx, userId, links);
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'user.public_page_changed',
      subjectKind: 'user',
      subjectId: userId,
      details: { is_public: isPublic, ...(links !== undefined && { links }) },
    });
    return readCreatorPage({ ...ctx, db: tx }, userId);
  });
}
