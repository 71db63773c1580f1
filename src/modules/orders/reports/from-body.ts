import type { Static } from 'typebox';
import type { GivenLine } from './lines.ts';
import type { OrderReport } from './read-report.ts';
import type { OrderReportBody } from './schemas.ts';

type Body = Static<typeof OrderReportBody>;

const trimmed = (value: string | undefined) => value?.trim() || null;

/** Converts the body of a request to a report. Texts are trimmed, and empty optional fields become null. */
export function reportFromBody(body: Body): Omit<OrderReport, 'storeId' | 'channel' | 'actorId'> {
  return {
    orderId: String(body.order_id).trim(),
    value: String(body.order_value).trim(),
    currency: trimmed(body.currency)?.toUpperCase() ?? null,
    orderAt: body.order_at === undefined ? null : new Date(body.order_at),
    clickId: trimmed(body.tclid),
    voucherCode: trimmed(body.voucher_code),
    lines: body.lines?.map(lineFromBody) ?? null,
    customer: body.customer ?? null,
  };
}

/** Converts a line of a body in the same way. */
export const lineFromBody = (line: NonNullable<Body['lines']>[number]): GivenLine => ({
  sku: line.sku.trim(),
  category: trimmed(line.category),
  quantity: line.quantity,
  price: String(line.price).trim(),
  discount: line.discount === undefined ? null : trimmed(String(line.discount)),
});
