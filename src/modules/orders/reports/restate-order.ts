import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { toDecimalString } from '../../../platform/money.ts';
import type { Customer } from '../../campaigns/index.ts';
import { readRulesAt } from '../../stores/index.ts';
import { findOwners } from '../attribution/owners.ts';
import type { Precedence } from '../attribution/precedence.ts';
import type { Reason } from '../attribution/reasons.ts';
import { bindOrSettleAgain } from '../customers/settle-again.ts';
import { publishOrders } from '../events.ts';
import { disagree, statementsFollowed } from './disagree.ts';
import { hasSameLines, linesValue, type ReportedLine } from './lines.ts';
import { notifyOfReports } from './mail-dispute.ts';
import type { OrderReportRow } from './order-reports.ts';
import {
  ATTRIBUTION_COLUMNS,
  attributionValues,
  type OrderRow,
  RULE_COLUMNS,
  readTerms,
  refundOf,
  ruleValues,
  writeOrderEvent,
} from './order-row.ts';
import type { SellingStore } from './selling-store.ts';
import { type Settlement, settle } from './settle.ts';
import { byTrust, type Statement, statementsOf, worth } from './statements.ts';
import { TRUST, trustOf } from './trust.ts';
import { withinCredit } from './within-credit.ts';

/** The input of `restateOrder`. */
interface Restatement {
  store: SellingStore;
  /** Locked. */
  order: OrderRow;
  /** The reports that it follows (`reportsHeld`). At least one. */
  reports: readonly OrderReportRow[];
  /** The cause, for the order's history. */
  cause: { kind: 'amended' | 'attributed' | 'resolved'; actorId: number | null; channel: string | null };
  /** Whether a report has added its customer, so that the rates of the customer's programme apply; false by default. */
  isCompleted?: boolean;
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
  const { statements } = await readStatements(tx, order, reports);
  if (order.attribution === 'manual') {
    // A user has decided whose the order is; only the store's own statement of its value counts from then on.
    const isStores = trustOf(claimOf(statements, order).lead) === TRUST.shop;
    if (!isStores || disagree(statements)) return false;
  } else if (disagree(statements)) return dispute(tx, restatement);
  const claim = claimOf(statements, order);
  const { placed, settlement: settled, click } = await settleClaim(tx, store, claim, order);
  const settlement = order.attribution === 'manual' ? await keptByHand(tx, order, settled) : settled;
  const written = await withinCredit(tx, settlement, async (inside, covered) => {
    const traced = { ...claim, clickId: click?.report.clickId ?? null };
    const isRerated = hasOtherRate(restatement, placed, covered);
    const isSame =
      !isRerated &&
      store.maySpend &&
      isPaidAsBefore(order, { statements, settlement: covered, clickId: traced.clickId });
    const sets = [
      ...valueChanges(order, claim, placed, covered),
      ...(isSame
        ? [...namedClick(order, traced, covered), ...codeChanges(order, claim, covered)]
        : ownerChanges(order, traced, covered, { maySpend: store.maySpend, isRerated })),
      ...sourceChanges(order, claim.lead),
    ];
    if (sets.length === 0) return null;
    await inside.execute(
      sql`UPDATE orders SET ${sql.join(sets, sql`, `)}, updated_at = ${now.toISOString()} WHERE id = ${order.id}`,
    );
    return covered;
  });
  const isBinding =
    order.customerHash !== null && (restatement.isCompleted || (written !== null && userOf(written) !== order.userId));
  if (isBinding)
    await bindOrSettleAgain(tx, {
      orderId: order.id,
      settlement: written ?? settlement,
      now,
      again: async () => (await settleClaim(tx, store, claim, order)).settlement,
    });
  if (written === null) return false;
  await writeOrderEvent(tx, {
    orderRowId: order.id,
    kind: cause.kind,
    actorId: cause.actorId,
    at: now,
    details: {
      ...(cause.channel === null ? {} : { channel: cause.channel }),
      attribution: written.attribution.by,
      ...valueChanged(order, claim),
    },
  });
  await publishOrders(tx, 'updated', { ids: [order.id], at: now });
  return true;
}

/**
 * Combines reports of an order by their sources, with the creators to whom their traces belong by the rules under which the order was placed.
 * @param reports by arrival
 */
export async function readStatements(
  db: Database,
  { storeId, orderAt, orderRulesId }: Pick<OrderRow, 'storeId' | 'orderAt' | 'orderRulesId'>,
  reports: readonly OrderReportRow[],
): Promise<{ statements: Statement[]; precedence: Precedence }> {
  const rules = await readRulesAt(db, { storeId, at: orderAt, keptVersion: orderRulesId });
  const owners = await findOwners(db, { storeId, orderAt, rules }, reports);
  return { statements: statementsOf(reports, owners), precedence: owners.precedence };
}

/** The change of the reported value, for the history; empty if it is the same. */
export function valueChanged(order: OrderRow, stated: StatedValue): { from_value?: string; to_value?: string } {
  if (worth(stated) === worth(order)) return {};
  const words = ({ originalMinor: minor, originalCurrency: currency }: StatedValue) =>
    `${toDecimalString({ minor, currency })} ${currency}`;
  return { from_value: words(order), to_value: words(stated) };
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

/** The value of an order as it is reported. */
type StatedValue = Pick<Statement, 'originalMinor' | 'originalCurrency'>;

/** A report that names a click. */
interface ClickReport {
  report: OrderReportRow;
  /** If a page reported the click: when the order was first reported; null: the store reported the click. */
  knownSince: Date | null;
}

/** The combined content of statements that agree. */
export interface Claim extends StatedValue {
  lead: Statement;
  /** The reports that name a click; clicks that belong to a creator, who is the same for all of them, come first. */
  clicks: readonly ClickReport[];
  /** The reported codes, separated by commas. */
  voucherCode: string | null;
  /** Whether only unsigned pages name its clicks and codes. */
  isUnproven: boolean;
  /** When the first of the followed reports arrived. */
  knownSince: Date;
  /** Only the store reports lines and the kind of customer, so they have the value that the store reported. */
  lines: readonly ReportedLine[] | null;
  customer: Customer | null;
}

/** Combines the statements that an order follows. */
export function claimOf(statements: readonly Statement[], order: OrderRow): Claim {
  const followed = byTrust(statementsFollowed(statements));
  const lead = followed[0]!;
  // A refund refers to the current value and lines, so they do not change after a refund.
  const isRefunded = order.originalRefundedMinor > 0;
  const { originalMinor, originalCurrency } = isRefunded ? order : lead;
  const coded = followed.find(({ voucherCode }) => voucherCode !== null);
  const traced = followed.filter((one) => one.clickReports.length > 0 || one === coded);
  const knownSince = new Date(Math.min(...followed.map(({ at }) => at.getTime())));
  return {
    lead,
    originalMinor,
    originalCurrency,
    knownSince,
    clicks: [...followed]
      .sort((a, b) => b.clickOwners.size - a.clickOwners.size)
      .flatMap((statement) =>
        statement.clickReports.map((report) => ({
          report,
          knownSince: trustOf(statement) === TRUST.shop ? null : knownSince,
        })),
      ),
    voucherCode: coded?.voucherCode ?? null,
    isUnproven: traced.length > 0 && traced.every((one) => trustOf(one) === TRUST.page),
    lines: isRefunded ? order.lines : (followed.find(({ lines }) => lines !== null)?.lines ?? null),
    customer: followed.find(({ customer }) => customer !== null)?.customer ?? null,
  };
}

type Placed = Pick<OrderRow, 'orderAt' | 'day'>;

interface SettledClaim {
  placed: Placed;
  settlement: Settlement;
  /** The click that counts; the first one if none does; null without one. */
  click: ClickReport | null;
}

/**
 * Settles a claim by the first of its clicks to which the order can be attributed. Several clicks are rare, and at most as many as reports. Traces that only
 * unsigned pages name, which anybody can send, take no order from the creator to whom its customer is bound.
 */
async function settleClaim(tx: Database, store: SellingStore, claim: Claim, order: OrderRow): Promise<SettledClaim> {
  const byFirst = await settleByClick(tx, { store, claim, order, click: claim.clicks[0] ?? null });
  if (claim.isUnproven && order.customerHash !== null) {
    const untraced = { ...claim, voucherCode: null };
    const bound = await settleByClick(tx, { store, claim: untraced, order, click: null });
    const { voucherCode } = byFirst.settlement;
    if (bound.settlement.attribution.by === 'customer')
      return { ...bound, settlement: { ...bound.settlement, voucherCode }, click: byFirst.click };
  }
  if (byFirst.settlement.attribution.by === 'click') return byFirst;
  for (const click of claim.clicks.slice(1)) {
    const settled = await settleByClick(tx, { store, claim, order, click });
    if (settled.settlement.attribution.by === 'click') return settled;
  }
  return byFirst;
}

/** The time of an order is the one that the store reports, otherwise that of the first report, but not before a click that the store reports. */
async function settleByClick(
  tx: Database,
  { store, claim, order, click }: { store: SellingStore; claim: Claim; order: OrderRow; click: ClickReport | null },
): Promise<SettledClaim> {
  const { voucherCode, originalMinor, originalCurrency, lead } = claim;
  const settleAt = async ({ orderAt, day }: Placed) => ({
    placed: { orderAt, day },
    click,
    settlement: await settle(tx, store, {
      originalMinor,
      originalCurrency,
      orderAt,
      day,
      voucherCode,
      clickId: click?.report.clickId ?? null,
      reportedClick: click !== null,
      knownSince: click === null ? claim.knownSince : click.knownSince,
      ownWindowDays: order.ownWindowDays,
      customer:
        order.eventKindId === null && order.customerHash !== null
          ? { hash: order.customerHash, orderId: order.id }
          : null,
      keptVersion: orderAt.getTime() === order.orderAt.getTime() ? order.orderRulesId : undefined,
    }),
  });
  const settled = await settleAt(placedBy(lead, order));
  if (click === null || click.knownSince !== null || reasonOf(settled.settlement) !== 'click_after_order')
    return settled;
  return settleAt(click.report);
}

/** When the order was placed according to the lead: the time that the store reports, and that of the report that a user has selected. */
function placedBy(lead: Statement, order: OrderRow): Placed {
  if (order.resolvedReportId === lead.id) return lead.first;
  return (trustOf(lead) === TRUST.shop ? lead.dated : null) ?? order;
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

/**
 * Whether the reports lead to the creator whose the order is, by traces that are trusted no more than those that led to the creator before. The order
 * then keeps its attribution with its terms: a page that is opened again with another click of the creator changes nothing.
 */
function isPaidAsBefore(
  order: OrderRow,
  {
    statements,
    settlement: { attribution },
    clickId,
  }: { statements: readonly Statement[]; settlement: Settlement; clickId: string | null },
): boolean {
  if (order.userId === null || attribution.by === 'none' || attribution.userId !== order.userId) return false;
  if (attribution.by === 'manual') return true;
  const trustIn = (trace: { click: string | null; userId: number }) =>
    Math.max(
      -1,
      ...statements
        .filter(({ clickReports, codeOwner }) =>
          trace.click === null
            ? codeOwner === trace.userId
            : clickReports.some((report) => report.clickId === trace.click),
        )
        .map(trustOf),
    );
  const before = { click: order.clickId, userId: order.userId };
  const now = { click: attribution.by === 'click' ? clickId : null, userId: order.userId };
  return trustIn(now) <= trustIn(before);
}

/** The settlement of an order that a user has attributed: it keeps its creator and terms, unless its new value may not be paid. */
async function keptByHand(tx: Database, order: OrderRow, settled: Settlement): Promise<Settlement> {
  if (TAKING.includes(reasonOf(settled))) return settled;
  return { ...settled, attribution: { by: 'manual', ...(await readTerms(tx, order.id)) } };
}

/** Whether the rate of the customer's programme is another one than the order has, because its customer or its time has become known. */
function hasOtherRate(
  { order, isCompleted = false }: Restatement,
  placed: Placed,
  { attribution }: Settlement,
): boolean {
  if (attribution.by === 'none' || attribution.by === 'manual') return false;
  const isMoved = order.customerProgrammeId !== null && placed.orderAt.getTime() !== order.orderAt.getTime();
  return isMoved || (isCompleted && (attribution.customer?.programmeId ?? null) !== order.customerProgrammeId);
}

function ownerChanges(
  order: OrderRow,
  claim: Claim & { clickId: string | null },
  settlement: Settlement,
  { maySpend, isRerated }: { maySpend: boolean; isRerated: boolean },
): SQL[] {
  const sets: SQL[] = [];
  const { attribution } = settlement;
  const linkId = attribution.by === 'none' ? null : attribution.linkId;
  const isOther =
    attribution.by !== order.attribution || linkId !== order.linkId || reasonOf(settlement) !== order.reason;
  // The attribution keeps the conditions of its time: a voucher deleted later, or a creator blocked later, changes nothing.
  const isKept =
    order.attribution !== 'none' &&
    !isRerated &&
    maySpend &&
    claim.clickId === order.clickId &&
    claim.voucherCode === order.reportedCodes &&
    !TAKING.includes(reasonOf(settlement));
  if ((isOther && !isKept) || isRerated || claim.clickId !== order.clickId)
    sets.push(
      sql`(${ATTRIBUTION_COLUMNS}, ${RULE_COLUMNS}) = (SELECT ${attributionValues(attribution)}, ${ruleValues(settlement.applied)})`,
    );
  if (claim.clickId !== order.clickId) sets.push(sql`click_id = ${claim.clickId}::uuid`);
  return [...sets, ...codeChanges(order, claim, settlement)];
}

/** An order that follows its customer names the click that took nothing, so that its creator can read why. */
const namedClick = (order: OrderRow, { clickId }: { clickId: string | null }, { attribution }: Settlement): SQL[] =>
  attribution.by === 'customer' && order.attribution === 'customer' && order.clickId === null && clickId !== null
    ? [sql`click_id = ${clickId}::uuid`]
    : [];

const codeChanges = (order: OrderRow, claim: Claim, { voucherCode }: Settlement): SQL[] =>
  claim.voucherCode === order.reportedCodes
    ? []
    : [sql`voucher_code = ${voucherCode}, reported_codes = nullif(${claim.voucherCode}::text, ${voucherCode}::text)`];

const sourceChanges = (order: OrderRow, lead: Statement): SQL[] => [
  ...(lead.channel === order.channel ? [] : [sql`channel = ${lead.channel}`]),
  ...(lead.signed === order.signed ? [] : [sql`signed = ${lead.signed}`]),
];

const userOf = ({ attribution }: Settlement) => (attribution.by === 'none' ? null : attribution.userId);

const reasonOf = ({ attribution }: Settlement) => (attribution.by === 'none' ? attribution.reason : null);
