import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import type { OrderRow } from '../reports/order-row.ts';
import { isInClosedMonth } from './closed-month.ts';
import type { Program } from './program.ts';

/** The latest decision about an order `o`: a status, or a void by an administrator. Denials before version 0.1.0 do not name the plugin. */
export const LATEST_DECISION = sql`SELECT e.kind, e.actor_id, e.at, e.details ->> 'to' AS status,
  coalesce(e.details ->> 'channel', CASE WHEN e.details ? 'store_key_id' THEN 'server' ELSE 'shop_plugin' END) AS program
  FROM order_events e WHERE e.order_row_id = o.id AND e.kind IN ('status', 'voided', 'void_undone') ORDER BY e.id DESC LIMIT 1`;

/** A condition over `LATEST_DECISION` as `d`: a program has denied the order. */
export const deniedBy = (program: Program) =>
  sql`d.kind = 'status' AND d.actor_id IS NULL AND d.status = 'denied' AND d.program = ${program}`;

/** Whether an order was denied last by this program, and not by a user or by a void. */
export async function isOwnDenial(tx: Database, { id }: Pick<OrderRow, 'id'>, program: Program): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    SELECT FROM orders o CROSS JOIN LATERAL (${LATEST_DECISION}) d WHERE o.id = ${id} AND ${deniedBy(program)}`);
  return rows.length > 0;
}

/** @throws RuleRefused `month_closed` */
export async function refuseClosedMonth(tx: Database, { day }: Pick<OrderRow, 'day'>): Promise<void> {
  if (await isInClosedMonth(tx, day))
    throw new RuleRefused('month_closed', 'The month of the order is closed: its denial can no longer be undone.');
}
