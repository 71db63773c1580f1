import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';

/**
 * Uses a link of the creator on a medium. Its kind in statistics becomes `tag`.
 * @returns the link's store
 * @throws InvalidInput naming `tag_id` when it is not a link of the creator
 */
export async function takeLink(
  { db }: Pick<Context, 'db'>,
  { linkId, userId }: { linkId: number; userId: number },
): Promise<number> {
  const { rows } = await db.execute<{ store_id: number }>(
    sql`UPDATE links SET kind = 'tag' WHERE id = ${linkId} AND user_id = ${userId} RETURNING store_id`,
  );
  if (rows[0] === undefined) throw new InvalidInput({ tag_id: ['must be the id of a link of the creator’s'] });
  return rows[0].store_id;
}
