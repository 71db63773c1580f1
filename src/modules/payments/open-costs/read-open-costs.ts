import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { FIRST_OPEN } from '../periods/closable-months.ts';

/** The amounts that a store owes for an open month; minor units of the store's currency, before VAT. */
export interface OpenMonth {
  /** `YYYY-MM` */
  month: string;
  clicks: OpenCost;
  /** Approved orders. */
  commission: OpenCost;
  oneTime: OpenCost;
  /** Pending orders: their cost if all of them are approved. */
  pending: OpenCost;
}

interface OpenCost {
  quantity: number;
  costMinor: number;
}

const KINDS = { clicks: 'clicks', commission: 'commission', one_time: 'oneTime', pending: 'pending' } as const;

/**
 * Reads the costs of a store for each month since the last closed one, always including the current month. Later changes of a closed
 * month are booked by the next closing and are not included.
 * @param month the current month, `YYYY-MM`
 */
export async function readOpenCosts(
  { db }: Pick<Context, 'db'>,
  { storeId, month }: { storeId: number; month: string },
): Promise<OpenMonth[]> {
  const end = sql`${`${month}-01`}::date + interval '1 month'`;
  const { rows } = await db.execute<{
    month: string;
    kind: keyof typeof KINDS;
    quantity: number;
    cost_minor: number;
  }>(sql`
    SELECT to_char(o.day, 'YYYY-MM') AS month, o.kind, sum(o.quantity)::bigint AS quantity, sum(o.cost_minor)::bigint AS cost_minor FROM (
      SELECT day, origin_kind AS kind, quantity, cost_minor FROM owed WHERE store_id = ${storeId}
      UNION ALL
      SELECT day, 'pending', 1, cost_minor FROM orders
      WHERE store_id = ${storeId} AND status = 'pending' AND counts AND link_id IS NOT NULL
    ) o WHERE o.day >= ${FIRST_OPEN} AND o.day < ${end}
    GROUP BY 1, 2`);
  const months = new Map<string, OpenMonth>([[month, nothingIn(month)]]);
  for (const row of rows) {
    const open = months.get(row.month) ?? nothingIn(row.month);
    open[KINDS[row.kind]] = { quantity: row.quantity, costMinor: row.cost_minor };
    months.set(row.month, open);
  }
  return [...months.values()].sort((one, other) => (one.month < other.month ? 1 : -1));
}

function nothingIn(month: string): OpenMonth {
  const none = { quantity: 0, costMinor: 0 };
  return { month, clicks: none, commission: none, oneTime: none, pending: none };
}
