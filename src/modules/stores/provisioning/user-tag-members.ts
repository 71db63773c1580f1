import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { lockRecord, note, readRecord } from '../../accounts/index.ts';
import { USER_TAGS } from './user-tags.ts';
import { PEOPLE } from './users.ts';

/**
 * Adds a tag to a person; repeating it changes nothing.
 * @throws NotFound for the tag or the user
 */
export async function addToTag(ctx: Context, tagId: number, userId: number): Promise<void> {
  await ctx.db.transaction(async (db) => {
    await holdBoth({ db }, tagId, userId);
    const { rowCount } = await db.execute(sql`
      INSERT INTO user_tag_members (user_tag_id, user_id, created_at) VALUES (${tagId}, ${userId}, ${ctx.now()})
      ON CONFLICT DO NOTHING`);
    if (rowCount === 1) await note({ ...ctx, db }, PEOPLE.kind, 'tag_added', userId, { user_tag_id: tagId });
  });
}

/**
 * Removes a tag from a person, also if the person does not have it.
 * @throws NotFound for the tag or the user
 */
export async function removeFromTag(ctx: Context, tagId: number, userId: number): Promise<void> {
  await ctx.db.transaction(async (db) => {
    await holdBoth({ db }, tagId, userId);
    const { rowCount } = await db.execute(
      sql`DELETE FROM user_tag_members WHERE user_tag_id = ${tagId} AND user_id = ${userId}`,
    );
    if (rowCount === 1) await note({ ...ctx, db }, PEOPLE.kind, 'tag_removed', userId, { user_tag_id: tagId });
  });
}

/** Both rows are locked until the commit, the person first, as in every write of a person's tags, so that no deadlock occurs. */
async function holdBoth({ db }: Pick<Context, 'db'>, tagId: number, userId: number): Promise<void> {
  await lockRecord({ db }, PEOPLE, userId);
  await readRecord({ db }, PEOPLE, userId);
  await db.execute(sql`SELECT FROM user_tags WHERE id = ${tagId} FOR KEY SHARE`);
  await readRecord({ db }, USER_TAGS, tagId);
}
