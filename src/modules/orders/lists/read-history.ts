import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { OrderEvent } from '../reports/order-row.ts';

/** One event in the history of an order. */
export type OrderHistoryEntry = Omit<OrderEvent, 'orderRowId'> & { actorName: string | null };

/** Maximum number of entries that are read; real orders have fewer. */
const MAX_EVENTS = 200;

/** The history of an order, in order. */
export async function readOrderHistory({ db }: Pick<Context, 'db'>, id: number): Promise<OrderHistoryEntry[]> {
  const { rows } = await db.execute<{
    kind: OrderEvent['kind'];
    at: string;
    actor_id: number | null;
    actor_name: string | null;
    details: OrderEvent['details'];
  }>(
    sql`SELECT e.kind, e.at, e.actor_id, u.public_name AS actor_name, e.details FROM order_events e LEFT JOIN users u ON u.id = e.actor_id
      WHERE e.order_row_id = ${id} ORDER BY e.id LIMIT ${MAX_EVENTS}`,
  );
  return rows.map(({ kind, at, actor_id: actorId, actor_name: actorName, details }) => ({
    kind,
    at: new Date(at),
    actorId,
    actorName,
    details,
  }));
}
