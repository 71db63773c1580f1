import { type SQL, sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { listOrder, type SortOf } from '../../../platform/list-order.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';

export const PAYEE_KINDS = ['creator', 'client'] as const;
type PayeeKind = (typeof PAYEE_KINDS)[number];

/** The earnings of one creator or agency in one currency, in minor units, as defined by `payee_balances`. */
export interface Balance {
  earned: number;
  notInvoiced: number;
  holdPeriod: number;
  storeUnpaid: number;
  onHold: number;
  payable: number;
  overpaid: number;
  paid: number;
  currency: string;
}

/** What undecided orders and agreed sums would add to a balance, without VAT; in minor units. */
export interface Pending {
  pending: number;
  /** The part of it whose orders are approved by themselves. */
  pendingDated: number;
  /** When the last of them is approved by itself; null: none is. */
  pendingUntil: string | null;
  /** Agreed sums of campaigns that are done, which no closing has booked. */
  agreed: number;
}

/** The balance of one payee in one currency. */
export type OwnBalance = Balance & Pending;

/** A balance in a list over all payees. */
export interface PayeeBalance extends Balance {
  kind: PayeeKind;
  payeeId: number;
  payeeName: string;
}

/** The dependencies of balances beside the database. */
export interface BalanceDeps {
  calendar: Calendar;
  /** Days for which earnings of clicks and orders cannot be paid out. */
  earningsHoldDays: number;
}

const FIGURES = sql`b.currency, b.earned, b.not_invoiced AS "notInvoiced", b.hold_period AS "holdPeriod", b.store_unpaid AS "storeUnpaid",
  b.on_hold AS "onHold", b.payable, b.overpaid, b.paid`;

/** The columns of `Pending` of a row `b` of `payee_balances` for one payee. */
export const PENDING = sql`b.pending, b.pending_dated AS "pendingDated", b.pending_until AS "pendingUntil", b.agreed`;

/** Reads what a creator has earned, by currency; empty when there has never been anything. */
export async function readCreatorBalances(
  ctx: Pick<Context, 'db' | 'now'>,
  deps: BalanceDeps,
  { userId }: { userId: number },
): Promise<OwnBalance[]> {
  return read(ctx, deps, { account: 'creator', payeeId: userId, users: [userId] });
}

/**
 * Reads what an agency has earned, by currency. Creators who left the agency before any of their earnings were booked to it are
 * included after the next closing.
 */
export async function readAgencyBalances(
  ctx: Pick<Context, 'db' | 'now'>,
  deps: BalanceDeps,
  { agencyId }: { agencyId: number },
): Promise<OwnBalance[]> {
  return read(ctx, deps, {
    account: 'client',
    payeeId: agencyId,
    users: await readCreatorsOfAgencies(ctx, { agencyIds: [agencyId] }),
  });
}

/**
 * Reads the creators whose work may have earned agencies money: their own creators, and those with bookings on their statements. Only the entries of these
 * statements are read, not the whole ledger.
 */
export async function readCreatorsOfAgencies(
  { db }: Pick<Context, 'db'>,
  { agencyIds }: { agencyIds: readonly number[] },
): Promise<number[]> {
  if (agencyIds.length === 0) return [];
  const ids = sql`${sql.param([...agencyIds])}::bigint[]`;
  const { rows } = await db.execute<{ users: number[] }>(sql`
    SELECT coalesce(array_agg(id), '{}') AS users FROM (
      SELECT id FROM users WHERE agency_id = ANY (${ids})
      UNION SELECT c.user_id FROM invoices i JOIN statement_creators c ON c.invoice_id = i.id WHERE i.agency_id = ANY (${ids})) u`);
  return rows[0]!.users.map(Number);
}

/** The name of the payee of a row `b` of `payee_balances`, from the joined `users u` and `agencies c`. */
export const PAYEE_NAME = sql`coalesce(u.public_name, c.name)`;

/** What a row `b` of `payee_balances` has earned and cannot be paid out yet. */
export const HELD_MINOR = sql`b.not_invoiced + b.hold_period + b.store_unpaid + b.on_hold`;

/** The orders of the list of all balances. */
export const BALANCE_ORDER = listOrder(
  {
    payee: sql`lower(${PAYEE_NAME})`,
    payable: [sql`b.currency`, sql`b.payable`],
    held: [sql`b.currency`, HELD_MINOR],
    paid: [sql`b.currency`, sql`b.paid`],
    earned: [sql`b.currency`, sql`b.earned`],
  },
  {
    tie: [sql`b.account`, sql`b.payee_id`, sql`b.currency`],
    usual: sql`b.payable DESC, b.account, b.payee_id, b.currency`,
  },
);

/** Filter of the payees in a list of balances; omitted fields do not restrict it. */
export interface BalanceFilters {
  kind?: PayeeKind | undefined;
  currency?: string | undefined;
  state?: (typeof BALANCE_STATES)[number] | undefined;
  sort?: SortOf<typeof BALANCE_ORDER>;
}

export const BALANCE_STATES = ['payable', 'held', 'overpaid'] as const;

const STATES: Record<(typeof BALANCE_STATES)[number], SQL> = {
  payable: sql`b.payable > 0`,
  held: sql`b.hold_period + b.store_unpaid + b.on_hold > 0`,
  overpaid: sql`b.overpaid > 0`,
};

/** Lists the balances of all payees, the largest payable amount first. It reads all totals, as a closing does. */
export function listBalances(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { calendar, earningsHoldDays }: BalanceDeps,
  { kind, currency, state, sort }: BalanceFilters,
  page: PageRequest,
): Promise<Page<PayeeBalance>> {
  const conditions: SQL[] = [sql`b.earned <> 0 OR b.paid <> 0 OR b.not_invoiced <> 0`];
  if (currency !== undefined) conditions.push(sql`b.currency = ${currency}`);
  if (state !== undefined) conditions.push(STATES[state]);
  return readPage<PayeeBalance & Record<string, unknown>>(
    db,
    {
      columns: sql`b.account AS kind, b.payee_id AS "payeeId", ${PAYEE_NAME} AS "payeeName", ${FIGURES}`,
      from: sql`payee_balances(${today(now(), calendar)}::date, ${earningsHoldDays}, NULL::bigint[], ${kind ?? null}::text, NULL::bigint) b
        LEFT JOIN users u ON b.account = 'creator' AND u.id = b.payee_id LEFT JOIN agencies c ON b.account = 'client' AND c.id = b.payee_id
        WHERE (${sql.join(conditions, sql`) AND (`)})`,
      order: BALANCE_ORDER.by(sort),
    },
    page,
  );
}

async function read(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { calendar, earningsHoldDays }: BalanceDeps,
  { account, payeeId, users }: { account: PayeeKind; payeeId: number; users: readonly number[] },
): Promise<OwnBalance[]> {
  const { rows } = await db.execute<OwnBalance & Record<string, unknown>>(sql`
    SELECT ${FIGURES}, ${PENDING} FROM payee_balances(${today(now(), calendar)}::date, ${earningsHoldDays}, ${sql.param(users)}::bigint[], ${account}::text,
      ${payeeId}::bigint) b ORDER BY b.currency`);
  return rows;
}

const today = (now: Date, calendar: Calendar) => calendar.dayOf(now.getTime());
