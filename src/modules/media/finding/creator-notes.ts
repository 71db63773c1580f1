import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { belongsTo, isFoundBy, ownerColumns, type Searcher } from './conditions.ts';

interface NoteKey {
  owner: Searcher;
  creatorId: number;
}

/** Writes what a store or an agency notes about a creator, for its members only. @throws NotFound for a creator whom it cannot find */
export async function writeNote(ctx: Context, { owner, creatorId, text }: NoteKey & { text: string }): Promise<void> {
  const { rowCount } = await ctx.db.execute(sql`
    INSERT INTO creator_notes (store_id, agency_id, user_id, text, updated_at)
    SELECT ${ownerColumns(owner)}, l.user_id, ${text}, ${ctx.now().toISOString()}::timestamptz FROM listed_creators l
    WHERE l.user_id = ${creatorId} AND ${isFoundBy(owner)}
    ON CONFLICT (store_id, agency_id, user_id) DO UPDATE SET text = excluded.text, updated_at = excluded.updated_at`);
  if (rowCount === 0) throw new NotFound('creator');
}

/** Removes the note, also about a creator who is no longer listed. Repeating it is not an error. */
export async function removeNote({ db }: Pick<Context, 'db'>, { owner, creatorId }: NoteKey): Promise<void> {
  await db.execute(sql`DELETE FROM creator_notes n WHERE ${belongsTo('n', owner)} AND n.user_id = ${creatorId}`);
}
