import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';

/** A table of memberships: a row states that a user has, or acts for, a record. */
interface Relationship {
  table: string;
  column: string;
  /** The table of the records. */
  things: string;
}

/** The tags that a person has, the stores that they are a member of, the agencies that they represent. */
export const RELATIONSHIPS = {
  tags: { table: 'user_tag_members', column: 'user_tag_id', things: 'user_tags' },
  stores: { table: 'store_members', column: 'store_id', things: 'stores' },
  clients: { table: 'agency_members', column: 'agency_id', things: 'agencies' },
} as const satisfies Record<string, Relationship>;

/** The added and the removed ids. */
export interface RelationshipChange {
  added: number[];
  removed: number[];
}

/**
 * Replaces a person's memberships by exactly these; existing ones are unchanged. The caller holds the lock of the person's row.
 */
export async function replaceRelationships(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { table, column, things }: Relationship,
  userId: number,
  ids: readonly number[],
): Promise<RelationshipChange> {
  const [relationships, id, kept] = [sql.identifier(table), sql.identifier(column), sql`${sql.param(ids)}::bigint[]`];
  const removed = await db.execute<{ id: number }>(
    sql`DELETE FROM ${relationships} WHERE user_id = ${userId} AND ${id} <> ALL (${kept}) RETURNING ${id} AS id`,
  );
  // Read with a lock, so that a concurrently deleted record is skipped.
  const added = await db.execute<{ id: number }>(sql`
    WITH things AS MATERIALIZED (SELECT id FROM ${sql.identifier(things)} WHERE id = ANY (${kept}) ORDER BY id FOR KEY SHARE)
    INSERT INTO ${relationships} (user_id, ${id}, created_at) SELECT ${userId}, id, ${now()} FROM things
    ON CONFLICT DO NOTHING RETURNING ${id} AS id`);
  return { added: sorted(added.rows), removed: sorted(removed.rows) };
}

function sorted(rows: { id: number }[]): number[] {
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}
