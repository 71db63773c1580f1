import type { Context } from '../../../platform/context.ts';
import { readReports } from '../reports/order-reports.ts';
import { presentOrderWithEvents } from './present.ts';
import { readOrderHistory } from './read-history.ts';
import { readOrder } from './read-orders.ts';

/** Reads an order with its lines, its history and its reports, as it is shown to its store; null when it does not exist. */
export async function showOrder(ctx: Pick<Context, 'db'>, id: number) {
  const order = await readOrder(ctx, id);
  if (order === null) return null;
  return presentOrderWithEvents(order, await readOrderHistory(ctx, id), await readReports(ctx.db, id));
}
