import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Customer } from '../../campaigns/index.ts';
import type { OrderLine } from '../reports/lines.ts';
import { readReports } from '../reports/order-reports.ts';
import { presentOrderWithEvents } from './present.ts';
import { readOrderHistory } from './read-history.ts';
import { readOrder } from './read-orders.ts';

/** Reads an order with its lines, its history and its reports, as it is shown to its store; null when it does not exist. */
export async function showOrder(ctx: Pick<Context, 'db'>, id: number) {
  const order = await readOrder(ctx, id);
  if (order === null) return null;
  const { rows } = await ctx.db.execute<{ lines: OrderLine[] | null; customer: Customer | null }>(
    sql`SELECT lines, customer FROM orders WHERE id = ${id}`,
  );
  const history = await readOrderHistory(ctx, id);
  return presentOrderWithEvents({ ...order, ...rows[0]! }, history, await readReports(ctx.db, id));
}
