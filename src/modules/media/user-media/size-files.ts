import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { ListedStorage } from '../../../platform/storage/storage.ts';

/**
 * Notes the sizes of files that were uploaded before sizes were stored, so that they count for the limits. A file that is missing in the storage has no bytes.
 * For maintenance.
 * @returns the number of files
 */
export async function sizeFiles(
  db: Database,
  storage: Pick<ListedStorage, 'list'>,
  signal: AbortSignal,
): Promise<number> {
  const { rows } = await db.execute<{ last: number | null }>(
    sql`SELECT max(id) AS last FROM user_media WHERE file_key IS NOT NULL AND bytes IS NULL`,
  );
  const { last } = rows[0]!;
  if (last === null) return 0;
  let sized = 0;
  for await (const files of storage.list('media')) {
    if (signal.aborted) return sized;
    const { rowCount } = await db.execute(sql`
      UPDATE user_media m SET bytes = f.bytes
      FROM unnest(${sql.param(files.map(({ key }) => key))}::text[], ${sql.param(files.map(({ bytes }) => bytes))}::bigint[]) f (key, bytes)
      WHERE m.file_key = f.key AND m.bytes IS NULL`);
    sized += rowCount ?? 0;
  }
  await db.execute(sql`UPDATE user_media SET bytes = 0 WHERE id <= ${last} AND file_key IS NOT NULL AND bytes IS NULL`);
  return sized;
}
