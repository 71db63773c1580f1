import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, NotFound } from '../../../platform/errors/errors.ts';
import { type Image, NotAnImage, readImage } from '../../../platform/images/read-image.ts';
import type { FileStorage } from '../../../platform/storage/storage.ts';

/** Of a logo as it comes. */
export const MOST_LOGO_BYTES = 100_000;
/** Longest side, in pixels, of a logo as it is kept. */
const LOGO_SIDE = 1_024;

/**
 * Makes a picture a store's logo. It is stored under the hash of what we made of it, so the same picture is one file,
 * and an address that was given out before goes on showing what it did.
 * @param file PNG or JPEG, as it came
 * @throws InvalidInput naming `logo` when it is no such picture; Unavailable when the storage does not answer; NotFound
 *   when there is no such store
 */
export async function setLogo(
  { db, now }: Pick<Context, 'db' | 'now'>,
  storage: FileStorage,
  { storeId, file }: { storeId: number; file: Buffer },
): Promise<void> {
  const { content, mediaType, extension } = await logoOf(file);
  const key = `logos/${createHash('sha256').update(content).digest('hex')}.${extension}`;
  // First the file, then the row: nobody is told of a file that is not there.
  await storage.put(key, content, mediaType);
  const { rowCount } = await db.execute(
    sql`UPDATE stores SET logo_key = ${key}, updated_at = ${now().toISOString()} WHERE id = ${storeId}`,
  );
  if (rowCount !== 1) throw new NotFound('store');
}

async function logoOf(file: Buffer): Promise<Image> {
  try {
    return await readImage(file, { maxSide: LOGO_SIDE });
  } catch (error) {
    if (error instanceof NotAnImage) throw new InvalidInput({ logo: [error.message] });
    throw error;
  }
}
