import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { isNotBlocked } from './conditions.ts';

interface NoteKey {
  storeId: number;
  creatorId: number;
}

/** Writes what a store notes about a creator, for its members only. @throws NotFound for a creator whom the store cannot find */
export async function writeNote(ctx: Context, { storeId, creatorId, text }: NoteKey & { text: string }): Promise<void> {
  const { rowCount } = await ctx.db.execute(sql`
    INSERT INTO creator_notes (store_id, user_id, text, updated_at)
    SELECT ${storeId}, l.user_id, ${text}, ${ctx.now().toISOString()} FROM listed_creators l WHERE l.user_id = ${creatorId} AND ${isNotBlocked(storeId)}
    ON CONFLICT (store_id, user_id) DO UPDATE SET text = excluded.text, updated_at = excluded.updated_at`);
  if (rowCount === 0) throw new NotFound('creator');
}

/** Removes the note of a store, also about a creator who is no longer listed. Repeating it is not an error. */
export async function removeNote({ db }: Pick<Context, 'db'>, { storeId, creatorId }: NoteKey): Promise<void> {
  await db.execute(sql`DELETE FROM creator_notes WHERE store_id = ${storeId} AND user_id = ${creatorId}`);
}
