import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import type { EventAudience, EventData, EventKind } from './event-kind.ts';

/** An event to publish. */
export interface NewEvent<Kind extends EventKind> {
  /** The subject, such as `order/123`. Events of one subject reach a receiver in the order of publication. */
  subject: string;
  /** The owners that may receive the event. The platform receives every event unless `isForPlatform` is false. */
  storeId?: number | null;
  agencyId?: number | null;
  userId?: number | null;
  isForPlatform?: boolean;
  /** Fields for all receivers. */
  data: Partial<EventData<Kind>>;
  /** Further fields for one kind of receiver. */
  privateData?: Partial<Record<EventAudience, Partial<EventData<Kind>>>>;
}

/**
 * Reports events of one kind. Call it in the transaction of the change, after the subject's row is locked. The events are committed
 * with the change, so no event is lost and none reports a change that was rolled back.
 * @param at when it happened
 * @returns the ids of the events, in their order
 */
export async function publish<Kind extends EventKind>(
  tx: Database,
  { type, version }: Kind,
  at: Date,
  events: readonly NewEvent<Kind>[],
): Promise<number[]> {
  if (events.length === 0) return [];
  const rows = events.map((event) => ({
    subject: event.subject,
    store_id: event.storeId ?? null,
    agency_id: event.agencyId ?? null,
    user_id: event.userId ?? null,
    for_platform: event.isForPlatform ?? true,
    data: event.data,
    private_data: event.privateData ?? {},
  }));
  const { rows: written } = await tx.execute<{ id: number }>(sql`
    INSERT INTO event_outbox (type, version, subject, store_id, agency_id, user_id, for_platform, data, private_data, occurred_at)
    SELECT ${type}, ${version}, e.subject, e.store_id, e.agency_id, e.user_id, e.for_platform, e.data, e.private_data, ${at.toISOString()}
    FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS (subject text, store_id bigint, agency_id bigint, user_id bigint,
      for_platform boolean, data jsonb, private_data jsonb)) WITH ORDINALITY AS e
      (subject, store_id, agency_id, user_id, for_platform, data, private_data, n)
    ORDER BY e.n RETURNING id`);
  return written.map(({ id }) => id);
}
