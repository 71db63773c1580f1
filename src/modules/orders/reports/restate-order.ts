import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { Customer } from '../../campaigns/index.ts';
import type { Reason } from '../attribution/reasons.ts';
import { publishOrders } from '../events.ts';
import { disagree, reportsFollowed } from './disagree.ts';
import { hasSameLines, linesValue, type ReportedLine } from './lines.ts';
import { notifyOfReports } from './mail-dispute.ts';
import type { OrderReportRow } from './order-reports.ts';
import { ATTRIBUTION_COLUMNS, attributionValues, type OrderRow, refundOf, writeOrderEvent } from './order-row.ts';
import type { SellingStore } from './selling-store.ts';
import { type Settlement, settle } from './settle.ts';
import { TRUST, trustOf } from './trust.ts';
import { withinCredit } from './within-credit.ts';

/** The input of `restateOrder`. */
interface Restatement {
  store: SellingStore;
  /** Locked. */
  order: OrderRow;
  /** The counting reports, by time of arrival; only the selected one if a user has resolved the order. At least one. */
  reports: readonly OrderReportRow[];
  /** The cause, for the order's history. */
  cause: { kind: 'amended' | 'attributed' | 'resolved'; actorId: number | null; channel: string | null };
  now: Date;
}

/**
 * Recomputes an order from its reports. If they agree, the order follows the most trusted ones: reports of the store replace
 * those of its pages, and pages add what the store did not report. If they contradict each other, the order is disputed: it is not attributed until a
 * user selects a report.
 * @returns whether anything has changed
 */
export async function restateOrder(tx: Database, restatement: Restatement): Promise<boolean> {
  const { store, order, reports, cause, now } = restatement;
  if (disagree(reports)) return dispute(tx, restatement);
  const claim = claimOf(reports, order);
  const { placed, settlement } = await settleClaim(tx, store, claim, order);
  const written = await withinCredit(tx, settlement, async (inside, covered) => {
    const sets = [...valueChanges(order, claim, placed, covered), ...ownerChanges(order, claim, covered, store)];
    if (sets.length === 0) return null;
    await inside.execute(
      sql`UPDATE orders SET ${sql.join(sets, sql`, `)}, updated_at = ${now.toISOString()} WHERE id = ${order.id}`,
    );
    return covered;
  });
  if (written === null) return false;
  await writeOrderEvent(tx, {
    ...{ orderRowId: order.id, kind: cause.kind, actorId: cause.actorId, at: now },
    details: { ...(cause.channel === null ? {} : { channel: cause.channel }), attribution: written.attribution.by },
  });
  await publishOrders(tx, 'updated', { ids: [order.id], at: now });
  return true;
}

async function dispute(tx: Database, { store, order, cause, now }: Restatement): Promise<boolean> {
  if (order.reason === 'disputed') return false;
  const nobodys = attributionValues({ by: 'none', reason: 'disputed' });
  await tx.execute(sql`
    UPDATE orders SET (${ATTRIBUTION_COLUMNS}) = (SELECT ${nobodys}), updated_at = ${now.toISOString()} WHERE id = ${order.id}`);
  const event = { orderRowId: order.id, kind: 'disputed' as const, actorId: cause.actorId, at: now };
  await writeOrderEvent(tx, { ...event, details: cause.channel === null ? {} : { channel: cause.channel } });
  await publishOrders(tx, 'updated', { ids: [order.id], at: now });
  await notifyOfReports(tx, { storeId: store.id, now, news: 'disputed' });
  return true;
}

/** The combined content of reports that agree. */
interface Claim {
  lead: OrderReportRow;
  reportedClick: boolean;
  clickId: string | null;
  /** The reported codes, separated by commas. */
  voucherCode: string | null;
  /** The time of the order according to the report that names the click. */
  clickReport: OrderReportRow | null;
  originalMinor: number;
  originalCurrency: string;
  /** If a page reported the click: when the order was first reported; null: the store reported the click. */
  knownSince: Date | null;
  /** Only the store reports lines and the kind of customer, so they have the value that the store reported. */
  lines: readonly ReportedLine[] | null;
  customer: Customer | null;
}

function claimOf(reports: readonly OrderReportRow[], order: OrderRow): Claim {
  // Sorted by trust, then by time of arrival.
  const followed = [...reportsFollowed(reports)].sort((a, b) => trustOf(b) - trustOf(a) || a.id - b.id);
  const lead = followed[0]!;
  const clickReport = followed.find(({ reportedClick }) => reportedClick) ?? null;
  const isShops = clickReport !== null && trustOf(clickReport) === TRUST.shop;
  // A refund refers to the current value and lines, so they do not change after a refund.
  const isRefunded = order.originalRefundedMinor > 0;
  const { originalMinor, originalCurrency } = isRefunded ? order : lead;
  const lined = followed.find(({ lines }) => lines !== null);
  return {
    lead,
    clickReport,
    reportedClick: clickReport !== null,
    clickId: clickReport?.clickId ?? null,
    voucherCode: followed.find(({ voucherCode }) => voucherCode !== null)?.voucherCode ?? null,
    ...{ originalMinor, originalCurrency },
    lines: isRefunded ? order.lines : (lined?.lines ?? null),
    customer: followed.find(({ customer }) => customer !== null)?.customer ?? null,
    knownSince: isShops ? null : new Date(Math.min(...followed.map(({ at }) => at.getTime()))),
  };
}

type Placed = Pick<OrderRow, 'orderAt' | 'day'>;

/** The time of an order is the one that the store reports, otherwise that of the first report, but not before a click that the store reports. */
async function settleClaim(
  tx: Database,
  store: SellingStore,
  claim: Claim,
  order: OrderRow,
): Promise<{ placed: Placed; settlement: Settlement }> {
  const settleAt = async (placed: Placed) => ({
    placed: { orderAt: placed.orderAt, day: placed.day },
    settlement: await settle(
      tx,
      { ...store, attributionRule: order.attributionRule },
      { ...claim, orderAt: placed.orderAt, day: placed.day },
    ),
  });
  const isFirst =
    order.resolvedReportId === claim.lead.id || (claim.lead.isDated && trustOf(claim.lead) === TRUST.shop);
  const settled = await settleAt(isFirst ? claim.lead : order);
  const { clickReport, knownSince } = claim;
  if (clickReport === null || knownSince !== null || reasonOf(settled.settlement) !== 'click_after_order')
    return settled;
  return settleAt(clickReport);
}

function valueChanges(order: OrderRow, claim: Claim, placed: Placed, { valueMinor, attribution }: Settlement): SQL[] {
  const sets: SQL[] = [];
  const { originalMinor, originalCurrency } = claim;
  const isWorthOther = originalMinor !== order.originalMinor || originalCurrency !== order.originalCurrency;
  const hasRate = attribution.by !== 'none' || attribution.reason !== 'no_exchange_rate';
  if (placed.orderAt.getTime() !== order.orderAt.getTime())
    sets.push(sql`order_at = ${placed.orderAt.toISOString()}, day = ${placed.day}`);
  if (!hasSameLines(claim.lines, order.lines)) sets.push(sql`lines = ${linesValue(claim.lines)}`);
  if (claim.customer !== order.customer) sets.push(sql`customer = ${claim.customer}`);
  if (isWorthOther) sets.push(sql`original_minor = ${originalMinor}, original_currency = ${originalCurrency}`);
  // An order that was not attributed because no exchange rate existed, or before the store's rules applied, may have no value yet.
  const wantsValue = order.valueMinor === 0 && valueMinor > 0 && hasRate;
  if (isWorthOther || placed.day !== order.day || wantsValue)
    sets.push(
      sql`value_minor = ${valueMinor}, refunded_minor = ${refundOf(sql`${valueMinor}`, sql`original_refunded_minor`)}`,
    );
  return sets;
}

/** Reasons that remove an order's attribution although its click and voucher are unchanged. */
const TAKING: readonly (Reason | null)[] = ['value_limit', 'own_store', 'no_exchange_rate', 'credit_limit'];

function ownerChanges(order: OrderRow, claim: Claim, settlement: Settlement, { maySpend }: SellingStore): SQL[] {
  const sets: SQL[] = [];
  const { attribution, voucherCode } = settlement;
  const linkId = attribution.by === 'none' ? null : attribution.linkId;
  const isOther =
    attribution.by !== order.attribution || linkId !== order.linkId || reasonOf(settlement) !== order.reason;
  // The attribution keeps the conditions of its time: a voucher deleted later, or a creator blocked later, changes nothing.
  const isKept =
    order.attribution !== 'none' &&
    maySpend &&
    claim.clickId === order.clickId &&
    claim.voucherCode === order.reportedCodes &&
    !TAKING.includes(reasonOf(settlement));
  if ((isOther && !isKept) || claim.clickId !== order.clickId)
    sets.push(sql`(${ATTRIBUTION_COLUMNS}) = (SELECT ${attributionValues(attribution)})`);
  if (claim.clickId !== order.clickId) sets.push(sql`click_id = ${claim.clickId}::uuid`);
  if (claim.voucherCode !== order.reportedCodes)
    sets.push(
      sql`voucher_code = ${voucherCode}, reported_codes = nullif(${claim.voucherCode}::text, ${voucherCode}::text)`,
    );
  if (claim.lead.channel !== order.channel) sets.push(sql`channel = ${claim.lead.channel}`);
  if (claim.lead.signed !== order.signed) sets.push(sql`signed = ${claim.lead.signed}`);
  return sets;
}

const reasonOf = ({ attribution }: Settlement) => (attribution.by === 'none' ? attribution.reason : null);
