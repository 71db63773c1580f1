import { sql } from 'drizzle-orm';
import { storeKeyOf } from '../../platform/auth/actor.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { isReceiver } from './dispatch-events.ts';
import { messageIdOf } from './message-id.ts';
import { audienceOf, type NamedOwner, type Owner, resolveOwner } from './owner.ts';

/** Maximum number of events that one request searches, so that a rare kind among millions does not make it slow. */
const WINDOW = 5_000;
/** Interval in which new events are looked for while a request waits. */
const POLL_MS = 500;

/** The selection of events. */
export interface EventReading {
  owner: NamedOwner;
  /** Kinds, groups and `*`, as of a webhook. */
  events: readonly string[];
  /** The position to continue from; undefined: from now. */
  after: number | undefined;
  limit: number;
  /** The maximum time to wait for the first event, in milliseconds. */
  waitMs: number;
  /** Whether the caller no longer waits. */
  isAbandoned: () => boolean;
}

/** An event as its owner may see it. */
interface ReadableEvent {
  messageId: string;
  type: string;
  version: number;
  occurredAt: Date;
  data: Record<string, unknown>;
}

/** Some events, and how to continue. */
export interface EventPage {
  events: readonly ReadableEvent[];
  after: number;
  hasMore: boolean;
}

type EventRow = {
  position: number;
  message_id: string;
  type: string;
  version: number;
  occurred_at: string;
  data: Record<string, unknown>;
};

/**
 * Reads the events of an owner in the order in which they were dispatched: what a webhook of this owner would be sent. A position commits after
 * every lower one, so continuing after one misses no event.
 * @throws InvalidInput, NotFound or Forbidden for an owner that the caller cannot act for
 */
export async function readEvents(ctx: Pick<Context, 'db' | 'actor'>, reading: EventReading): Promise<EventPage> {
  const owner = await resolveOwner(ctx, reading.owner);
  const keyId = storeKeyOf(ctx.actor.userId);
  let after = reading.after ?? (await lastPosition(ctx.db));
  const deadline = performance.now() + reading.waitMs;
  for (;;) {
    const page = await readOnce(ctx.db, { owner, keyId }, { ...reading, after });
    const isOver = performance.now() >= deadline || reading.isAbandoned();
    if (page.events.length > 0 || page.hasMore || isOver) return page;
    after = page.after;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function readOnce(
  db: Database,
  { owner, keyId }: { owner: Owner; keyId: number | null },
  { after, limit, events }: Pick<EventReading, 'limit' | 'events'> & { after: number },
): Promise<EventPage> {
  const { rows: seen } = await db.execute<{ until: number; total: number }>(sql`
    SELECT coalesce(max(s.position), ${after}) AS until, count(*) AS total
    FROM (SELECT position FROM event_outbox WHERE position > ${after} ORDER BY position LIMIT ${WINDOW}) s`);
  const { until, total } = seen[0]!;
  if (total === 0) return { events: [], after, hasMore: false };
  const { storeId, agencyId, userId } = owner;
  const { rows } = await db.execute<EventRow>(sql`
    SELECT e.position, e.message_id, e.type, e.version, e.occurred_at,
      e.data || coalesce(e.private_data -> ${audienceOf(owner)}::text, '{}'::jsonb) AS data
    FROM event_outbox e CROSS JOIN (SELECT 'webhook' AS kind, ${storeId}::bigint AS store_id, ${agencyId}::bigint AS agency_id,
      ${userId}::bigint AS user_id, ${keyId}::bigint AS store_key_id, ${sql.param([...events])}::text[] AS events) w
    WHERE e.position > ${after} AND e.position <= ${until} AND ${isReceiver} ORDER BY e.position LIMIT ${limit}`);
  const isFull = rows.length === limit;
  const reached = isFull ? rows.at(-1)!.position : until;
  return { events: rows.map(eventOf), after: reached, hasMore: reached < until || total === WINDOW };
}

async function lastPosition(db: Database): Promise<number> {
  const { rows } = await db.execute<{ last: number }>(
    sql`SELECT coalesce(max(position), 0) AS last FROM event_outbox WHERE position IS NOT NULL`,
  );
  return rows[0]!.last;
}

const eventOf = (row: EventRow): ReadableEvent => ({
  messageId: messageIdOf(row.message_id),
  type: row.type,
  version: row.version,
  occurredAt: new Date(row.occurred_at),
  data: row.data,
});
