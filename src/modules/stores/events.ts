import { sql } from 'drizzle-orm';
import { Type } from 'typebox';
import type { Database } from '../../platform/database/database.ts';
import { eventKind } from '../../platform/events/event-kind.ts';
import { publish } from '../../platform/events/publish.ts';
import { id } from '../../platform/http/fields.ts';

const store = {
  id: id(),
  name: Type.String(),
  is_active: Type.Boolean({ description: 'Whether the store is active; the links of an inactive store earn nothing.' }),
  is_hidden: Type.Boolean({ description: 'Whether creators do not see it.' }),
};

export const STORE_EVENTS = {
  registered: eventKind('store.registered', 'A store was registered.', store),
  updated: eventKind('store.updated', 'A store’s prices, domains, categories or visibility changed.', store),
  activated: eventKind('store.activated', 'A store takes part again.', store),
  deactivated: eventKind('store.deactivated', 'A store was deactivated.', store),
};

/** Publishes that a store has changed, to the store and the platform. Call it in the transaction that changed it, which holds its row. */
export async function publishStore(
  tx: Database,
  kind: keyof typeof STORE_EVENTS,
  { storeId, at }: { storeId: number; at: Date },
): Promise<void> {
  const { rows } = await tx.execute<{ name: string; is_active: boolean; hidden: boolean }>(
    sql`SELECT name, deactivated_at IS NULL AS is_active, hidden FROM stores WHERE id = ${storeId}`,
  );
  const events = rows.map((row) => ({
    subject: `store/${storeId}`,
    storeId,
    data: { id: storeId, name: row.name, is_active: row.is_active, is_hidden: row.hidden },
  }));
  await publish(tx, STORE_EVENTS[kind], at, events);
}
