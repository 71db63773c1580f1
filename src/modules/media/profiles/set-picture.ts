import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { STORED_PICTURE_SIDE } from '../../../platform/http/upload-limits.ts';
import { requirePicture } from '../../../platform/images/keep-picture.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { removeFile } from '../../../platform/storage/remove-file.ts';
import type { FileStorage } from '../../../platform/storage/storage.ts';
import { writeAudit } from '../../accounts/index.ts';
import { lockProfile } from './profile.ts';

/**
 * Sets or removes the picture of a creator. The file has a random name and belongs to this profile alone, so that it can be deleted with it.
 * @param file PNG or JPEG, as it was uploaded; null: none
 * @throws InvalidInput naming `picture` when it is not such a picture; Unavailable when the storage does not reply
 */
export async function setProfilePicture(
  ctx: Context,
  storage: FileStorage,
  { userId, file }: { userId: number; file: Buffer | null },
): Promise<void> {
  const key = file === null ? null : await store(storage, file);
  const at = ctx.now().toISOString();
  await ctx.db.transaction(async (tx) => {
    const { pictureKey: former } = await lockProfile({ db: tx }, userId);
    await tx.execute(sql`
      INSERT INTO creator_profiles (user_id, picture_key, updated_at) VALUES (${userId}, ${key}, ${at})
      ON CONFLICT (user_id) DO UPDATE SET picture_key = excluded.picture_key, updated_at = excluded.updated_at`);
    if (former !== null) await enqueue(tx, removeFile, { key: former });
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'user.updated',
      subjectKind: 'user',
      subjectId: userId,
      details: { fields: ['picture'] },
    });
  });
}

/** A file that no profile refers to, because the transaction fails, is removed by maintenance. */
async function store(storage: FileStorage, file: Buffer): Promise<string> {
  const { content, mediaType, extension } = await requirePicture(file, {
    field: 'picture',
    maxSide: STORED_PICTURE_SIDE,
  });
  const key = `media/${randomBytes(32).toString('hex')}.${extension}`;
  await storage.put(key, content, mediaType);
  return key;
}
