import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';

/** Time for which events are kept for replays. Deliveries that have not succeeded by then are not attempted again. */
export const EVENT_DAYS = 30;

/**
 * Takes the oldest events that have not been dispatched, and marks them as dispatched with their positions. Call it in the transaction
 * that creates their deliveries, in one process at a time: events of one subject must be dispatched in order, and positions must be
 * committed in order.
 * @returns the ids of the events, ascending
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
 * Deletes some of the events from before an instant, with all rows that refer to them.
 * @returns the number of deleted events; fewer than `limit` when none are left
 */
export async function purgeEvents(db: Database, { before, limit }: { before: Date; limit: number }): Promise<number> {
  const { rowCount } = await db.execute(sql`
    DELETE FROM event_outbox WHERE id IN (
      SELECT id FROM event_outbox WHERE occurred_at < ${before.toISOString()} ORDER BY occurred_at, id LIMIT ${limit})`);
  return rowCount ?? 0;
}
