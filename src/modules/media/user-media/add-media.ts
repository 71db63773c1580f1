import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import type { UploadLimits } from '../../../platform/http/upload-guard.ts';
import { lockKeptFiles, userAccess } from '../../accounts/index.ts';
import type { MediaDeps } from '../deps.ts';
import type { MediaKind } from '../kinds.ts';
import { requireBudget } from './file-budget.ts';
import { takeLink } from './links.ts';
import { findMedia, type MediaRow } from './media-row.ts';
import { type ReadFile, readMediaFile } from './read-file.ts';

/** Maximum number of uploaded files per creator. */
export const MAX_FILES = 2_000;

export interface NewMedia {
  userId: number;
  file: Buffer;
  /** Derived from the file by default. */
  kind?: 'social' | 'shortvideo' | 'image' | undefined;
  /** A link of the creator. */
  linkId?: number | undefined;
  showStore: boolean;
}

/**
 * Stores a picture or video of a creator. Each upload is a separate file even with equal content, so that it can be deleted.
 * @throws NotFound for a user that the caller may not act for; RuleRefused `user_suspended`, `too_many_media`, `upload_limit`; InvalidInput
 *   naming `file`, `media_type` or `tag_id`; Unavailable when the storage does not reply
 */
export async function addMedia(
  ctx: Context,
  { storage, uploadLimits }: Pick<MediaDeps, 'storage' | 'uploadLimits'>,
  media: NewMedia,
): Promise<MediaRow> {
  await requireCreator(ctx, media.userId);
  const file = await readMediaFile(media.file);
  const bytes = file.content.length;
  // Before the file is written; the insertion checks it exactly.
  await requireBudget(ctx, { userId: media.userId, bytes, limits: uploadLimits });
  const kind = kindOf(file, media.kind);
  const key = `media/${randomBytes(32).toString('hex')}.${file.extension}`;
  await storage.put(key, file.content, file.mediaType);
  try {
    const kept = { ...media, kind, key, contentType: file.mediaType, bytes, limits: uploadLimits };
    return await insertMedia(ctx, kept);
  } catch (error) {
    await storage.delete(key).catch((err) => ctx.log.warn({ err, key }, 'an unreferenced file could not be removed'));
    throw error;
  }
}

async function requireCreator({ db, actor }: Context, userId: number): Promise<void> {
  const { rows } = await db.execute<{ agency_id: number | null; is_suspended: boolean }>(sql`
    SELECT agency_id, suspended_at IS NOT NULL AS is_suspended FROM users WHERE id = ${userId} AND erased_at IS NULL`);
  const user = rows[0];
  if (user === undefined || userAccess(actor, { id: userId, agencyId: user.agency_id }) !== 'allow')
    throw new NotFound('user');
  if (user.is_suspended) throw new RuleRefused('user_suspended', 'The creator is suspended.');
}

function kindOf({ extension }: ReadFile, wanted: MediaKind | undefined): MediaKind {
  const fitting: readonly MediaKind[] = extension === 'mp4' ? ['shortvideo', 'social'] : ['social', 'image'];
  const kind = wanted ?? fitting[0]!;
  if (!fitting.includes(kind))
    throw new InvalidInput({ media_type: [`must be ${fitting.join(' or ')} for this file`] });
  return kind;
}

interface Kept extends Omit<NewMedia, 'file' | 'kind'> {
  kind: MediaKind;
  key: string;
  contentType: string;
  /** The size of the file. */
  bytes: number;
  limits: UploadLimits;
}

async function insertMedia(
  ctx: Context,
  { userId, linkId, showStore, kind, key, contentType, bytes, limits }: Kept,
): Promise<MediaRow> {
  const at = ctx.now().toISOString();
  return ctx.db.transaction(async (db) => {
    // Serialized, so that the limits are exact: the total of all accounts, then the files of the creator.
    await lockKeptFiles(db);
    const { rows: creators } = await db.execute<{ username: string }>(
      sql`SELECT username FROM users WHERE id = ${userId} FOR NO KEY UPDATE`,
    );
    const { rows } = await db.execute<{ files: number; account: string | null }>(sql`
      SELECT (SELECT count(*) FROM user_media WHERE user_id = ${userId} AND file_key IS NOT NULL) AS files,
        (SELECT identifier FROM social_accounts WHERE user_id = ${userId} AND type = 'social' AND is_theirs ORDER BY id LIMIT 1) AS account`);
    const { files, account } = rows[0]!;
    if (files >= MAX_FILES)
      throw new RuleRefused('too_many_media', `A creator may have at most ${MAX_FILES} files; delete some first.`);
    await requireBudget({ db }, { userId, bytes, limits });
    const storeId = linkId === undefined ? null : await takeLink({ db }, { linkId, userId });
    const inserted = await db.execute<{ id: number }>(sql`
      INSERT INTO user_media (user_id, store_id, link_id, media_type, username, show_store, content_type, file_key, bytes, created_at, updated_at)
      VALUES (${userId}, ${storeId}, ${linkId ?? null}, ${kind}, ${account ?? creators[0]!.username}, ${showStore},
        ${contentType}, ${key}, ${bytes}, ${at}, ${at}) RETURNING id`);
    return (await findMedia({ db }, inserted.rows[0]!.id))!;
  });
}
