import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';

/** Without a reported order for this long, a store's tracking counts as silent. */
export const SILENT_AFTER_DAYS = 7;
const DAY_MS = 86_400_000;

/** Open tasks of a store's staff; minor units of the given currency. */
export interface StoreWaiting {
  /** Creators whose application to a campaign awaits a decision. */
  applications: number;
  /** Orders through a link that are neither approved nor denied, and their cost if all are approved. */
  pendingOrders: { orders: number; costMinor: number };
  /** Unpaid invoices by currency. */
  openInvoices: { invoices: number; currency: string; totalMinor: number; firstDueOn: string }[];
  /** Time of the last reported order, through any channel; null: never. */
  lastOrderReportedAt: Date | null;
  isSilent: boolean;
}

type Row = {
  applications: number;
  orders: number;
  cost_minor: string;
  last_reported_at: string | null;
};

type InvoiceRow = { invoices: number; currency: string; total_minor: number; first_due_on: string };

/** Cost: in proportion to the store's undecided orders, its open campaigns' participants and its invoices. */
export async function storeWaiting({ db, now }: Pick<Context, 'db' | 'now'>, storeId: number): Promise<StoreWaiting> {
  const { rows } = await db.execute<Row>(sql`
    SELECT
      (SELECT count(*) FROM participants p JOIN campaigns o ON o.id = p.campaign_id
        WHERE o.store_id = ${storeId} AND o.deleted_at IS NULL AND p.status = 'applied') AS applications,
      pending.orders, pending.cost_minor,
      greatest((SELECT max(c.last_seen_at) FROM order_collectors c WHERE c.store_id = ${storeId}),
        (SELECT o.created_at FROM orders o WHERE o.store_id = ${storeId} ORDER BY o.day DESC, o.id DESC LIMIT 1)) AS last_reported_at
    FROM (SELECT count(*) AS orders, coalesce(sum(cost_minor), 0) AS cost_minor
      FROM orders WHERE store_id = ${storeId} AND status = 'pending' AND link_id IS NOT NULL) pending`);
  const open = await db.execute<InvoiceRow>(sql`
    SELECT count(*) AS invoices, currency, sum(open_minor)::bigint AS total_minor, min(payment_date)::text AS first_due_on
    FROM invoices WHERE store_id = ${storeId} AND kind = 'store' AND paid_at IS NULL GROUP BY currency ORDER BY currency`);
  const row = rows[0]!;
  const lastOrderReportedAt = row.last_reported_at === null ? null : new Date(row.last_reported_at);
  return {
    applications: row.applications,
    pendingOrders: { orders: row.orders, costMinor: Number(row.cost_minor) },
    openInvoices: open.rows.map((one) => ({
      invoices: one.invoices,
      currency: one.currency,
      totalMinor: one.total_minor,
      firstDueOn: one.first_due_on,
    })),
    lastOrderReportedAt,
    isSilent:
      lastOrderReportedAt === null || now().getTime() - lastOrderReportedAt.getTime() > SILENT_AFTER_DAYS * DAY_MS,
  };
}
