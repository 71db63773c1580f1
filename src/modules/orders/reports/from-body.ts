import type { Static } from 'typebox';
import type { OrderReport } from './read-report.ts';
import type { OrderReportBody } from './schemas.ts';

/** Converts a body to a report. Stores send empty fields for missing values. */
export function reportFromBody(
  body: Static<typeof OrderReportBody>,
): Omit<OrderReport, 'storeId' | 'channel' | 'actorId'> {
  const trimmed = (value: string | undefined) => value?.trim() || null;
  return {
    orderId: String(body.order_id).trim(),
    value: String(body.order_value).trim(),
    currency: trimmed(body.currency)?.toUpperCase() ?? null,
    orderAt: body.order_at === undefined ? null : new Date(body.order_at),
    clickId: trimmed(body.tclid),
    voucherCode: trimmed(body.voucher_code),
    lines:
      body.lines?.map((line) => ({
        sku: line.sku.trim(),
        category: trimmed(line.category),
        quantity: line.quantity,
        price: String(line.price).trim(),
        discount: line.discount === undefined ? null : trimmed(String(line.discount)),
      })) ?? null,
    customer: body.customer ?? null,
  };
}
