import { legacyTime } from '../../../platform/legacy-values.ts';
import { type Money, minorToMajor, moneyObject } from '../../../platform/money.ts';
import { trackedUrl } from '../../links/index.ts';
import { isUnresolved } from '../attribution/reasons.ts';
import { splitCodes } from '../reports/codes.ts';
import type { OrderLine, ReportedLine } from '../reports/lines.ts';
import type { OrderReportRow } from '../reports/order-reports.ts';
import type { OrderHistoryEntry } from './read-history.ts';
import type { Order } from './read-orders.ts';

/** The value of an order less its refunds, in the reported currency. */
const left = ({ value, refunded }: Order): Money => ({
  minor: Number(value.minor) - Number(refunded.minor),
  currency: value.currency,
});

/** Why an order was denied. An order that is pending again after a denial has no reason. */
function presentDenial({ status, denial }: Order) {
  if (status !== 'denied') return { denial_reason: null, denial_note: null };
  return { denial_reason: denial?.reason ?? ('unstated' as const), denial_note: denial?.note ?? null };
}

export function presentOrder(order: Order) {
  return {
    id: order.id,
    store_id: order.store.id,
    order_id: order.orderId,
    channel: order.channel,
    status: order.status,
    unresolved: order.status === 'pending' && isUnresolved(order.reason),
    contradicted_at: order.contradictedAt?.toISOString() ?? null,
    order_at: order.orderAt.toISOString(),
    decide_by: order.decideBy?.toISOString() ?? null,
    extension_reason: order.extensionReason,
    ...presentDenial(order),
    value: moneyObject(order.value),
    refunded: moneyObject(order.refunded),
    net_value: moneyObject(order.netValue),
    voucher_code: order.voucherCode,
    attribution: order.attribution,
    unattributed_reason: order.reason,
    click_id: order.clickId,
    affiliate_link_id: order.linkId,
    user: order.user,
    offer_id: order.campaignId,
    offer_title: order.campaignTitle,
    cost: moneyObject(order.cost),
    earnings: moneyObject(order.earnings),
    created_at: order.createdAt.toISOString(),
    updated_at: order.updatedAt.toISOString(),
  };
}

export function presentOrderWithEvents(
  order: Order,
  history: readonly OrderHistoryEntry[],
  reports: readonly OrderReportRow[],
) {
  const events = history.map(({ kind, at, actorId, actorName, details }) => ({
    kind,
    at: at.toISOString(),
    actor_id: actorId,
    actor_name: actorName,
    details,
  }));
  const { customer } = order;
  const lines = order.lines?.map((line, index) => presentLine(line, index, order.value.currency)) ?? null;
  const codes = splitCodes(order.reportedCodes);
  return { ...presentOrder(order), voucher_codes: codes, customer, lines, events, reports: reports.map(presentReport) };
}

export function presentLine(line: OrderLine, index: number, currency: string) {
  return {
    line: index + 1,
    ...presentReportedLine(line, currency),
    refunded: moneyObject({ minor: line.refunded_minor, currency }),
    refunded_quantity: line.refunded_quantity,
    rule: line.rule,
    cpa: line.cpa_ppm / 1_000_000,
    invoice_cpa: line.invoice_cpa_ppm / 1_000_000,
  };
}

const presentReportedLine = ({ sku, category, quantity, value_minor: minor }: ReportedLine, currency: string) => ({
  sku,
  category,
  quantity,
  value: moneyObject({ minor, currency }),
});

function presentReport(report: OrderReportRow) {
  return {
    id: report.id,
    channel: report.channel,
    signed: report.signed,
    counts: report.counts,
    at: report.at.toISOString(),
    order_at: report.orderAt.toISOString(),
    value: moneyObject({ minor: report.originalMinor, currency: report.originalCurrency }),
    click_reported: report.reportedClick,
    click_id: report.clickId,
    voucher_code: splitCodes(report.voucherCode)[0] ?? null,
    voucher_codes: splitCodes(report.voucherCode),
    customer: report.customer,
    lines: report.lines?.map((line) => presentReportedLine(line, report.originalCurrency)) ?? null,
    actor_id: report.actorId,
  };
}

/** A creator sees the own earnings, link and voucher, but not the store's costs and order numbers. */
export function presentCreatorOrder(publicUrl: string, order: Order) {
  const { title, code } = order.link!;
  return {
    id: order.id,
    store: order.store,
    status: order.status,
    order_at: order.orderAt.toISOString(),
    decide_by: order.decideBy?.toISOString() ?? null,
    extension_reason: order.extensionReason,
    ...presentDenial(order),
    net_value: moneyObject(order.netValue),
    earnings: moneyObject(order.earnings),
    // Without an attribution, an order is nobody's.
    attribution: order.attribution as 'click' | 'voucher' | 'customer' | 'manual',
    voucher_code: order.attribution === 'voucher' ? order.voucherCode : null,
    affiliate_link_id: order.linkId!,
    affiliate_link: { title, url: trackedUrl(publicUrl, code) },
    offer_id: order.campaignId,
    offer_title: order.campaignTitle,
  };
}

/** Present only for attributed orders. */
export function presentLegacyOrder(order: Order) {
  return {
    id: order.id,
    user_id: order.user!.id,
    username: order.user!.username,
    order_id: order.orderId,
    order_at: legacyTime(order.orderAt),
    order_value: minorToMajor(left(order)),
    currency: order.value.currency,
    voucher_code: order.voucherCode,
    status: order.status,
    updated_at: legacyTime(order.updatedAt),
  };
}
