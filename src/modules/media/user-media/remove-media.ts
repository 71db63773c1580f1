import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { removeFile } from '../../../platform/storage/remove-file.ts';

/**
 * Deletes a medium. An uploaded file is removed soon afterwards. The link on it keeps working.
 * @throws NotFound when it was deleted meanwhile
 */
export async function removeMedia({ db }: Pick<Context, 'db'>, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ file_key: string | null }>(
      sql`DELETE FROM user_media WHERE id = ${id} RETURNING file_key`,
    );
    if (rows[0] === undefined) throw new NotFound('user media');
    const { file_key: key } = rows[0];
    if (key !== null) await enqueue(tx, removeFile, { key });
  });
}
