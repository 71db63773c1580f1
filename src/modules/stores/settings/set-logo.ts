import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { keepPicture } from '../../../platform/images/keep-picture.ts';
import type { FileStorage } from '../../../platform/storage/storage.ts';

/** Maximum size of an uploaded logo. */
export const MAX_LOGO_BYTES = 100_000;

/**
 * Sets a store's logo.
 * @param file PNG or JPEG, as it was uploaded
 * @throws InvalidInput naming `logo` when it is not such a picture; Unavailable when the storage does not reply; NotFound when
 *   the store does not exist
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
