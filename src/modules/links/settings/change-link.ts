import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, NotFound } from '../../../platform/errors/errors.ts';
import { actedBy, writeAudit } from '../../accounts/index.ts';
import { matchUrl } from '../match-url.ts';
import type { StoreIndex } from '../matching/index.ts';
import { claimSlug } from './claim-slug.ts';
import { type LinkSettings, readLinkSettings } from './read-settings.ts';

export const MAX_TAG_LENGTH = 40;

/** The changed settings of a link; omitted settings remain. */
export interface LinkChange {
  /** Null: the URL shows the code again. The slug still redirects. */
  slug?: string | null | undefined;
  title?: string | undefined;
  /** All tags of the link after the change. */
  tags?: readonly string[] | undefined;
  archived?: boolean | undefined;
  expiresAt?: Date | null | undefined;
  /** A page of the link's store. */
  expiredUrl?: string | null | undefined;
}

interface LinkRow extends Record<string, unknown> {
  user_id: number;
  store_id: number;
}

/**
 * Changes the settings of a link, all or nothing.
 * @throws NotFound when there is no such link; InvalidInput naming `slug`, `tags` or `expired_url`; RuleRefused `slug_taken`, `too_many_slugs`
 */
export async function changeLink(
  ctx: Context,
  index: StoreIndex,
  { linkId, ...change }: LinkChange & { linkId: number },
): Promise<LinkSettings> {
  return ctx.db.transaction(async (tx) => {
    const context = { ...ctx, db: tx };
    const link = await lockLink(tx, linkId);
    const changed = await assignments(context, index, { linkId, link, change });
    if (changed.length > 0) {
      await tx.execute(sql`UPDATE links SET ${sql.join(changed, sql`, `)} WHERE id = ${linkId}`);
      await writeAudit(tx, {
        ...actedBy(ctx.actor, {
          changed: Object.keys(change).filter((key) => change[key as keyof LinkChange] !== undefined),
        }),
        action: 'link.changed',
        subjectKind: 'link',
        subjectId: linkId,
      });
    }
    return readLinkSettings(context, linkId);
  });
}

/** Locks a link for a change, in the caller's transaction. @throws NotFound */
export async function lockLink(tx: Context['db'], linkId: number): Promise<LinkRow> {
  const { rows } = await tx.execute<LinkRow>(
    sql`SELECT user_id, store_id FROM links WHERE id = ${linkId} FOR NO KEY UPDATE`,
  );
  const link = rows[0];
  if (link === undefined) throw new NotFound('affiliate link');
  return link;
}

async function assignments(
  ctx: Context,
  index: StoreIndex,
  { linkId, link, change }: { linkId: number; link: LinkRow; change: LinkChange },
): Promise<SQL[]> {
  const { slug, title, tags, archived, expiresAt, expiredUrl } = change;
  const all: SQL[] = [];
  if (title !== undefined) all.push(sql`title = ${title.trim()}`);
  if (tags !== undefined) all.push(sql`tags = ${sql.param(readTags(tags))}::text[]`);
  if (archived === true) all.push(sql`archived_at = coalesce(archived_at, ${ctx.now().toISOString()})`);
  if (archived === false) all.push(sql`archived_at = NULL`);
  if (expiresAt !== undefined) all.push(sql`expires_at = ${expiresAt === null ? null : expiresAt.toISOString()}`);
  if (expiredUrl !== undefined)
    all.push(sql`expired_url = ${expiredUrl === null ? null : await pageOfStore(ctx, index, link, expiredUrl)}`);
  if (slug === null) all.push(sql`slug = NULL`);
  else if (slug !== undefined)
    all.push(sql`slug = ${await claimSlug(ctx, { linkId, userId: link.user_id, text: slug })}`);
  return all;
}

/**
 * Reads a page of the link's own store. With any other address, creators could make the platform redirect to any site.
 * @returns the normalized URL
 */
async function pageOfStore(ctx: Context, index: StoreIndex, link: LinkRow, text: string): Promise<string> {
  const options = { storeId: link.store_id, ignoreVisibility: true };
  const { result, url, storeIds } = await matchUrl(ctx, index, { text, userId: link.user_id, options });
  if (result !== 'single_advertiser' || url === null || storeIds[0] !== link.store_id)
    throw new InvalidInput({ expired_url: ['must be a page of the link’s store to which links can be made'] });
  return url;
}

/** Tags are case-insensitive, and duplicates are removed. */
function readTags(tags: readonly string[]): string[] {
  const read = [...new Set(tags.map(readTag))];
  if (read.includes('')) throw new InvalidInput({ tags: ['must not contain an empty tag'] });
  return read;
}

/** Returns a tag in the form that is stored and searched. */
export const readTag = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();
