import { sql } from 'drizzle-orm';
import { Type } from 'typebox';
import type { Database } from '../../platform/database/database.ts';
import { eventId, eventKind } from '../../platform/events/event-kind.ts';
import { publish } from '../../platform/events/publish.ts';
import { dateTime, id } from '../../platform/http/fields.ts';

const link = {
  id: id(),
  code: Type.String({ description: 'The last part of the tracked URL.' }),
  original_url: Type.String({ description: 'Where it leads.' }),
  title: Type.String(),
  store_id: id(),
  user_id: eventId('The creator.'),
  created_at: dateTime(),
};

export const LINK_EVENTS = {
  created: eventKind('link.created', 'A creator created a tracked link.', link),
};

/** Publishes events with the current state of links. Call it in the transaction that wrote them. */
export async function publishLinks(
  tx: Database,
  kind: keyof typeof LINK_EVENTS,
  { ids, at }: { ids: readonly number[]; at: Date },
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await tx.execute<{
    id: number;
    code: string;
    url: string;
    title: string;
    store_id: number;
    user_id: number;
    agency_id: number | null;
    created_at: string;
  }>(sql`
    SELECT l.id, l.code, l.url, l.title, l.store_id, l.user_id, u.agency_id, l.created_at
    FROM links l JOIN users u ON u.id = l.user_id WHERE l.id = ANY (${sql.param([...ids])}::bigint[]) ORDER BY l.id`);
  const events = rows.map((row) => ({
    subject: `link/${row.id}`,
    storeId: row.store_id,
    userId: row.user_id,
    agencyId: row.agency_id,
    data: {
      id: row.id,
      code: row.code,
      original_url: row.url,
      title: row.title,
      store_id: row.store_id,
      user_id: row.user_id,
      created_at: new Date(row.created_at).toISOString(),
    },
  }));
  await publish(tx, LINK_EVENTS[kind], at, events);
}
