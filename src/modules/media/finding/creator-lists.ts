import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { belongsTo, isFoundBy, ownerColumns, type Searcher } from './conditions.ts';

/** Most lists of a store or an agency. */
export const MAX_LISTS = 100;
/** Most creators of a list. */
export const MAX_MEMBERS = 1_000;

/** A list of creators that a store or an agency keeps. */
export interface CreatorList {
  id: number;
  name: string;
  /** Those whom the owner finds now. */
  creators: number;
}

interface ListKey {
  owner: Searcher;
  listId: number;
}

type ListRow = { id: number; name: string; creators: number };

/** Reads the lists of a store or an agency by name. */
export function readLists({ db }: Pick<Context, 'db'>, owner: Searcher): Promise<CreatorList[]> {
  return readWhere(db, owner, sql`true`);
}

async function readWhere(db: Database, owner: Searcher, condition: SQL): Promise<CreatorList[]> {
  const { rows } = await db.execute<ListRow>(sql`
    SELECT x.id, x.name, (SELECT count(*)::int FROM creator_list_members m JOIN listed_creators l ON l.user_id = m.user_id
      WHERE m.list_id = x.id AND ${isFoundBy(owner)}) AS creators
    FROM creator_lists x WHERE ${belongsTo('x', owner)} AND ${condition} ORDER BY lower(x.name), x.id LIMIT ${MAX_LISTS}`);
  return rows;
}

async function readList(db: Database, { owner, listId }: ListKey): Promise<CreatorList> {
  const [found] = await readWhere(db, owner, sql`x.id = ${listId}`);
  if (found === undefined) throw new NotFound('list');
  return found;
}

/** Creates a list. @throws InvalidInput naming `name` when another list has it; RuleRefused `too_many_lists` */
export async function createList(
  ctx: Context,
  { owner, name }: { owner: Searcher; name: string },
): Promise<CreatorList> {
  return ctx.db.transaction(async (tx) => {
    await lockLists(tx, owner);
    const lists = await readLists({ db: tx }, owner);
    if (lists.length >= MAX_LISTS) throw new RuleRefused('too_many_lists', `There can be at most ${MAX_LISTS} lists.`);
    await refuseTaken(tx, { owner, name });
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO creator_lists (store_id, agency_id, name, created_at) VALUES (${ownerColumns(owner)}, ${name}, ${ctx.now().toISOString()}) RETURNING id`);
    return readList(tx, { owner, listId: rows[0]!.id });
  });
}

/** Renames a list. @throws NotFound; InvalidInput naming `name` when another list has it */
export async function renameList(ctx: Context, { name, ...key }: ListKey & { name: string }): Promise<CreatorList> {
  return ctx.db.transaction(async (tx) => {
    await lockLists(tx, key.owner);
    await readList(tx, key);
    await refuseTaken(tx, { ...key, name });
    await tx.execute(sql`UPDATE creator_lists SET name = ${name} WHERE id = ${key.listId}`);
    return readList(tx, key);
  });
}

/** Deletes a list with its members. @throws NotFound */
export async function deleteList({ db }: Pick<Context, 'db'>, { owner, listId }: ListKey): Promise<void> {
  const { rowCount } = await db.execute(
    sql`DELETE FROM creator_lists x WHERE x.id = ${listId} AND ${belongsTo('x', owner)}`,
  );
  if (rowCount === 0) throw new NotFound('list');
}

/**
 * Adds creators to a list. Those whom the owner cannot find are skipped, as if they did not exist.
 * @returns the list, and the skipped ids
 * @throws NotFound; RuleRefused `list_full`
 */
export async function addMembers(
  ctx: Context,
  { userIds, ...key }: ListKey & { userIds: readonly number[] },
): Promise<{ list: CreatorList; skippedUserIds: number[] }> {
  return ctx.db.transaction(async (tx) => {
    await lockLists(tx, key.owner);
    await readList(tx, key);
    const { rows } = await tx.execute<{ user_id: number }>(sql`
      SELECT l.user_id FROM listed_creators l WHERE l.user_id = ANY (${sql.param([...userIds])}::bigint[]) AND ${isFoundBy(key.owner)} ORDER BY l.user_id`);
    const known = rows.map((row) => row.user_id);
    await tx.execute(sql`
      INSERT INTO creator_list_members (list_id, user_id, added_at)
      SELECT ${key.listId}, id, ${ctx.now().toISOString()} FROM unnest(${sql.param(known)}::bigint[]) AS id ORDER BY id ON CONFLICT DO NOTHING`);
    const { rows: counted } = await tx.execute<{ n: number }>(
      sql`SELECT count(*)::int AS n FROM creator_list_members WHERE list_id = ${key.listId}`,
    );
    if (counted[0]!.n > MAX_MEMBERS) throw new RuleRefused('list_full', `A list has at most ${MAX_MEMBERS} creators.`);
    const found = new Set(known);
    return { list: await readList(tx, key), skippedUserIds: [...new Set(userIds)].filter((id) => !found.has(id)) };
  });
}

/** Removes a creator from a list. Repeating it is not an error. @throws NotFound when the owner has no such list */
export async function removeMember(
  { db }: Pick<Context, 'db'>,
  { creatorId, ...key }: ListKey & { creatorId: number },
): Promise<void> {
  await readList(db, key);
  await db.execute(sql`DELETE FROM creator_list_members WHERE list_id = ${key.listId} AND user_id = ${creatorId}`);
}

async function refuseTaken(
  tx: Database,
  { owner, name, listId = 0 }: { owner: Searcher; name: string; listId?: number },
): Promise<void> {
  const { rows } = await tx.execute(
    sql`SELECT FROM creator_lists x WHERE ${belongsTo('x', owner)} AND lower(x.name) = lower(${name}) AND x.id <> ${listId}`,
  );
  if (rows.length > 0) throw new InvalidInput({ name: ['has already been taken'] });
}

/** Lists of one owner are changed one after another, so that their limits are exact. */
const lockLists = (tx: Database, { kind, id }: Searcher) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`creator lists of ${kind} ${id}`}, 0))`);
