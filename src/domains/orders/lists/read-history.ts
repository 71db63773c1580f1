import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { OrderEvent } from '../reports/order-row.ts';

/** One thing that happened to an order. */
export type OrderHistoryEntry = Omit<OrderEvent, 'orderRowId'>;

/** More than this has not happened to an order that anybody looks at. */
const MOST_EVENTS = 200;

/** What has happened to an order, in order. */
export async function readOrderHistory({ db }: Pick<Context, 'db'>, id: number): Promise<OrderHistoryEntry[]> {
  const { rows } = await db.execute<{
    kind: OrderEvent['kind'];
    at: string;
    actor_id: number | null;
    details: OrderEvent['details'];
  }>(
    sql`SELECT kind, at, actor_id, details FROM order_events WHERE order_row_id = ${id} ORDER BY id LIMIT ${MOST_EVENTS}`,
  );
  return rows.map(({ kind, at, actor_id: actorId, details }) => ({ kind, at: new Date(at), actorId, details }));
}
