import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';

/** Time for which events are kept for replays. Deliveries that have not succeeded by then are not attempted again. */
export const EVENT_DAYS = 30;

/**
 * Takes the oldest events that have not been dispatched, and marks them so, with their positions. Call it in the transaction that makes their
 * deliveries, in one process at a time: events of one subject must be dispatched in order, and positions must commit in theirs.
 * @returns their ids, ascending
 */
export async function takeWaitingEvents(
  tx: Database,
  { at, limit }: { at: Date; limit: number },
): Promise<readonly number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    WITH taken AS (SELECT id, nextval('event_positions') AS position
      FROM (SELECT id FROM event_outbox WHERE dispatched_at IS NULL ORDER BY id LIMIT ${limit}) waiting),
    marked AS (UPDATE event_outbox e SET dispatched_at = ${at.toISOString()}, position = t.position FROM taken t WHERE e.id = t.id RETURNING e.id)
    SELECT id FROM marked ORDER BY id`);
  return rows.map(({ id }) => id);
}

/**
 * Removes some of the events of before an instant, with whatever refers to them.
 * @returns how many; fewer than `limit` when no more are left
 */
export async function purgeEvents(db: Database, { before, limit }: { before: Date; limit: number }): Promise<number> {
  const { rowCount } = await db.execute(sql`
    DELETE FROM event_outbox WHERE id IN (
      SELECT id FROM event_outbox WHERE occurred_at < ${before.toISOString()} ORDER BY occurred_at, id LIMIT ${limit})`);
  return rowCount ?? 0;
}
