import { type SQL, sql } from 'drizzle-orm';
import type { Acting } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { isUnresolved } from '../attribution/reasons.ts';
import { publishOrders } from '../events.ts';
import { followAgain } from '../reports/apply-report.ts';
import {
  lockOrder,
  type OrderRow,
  type OrderStatus,
  refundOf,
  type WhichOrder,
  writeOrderEvent,
} from '../reports/order-row.ts';
import { refuseDecisions } from '../reports/selling-store.ts';
import type { Warning } from '../reports/warnings.ts';
import { type Denial, denialDetails } from './denial.ts';
import { isOwnDenial, refuseClosedMonth } from './own-denial.ts';
import { type Program, programOf } from './program.ts';
import { type Refund, type RefundChange, refundAfter } from './refund.ts';
import { type StatedValue, stateValue } from './state-value.ts';

/** The permitted transitions of an order by status. A program of the store may also undo its own denial (`reopen`). */
const MOVES: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['approved', 'denied'],
  approved: [],
  denied: [],
};

/** A change of an order. Omitted fields are unchanged. */
export interface OrderChange extends RefundChange {
  /** `pending`: a program undoes its own denial. */
  status?: OrderStatus | undefined;
  value?: StatedValue | undefined;
  /** Why the order is denied. */
  denial?: Denial | null;
}

/** Who changes an order. */
interface Changing {
  actorId: number | null;
  /** Whether the actor is an administrator, who may also decide for a store that may not. */
  byAdmin?: boolean;
  /** Set if a program of the store acts that is not signed in. An API key of the store acts for its server. */
  channel?: Program;
  /** Receives what was not applied, or applied only in part. */
  warnings?: Warning[];
}

/**
 * Undoes the denial of an order, corrects its value, approves or denies it, and records its refunds, in this sequence. Its cost and earnings, and the totals of its
 * day, change in the same transaction. A repeated change has no effect. An amount beyond what is possible is applied as far as it goes. What a person
 * changes is in the audit log, too.
 * @returns the id of the order
 * @throws NotFound; RuleRefused `illegal_transition` naming the permitted transitions, `order_unresolved`, `store_inactive`, `way_not_counted`, `value_limit`,
 *   `month_closed`; InvalidInput naming `order_value`, `status`, `refunded` or `refunded_lines`
 */
export async function changeOrder(
  ctx: Pick<Context, 'db' | 'now'> & { actor?: Acting | null },
  which: WhichOrder,
  { actorId, byAdmin = false, channel, warnings = [], ...change }: OrderChange & Changing,
): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, which);
    if (order === null) throw new NotFound('order');
    await refuseDecisions(tx, { storeId: order.storeId, byAdmin });
    const by = { actorId, program: programOf(actorId, channel), at: ctx.now() };
    const reopened = await reopen(tx, order, change.status, by);
    if (change.value !== undefined)
      warnings.push(...(await stateValue(tx, { order: reopened, value: change.value, ...by })));
    await decideAndRefund(tx, await again(tx, reopened), { change, by, warnings });
    if (by.program === null && actorId !== null) {
      const actor = ctx.actor ?? { userId: actorId };
      const after = await again(tx, order);
      await auditChange(tx, { actor, at: by.at }, { before: order, after, denial: change.denial ?? null });
    }
    return order.id;
  });
}

/** What the audit log says about an order; amounts in minor units of the currency that the store reports. */
const audited = (order: OrderRow) => ({
  currency: order.originalCurrency,
  status: order.status,
  value_minor: order.originalMinor,
  refunded_minor: order.originalRefundedMinor,
});

/** Records who has decided, corrected or refunded an order; nothing if it is as before. */
async function auditChange(
  tx: Database,
  acting: { actor: Acting; at: Date },
  { before, after, denial }: { before: OrderRow; after: OrderRow; denial: Denial | null },
): Promise<void> {
  const [was, is] = [audited(before), audited(after)];
  if (JSON.stringify(was) === JSON.stringify(is)) return;
  await writeAudit(tx, {
    ...acting,
    action: 'order.changed',
    subjectKind: 'store',
    subjectId: before.storeId,
    // The note is the store's own words for the creator, and only in the order's history.
    details: {
      order_id: before.id,
      before: was,
      after: is,
      ...(denial === null ? {} : { denial_reason: denial.reason }),
    },
  });
}

interface By {
  actorId: number | null;
  program: Program | null;
  at: Date;
}

const again = async (tx: Database, { id }: OrderRow): Promise<OrderRow> => (await lockOrder(tx, { id }))!;

/**
 * Undoes the denial of an order by the program that has denied it: a payment that failed is often followed by one that succeeds. The order then follows
 * its reports, as if it had not been denied. The history keeps both.
 * @returns the order, pending again; unchanged if nothing is to be undone
 * @throws InvalidInput naming `status` if a user wants an order to be pending; RuleRefused `illegal_transition`, `month_closed`
 */
async function reopen(
  tx: Database,
  order: OrderRow,
  to: OrderStatus | undefined,
  { actorId, program, at }: By,
): Promise<OrderRow> {
  if (to === 'pending' && program === null)
    throw new InvalidInput({
      status: ['must be approved or denied: only a program of the store undoes its own denial'],
    });
  const isWanted = order.status === 'denied' && (to === 'pending' || to === 'approved');
  if (!isWanted || program === null || !(await isOwnDenial(tx, order, program))) return order;
  await refuseClosedMonth(tx, order);
  await tx.execute(
    sql`UPDATE orders SET status = 'pending', denial_reason = NULL, denial_note = NULL, updated_at = ${at.toISOString()} WHERE id = ${order.id}`,
  );
  const details = { from: 'denied', to: 'pending', channel: program };
  await writeOrderEvent(tx, { orderRowId: order.id, kind: 'status', actorId, at, details });
  await publishOrders(tx, 'updated', { ids: [order.id], at });
  await followAgain(tx, await again(tx, order), { actorId, now: at });
  return again(tx, order);
}

async function decideAndRefund(
  tx: Database,
  order: OrderRow,
  { change, by, warnings }: { change: OrderChange; by: By; warnings: Warning[] },
): Promise<void> {
  const moves = moved(order, change.status, change.denial ?? null);
  const refund = refundAfter(order, change, warnings);
  const sets: SQL[] = [...moves, ...(refund === null ? [] : refunded(refund))];
  if (sets.length === 0) return;
  await tx.execute(
    sql`UPDATE orders SET ${sql.join(sets, sql`, `)}, updated_at = ${by.at.toISOString()} WHERE id = ${order.id}`,
  );
  await writeChanges(tx, order, { status: change.status, denial: change.denial ?? null, refund }, by);
  await publishOrders(tx, 'updated', { ids: [order.id], at: by.at });
  // While there are refunds, the value does not follow the reports.
  if (refund?.refundedMinor === 0) await followAgain(tx, await again(tx, order), { actorId: by.actorId, now: by.at });
}

function moved(order: OrderRow, to: OrderStatus | undefined, denial: Denial | null): SQL[] {
  if (to === undefined || to === order.status) return [];
  const possible = MOVES[order.status];
  if (possible.includes(to)) {
    if (to === 'approved' && isUnresolved(order.reason))
      throw new RuleRefused(
        'order_unresolved',
        'The order waits for a person: say first which of its reports is right.',
      );
    return [
      sql`status = ${to}, denial_reason = ${denial?.reason ?? null}::text, denial_note = ${denial?.note ?? null}::text`,
    ];
  }
  const words = possible.length === 0 ? 'stays so' : `can become ${possible.join(' or ')}`;
  throw new RuleRefused('illegal_transition', `An order that is ${order.status} ${words}.`);
}

const refunded = ({ refundedMinor: minor, lines }: Refund): SQL[] => [
  sql`original_refunded_minor = ${minor}, refunded_minor = ${refundOf(sql`value_minor`, sql`${minor}`)}`,
  ...(lines === null ? [] : [sql`lines = ${JSON.stringify(lines)}::jsonb`]),
];

async function writeChanges(
  tx: Database,
  order: OrderRow,
  { status, denial, refund }: { status: OrderStatus | undefined; denial: Denial | null; refund: Refund | null },
  { actorId, at, program }: By,
): Promise<void> {
  const event = { orderRowId: order.id, actorId, at };
  const byProgram = program === null ? {} : { channel: program };
  if (status !== undefined && status !== order.status)
    await writeOrderEvent(tx, {
      ...event,
      kind: 'status',
      details: { from: order.status, to: status, ...denialDetails(denial), ...byProgram },
    });
  if (refund !== null) {
    const details = {
      from_minor: order.originalRefundedMinor,
      to_minor: refund.refundedMinor,
      currency: order.originalCurrency,
      ...(refund.changed === '' ? {} : { lines: refund.changed }),
    };
    await writeOrderEvent(tx, { ...event, kind: 'refund', details });
  }
}
