import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { convertMinor } from '../../../platform/exchange-rates/convert-minor.ts';
import { isInClosedMonth } from '../changes/closed-month.ts';
import { publishOrders } from '../events.ts';
import { disagree } from './disagree.ts';
import { linesValue } from './lines.ts';
import type { OrderReportRow } from './order-reports.ts';
import { type OrderRow, writeOrderEvent } from './order-row.ts';
import type { ReportedOrder } from './read-report.ts';
import { type Claim, claimOf, readStatements, valueChanged } from './restate-order.ts';
import type { SellingStore } from './selling-store.ts';
import { TRUST, trustOf } from './trust.ts';

/** The input of `correctApproved`. */
interface Correction {
  store: SellingStore;
  /** Locked and approved. */
  order: OrderRow;
  /** The reports that it follows, by arrival. */
  reports: readonly OrderReportRow[];
  /** The latest of them. */
  reported: Pick<ReportedOrder, 'channel' | 'signed'>;
  cause: { actorId: number | null; channel: string | null };
  now: Date;
  /** Whether a user decides that this is the value. */
  isDecision: boolean;
}

/** Rolls back the correction in its savepoint. */
class TooMuch extends Error {}

/**
 * Corrects the value of an approved order that the way reports which it follows, together with its lines. The order keeps its creator and terms, and the next
 * closing books the difference, as for a refund. A program may correct an order only up to the value and cost with which it was approved: more needs the
 * decision of a user, while the month of the order is open. Without a decision, nothing changes after a refund.
 * @returns whether the order has changed
 * @throws RuleRefused `value_limit`, `month_closed` for a decision
 */
export async function correctApproved(tx: Database, correction: Correction): Promise<boolean> {
  const { store, order, reports, reported, cause, now, isDecision } = correction;
  if (order.originalRefundedMinor > 0 || trustOf(reported) !== TRUST.shop) return false;
  const claim = claimOf((await readStatements(tx, order, reports)).statements, order);
  const change = valueChanged(order, claim);
  if (Object.keys(change).length === 0) return false;
  if (!isDecision && !(await isOwnCorrection(tx, correction))) return false;
  const { originalMinor: minor, originalCurrency: from } = claim;
  const valueMinor = await convertMinor(tx, { minor, from, to: store.currency, day: order.day });
  if (valueMinor === null) return false;
  const approved = order.approved ?? { valueMinor: order.valueMinor, costMinor: order.costMinor };
  const isRaised = await write(tx, { order, claim, valueMinor, approved, now, mayRaise: isDecision });
  if (isRaised === null) return false;
  if (isRaised && valueMinor > store.maxOrderMinor)
    throw new RuleRefused('value_limit', 'The value exceeds the maximum value of an order of the store.');
  if (isRaised && (await isInClosedMonth(tx, order.day)))
    throw new RuleRefused('month_closed', 'The month of the order is closed: its value can only become less.');
  await writeOrderEvent(tx, {
    orderRowId: order.id,
    kind: 'amended',
    actorId: cause.actorId,
    at: now,
    details: { ...(cause.channel === null ? {} : { channel: cause.channel }), ...change },
  });
  await publishOrders(tx, 'updated', { ids: [order.id], at: now });
  return true;
}

/** Whether the way corrects its own statement, and nothing contradicts it. */
async function isOwnCorrection(tx: Database, { order, reports, reported }: Correction): Promise<boolean> {
  if (reported.channel !== order.channel) return false;
  return !disagree((await readStatements(tx, order, reports)).statements);
}

/** @returns whether the value or cost now exceeds what was approved; null if that is not permitted, and nothing was written */
async function write(
  tx: Database,
  {
    order,
    claim,
    valueMinor,
    approved,
    now,
    mayRaise,
  }: {
    order: OrderRow;
    claim: Claim;
    valueMinor: number;
    approved: { valueMinor: number; costMinor: number };
    now: Date;
    mayRaise: boolean;
  },
): Promise<boolean | null> {
  const sets: SQL[] = [
    sql`original_minor = ${claim.originalMinor}, original_currency = ${claim.originalCurrency}, value_minor = ${valueMinor}`,
    sql`lines = ${linesValue(claim.lines)}, customer = ${claim.customer}`,
    sql`approved_minor = ${approved.valueMinor}, approved_cost_minor = ${approved.costMinor}, updated_at = ${now.toISOString()}`,
  ];
  try {
    return await tx.transaction(async (inside) => {
      const { rows } = await inside.execute<{ cost_minor: number }>(
        sql`UPDATE orders SET ${sql.join(sets, sql`, `)} WHERE id = ${order.id} RETURNING cost_minor`,
      );
      const isRaised = valueMinor > approved.valueMinor || rows[0]!.cost_minor > approved.costMinor;
      if (isRaised && !mayRaise) throw new TooMuch();
      // What a user has decided is what programs may correct from then on.
      if (isRaised)
        await inside.execute(
          sql`UPDATE orders SET approved_minor = NULL, approved_cost_minor = NULL WHERE id = ${order.id}`,
        );
      return isRaised;
    });
  } catch (error) {
    if (error instanceof TooMuch) return null;
    throw error;
  }
}
