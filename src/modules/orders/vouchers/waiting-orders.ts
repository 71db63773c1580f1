import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Money } from '../../../platform/money.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { PERSON_COLUMN, type Person } from '../../accounts/index.ts';
import { ownsCode } from '../attribution/attribute.ts';
import type { OrderStatus } from '../reports/order-row.ts';

/** An order that names a code which belonged to nobody when the order was reported. */
export interface WaitingOrder {
  /** Our id of the order. */
  id: number;
  orderId: string;
  status: OrderStatus;
  orderAt: Date;
  /** As the store reported it, less refunds. */
  value: Money;
  /** The code as it was reported. */
  code: string;
  /** The creator to whom the order is offered. */
  user: Person;
}

/**
 * The orders of a store that name the code of a voucher and belong to nobody, newest first. Each is offered to the creator to whom the code belonged when the
 * order was placed, otherwise to the creator of the voucher. A user decides (`attributeByHand`).
 */
export async function listWaitingOrders(
  { db }: Pick<Context, 'db'>,
  { voucherId, storeId }: { voucherId: number; storeId: number },
  page: PageRequest,
): Promise<Page<WaitingOrder>> {
  const owner = ownsCode({ storeId, code: sql`n.code`, at: sql`o.order_at` });
  const { items, total } = await readPage<{
    id: number;
    order_id: string;
    status: OrderStatus;
    order_at: string;
    minor: number;
    currency: string;
    code: string;
    user: Person;
  }>(
    db,
    {
      columns: sql`o.id, o.order_id, o.status, o.order_at, o.original_minor - o.original_refunded_minor AS minor, o.original_currency AS currency, n.code,
        ${PERSON_COLUMN} AS "user"`,
      from: sql`vouchers w
        JOIN orders o ON o.store_id = w.store_id AND o.event_kind_id IS NULL AND o.unattributed_reason = 'unknown_voucher' AND o.status <> 'denied'
        CROSS JOIN LATERAL (
          SELECT btrim(c.code) AS code FROM unnest(string_to_array(coalesce(o.reported_codes, o.voucher_code), ',')) WITH ORDINALITY AS c (code, place)
          WHERE code_key(c.code) = w.code_key ORDER BY c.place LIMIT 1) n
        JOIN users u ON u.id = coalesce((SELECT v.user_id FROM vouchers v WHERE ${owner} ORDER BY v.id LIMIT 1), w.user_id)
        WHERE w.id = ${voucherId} AND w.store_id = ${storeId}`,
      order: sql`o.id DESC`,
    },
    page,
  );
  return {
    total,
    items: items.map((row) => ({
      id: row.id,
      orderId: row.order_id,
      status: row.status,
      orderAt: new Date(row.order_at),
      value: { minor: row.minor, currency: row.currency },
      code: row.code,
      user: row.user,
    })),
  };
}
