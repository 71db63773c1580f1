import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { keepPicture } from '../../../platform/images/keep-picture.ts';
import type { FileStorage } from '../../../platform/storage/storage.ts';

/** Of a logo as it comes. */
export const MAX_LOGO_BYTES = 100_000;

/**
 * Makes a picture a store's logo.
 * @param file PNG or JPEG, as it came
 * @throws InvalidInput naming `logo` when it is no such picture; Unavailable when the storage does not answer; NotFound
 *   when there is no such store
 */
export async function setLogo(
  { db, now }: Pick<Context, 'db' | 'now'>,
  storage: FileStorage,
  { storeId, file }: { storeId: number; file: Buffer },
): Promise<void> {
  const key = await keepPicture(storage, { folder: 'logos', file, field: 'logo' });
  const { rowCount } = await db.execute(
    sql`UPDATE stores SET logo_key = ${key}, updated_at = ${now().toISOString()} WHERE id = ${storeId}`,
  );
  if (rowCount !== 1) throw new NotFound('store');
}
