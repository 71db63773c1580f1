import { type SQL, sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import { listOrder, type SortOf } from '../../../platform/list-order.ts';
import type { Page } from '../../../platform/pagination.ts';
import { HELD_MINOR, PAYEE_NAME, PENDING, type Pending, readCreatorsOfAgencies } from '../../payments/index.ts';
import type { Owner, OwnerKind } from '../owner.ts';
import { CONSENT_VERSION } from '../payees/consent-text.ts';
import { ACCOUNT_FAULTS, type Method } from '../payout-accounts/account-details.ts';

/** The reason why nothing is paid out now. */
export const REASONS = [
  'nothing_payable',
  'below_minimum',
  'payee_missing',
  'consent_missing',
  'account_missing',
  'account_new',
  ...ACCOUNT_FAULTS,
  'suspended',
  'paid_elsewhere',
] as const;
type Reason = (typeof REASONS)[number];

/** The payable amounts of one payee in one currency; amounts are minor units. */
export interface Payable {
  account: OwnerKind;
  payeeId: number;
  payeeName: string;
  currency: string;
  earned: number;
  held: number;
  /** The parts of `held`, by reason. */
  notInvoiced: number;
  holdPeriod: number;
  storeUnpaid: number;
  onHold: number;
  payable: number;
  overpaid: number;
  paid: number;
  /** The amount that runs have reserved and not yet paid. */
  inRun: number;
  /** `payable` less the amounts in runs. */
  available: number;
  minimum: number;
  payoutAccountId: number | null;
  method: Method | null;
  masked: string | null;
  usableFrom: Date | null;
  /** The reasons against a payout; empty: the next run pays the amount. */
  reasons: Reason[];
}

/** The payable amounts of one payee, with what undecided orders would add. */
export type OwnPayable = Payable & Pending;

/** The dependencies of payables beside the database. */
export interface PayableDeps {
  calendar: Calendar;
  /** Days for which earnings of clicks and orders cannot be paid out. */
  earningsHoldDays: number;
}

/** The orders of the list. */
export const PAYABLE_ORDER = listOrder(
  {
    payee: sql`lower(${PAYEE_NAME})`,
    available: [sql`b.currency`, sql`x.available`],
    held: [sql`b.currency`, HELD_MINOR],
    in_run: [sql`b.currency`, sql`x.in_run`],
    paid: [sql`b.currency`, sql`b.paid`],
  },
  {
    tie: [sql`b.account`, sql`b.payee_id`, sql`b.currency`],
    usual: sql`x.available DESC, b.account, b.payee_id, b.currency`,
  },
);

/** Filter of payables; omitted fields do not restrict it. */
interface PayableFilters {
  /** Hold periods that ended by this day are over; today unless given. */
  cutOff?: string;
  currency?: string;
  /** Only payables that the next run pays, or only those that it does not pay although an amount is payable. */
  isDue?: boolean;
  owner?: Owner;
  sort?: SortOf<typeof PAYABLE_ORDER>;
  limit: number;
  /** The number of skipped rows; none by default. */
  offset?: number;
}

/**
 * Reads the payable amounts, largest first. They follow from the ledger, the holds and the open runs, and are not stored. Without an
 * owner it reads all totals, as a closing does.
 */
export async function readPayables(
  ctx: Pick<Context, 'db' | 'now'>,
  deps: PayableDeps,
  filters: PayableFilters,
): Promise<readonly Payable[]> {
  return (await listPayables(ctx, deps, filters)).items;
}

/**
 * Reads what the next run pays in a currency, and what it does not pay although an amount is payable, each largest first. Both follow from one reading
 * of all totals.
 * @param limits the number of payees of each kind
 */
export async function readDueAndWaiting(
  ctx: Pick<Context, 'db' | 'now'>,
  deps: PayableDeps,
  { currency, cutOff, limits }: { currency: string; cutOff: string; limits: { due: number; waiting: number } },
): Promise<{ due: readonly Payable[]; waiting: readonly Payable[] }> {
  const scope = { cutOff, users: null, owner: undefined };
  const column = sql`row_number() OVER (PARTITION BY cardinality(x.reasons) = 0 ORDER BY ${PAYABLE_ORDER.by(undefined)}) AS place`;
  const conditions = [sql`b.currency = ${currency}`, sql`cardinality(x.reasons) = 0 OR x.available > 0`];
  const { rows } = await ctx.db.execute<PayableRow & { place: number }>(sql`
    SELECT * FROM (${selectPayables(ctx, deps, scope, { column, conditions })}) p
    WHERE place <= CASE WHEN cardinality(reasons) = 0 THEN ${limits.due}::bigint ELSE ${limits.waiting}::bigint END ORDER BY place`);
  const payables = rows.map(({ place: _, ...row }) => payableOf(row));
  return {
    due: payables.filter(({ reasons }) => reasons.length === 0),
    waiting: payables.filter(({ reasons }) => reasons.length > 0),
  };
}

/** The payable amounts of all payees in one currency; minor units. */
export interface PayableCurrency {
  currency: string;
  /** What the next run pays, and to how many payees. */
  dueMinor: number;
  duePayees: number;
  /** What it does not pay although it is payable, and of how many payees. */
  waitingMinor: number;
  waitingPayees: number;
}

/** Reads the currencies with payable amounts, those that the next run pays first, and then those with the most payees. */
export async function readPayableCurrencies(
  ctx: Pick<Context, 'db' | 'now'>,
  deps: PayableDeps,
  { cutOff }: { cutOff: string },
): Promise<PayableCurrency[]> {
  const scope = { cutOff, users: null, owner: undefined };
  const { rows } = await ctx.db.execute<PayableCurrency & Record<string, unknown>>(sql`
    SELECT p.currency, coalesce(sum(p.available) FILTER (WHERE p.is_due), 0)::bigint AS "dueMinor", count(*) FILTER (WHERE p.is_due) AS "duePayees",
      coalesce(sum(p.available) FILTER (WHERE NOT p.is_due), 0)::bigint AS "waitingMinor", count(*) FILTER (WHERE NOT p.is_due) AS "waitingPayees"
    FROM (${selectPayables(ctx, deps, scope, {
      column: sql`cardinality(x.reasons) = 0 AS is_due`,
      conditions: [sql`x.available > 0`],
    })}) p
    GROUP BY p.currency ORDER BY "duePayees" DESC, "waitingPayees" DESC, p.currency`);
  return rows;
}

/** For more creators than this, one pass over all totals is faster than a search for each of them. */
const MAX_SELECTED = 500;

/**
 * Reads the payable amounts of the payees of a run in its currency, also of those whose whole amount it has reserved. For few payees, only their totals
 * are read.
 */
export async function readPayablesOfRun(
  ctx: Pick<Context, 'db' | 'now'>,
  deps: PayableDeps,
  { id: runId, currency, cutOff }: { id: number; currency: string; cutOff: string },
): Promise<readonly Payable[]> {
  const { rows: payees } = await ctx.db.execute<{ creators: number[]; agencies: number[] }>(sql`
    SELECT coalesce(array_agg(user_id) FILTER (WHERE user_id IS NOT NULL), '{}') AS creators,
      coalesce(array_agg(agency_id) FILTER (WHERE agency_id IS NOT NULL), '{}') AS agencies
    FROM payouts WHERE run_id = ${runId}`);
  const { creators, agencies } = payees[0]!;
  const ofAgencies = await readCreatorsOfAgencies(ctx, { agencyIds: agencies.map(Number) });
  const involved = [...new Set([...creators.map(Number), ...ofAgencies])];
  const scope = { cutOff, users: involved.length > MAX_SELECTED ? null : involved, owner: undefined };
  const conditions = [
    sql`b.currency = ${currency}`,
    sql`(b.account, b.payee_id) IN (SELECT account, coalesce(user_id, agency_id) FROM payouts WHERE run_id = ${runId})`,
  ];
  const { rows } = await ctx.db.execute<PayableRow>(selectPayables(ctx, deps, scope, { conditions }));
  return rows.map(payableOf);
}

/** Reads the payable amounts of one payee by currency, also in currencies in which the payee has only undecided orders. */
export async function readOwnPayables(
  ctx: Pick<Context, 'db' | 'now'>,
  deps: PayableDeps,
  filters: { owner: Owner; limit: number },
): Promise<readonly OwnPayable[]> {
  // `payee_balances` computes what is pending for one payee.
  return (await listPayables(ctx, deps, filters)).items as readonly OwnPayable[];
}

/** Like `readPayables`, with the number of all rows. A page after the last one has the total 0. */
export async function listPayables(
  ctx: Pick<Context, 'db' | 'now'>,
  deps: PayableDeps,
  filters: PayableFilters,
): Promise<Page<Payable>> {
  const { owner, currency, isDue, limit, offset = 0 } = filters;
  const cutOff = filters.cutOff ?? deps.calendar.dayOf(ctx.now().getTime());
  const users = owner === undefined ? null : await usersOf(ctx, owner);
  const conditions: SQL[] = [];
  if (currency !== undefined) conditions.push(sql`b.currency = ${currency}`);
  if (isDue === true) conditions.push(sql`cardinality(x.reasons) = 0`);
  if (isDue === false) conditions.push(sql`cardinality(x.reasons) > 0 AND x.available > 0`);
  const { rows } = await ctx.db.execute<PayableRow & { listed: number }>(sql`
    ${selectPayables(ctx, deps, { cutOff, users, owner }, { conditions, column: sql`count(*) OVER () AS listed` })}
    ORDER BY ${PAYABLE_ORDER.by(filters.sort)} LIMIT ${limit} OFFSET ${offset}`);
  return { items: rows.map(({ listed: _, ...row }) => payableOf(row)), total: rows[0]?.listed ?? 0 };
}

type PayableRow = Omit<OwnPayable, 'usableFrom'> & { usableFrom: string | null };

const payableOf = ({ usableFrom, ...row }: PayableRow): OwnPayable => ({
  ...row,
  usableFrom: usableFrom === null ? null : new Date(usableFrom),
});

/**
 * A query for payable amounts, without an order.
 * @param scope the totals that are read; null `users`: those of all creators
 * @param select conditions on the balance `b` and the results `x`, and a further column with its name
 */
function selectPayables(
  { now: clock }: Pick<Context, 'now'>,
  { earningsHoldDays }: PayableDeps,
  { cutOff, users, owner }: { cutOff: string; users: readonly number[] | null; owner: Owner | undefined },
  { conditions, column }: { conditions: readonly SQL[]; column?: SQL },
): SQL {
  const now = clock();
  return sql`
    WITH reserved AS (
      SELECT account, coalesce(user_id, agency_id) AS payee_id, currency, sum(amount_minor)::bigint AS minor FROM payouts
      WHERE status = 'in_run' GROUP BY 1, 2, 3
    )
    SELECT b.account, b.payee_id AS "payeeId", ${PAYEE_NAME} AS "payeeName", b.currency, b.earned,
      ${HELD_MINOR} AS held, b.not_invoiced AS "notInvoiced", b.hold_period AS "holdPeriod", b.store_unpaid AS "storeUnpaid", b.on_hold AS "onHold", b.payable, b.overpaid, b.paid, x.in_run AS "inRun", x.available,
      x.minimum, a.id AS "payoutAccountId", a.method, a.masked, a.usable_from AS "usableFrom", x.reasons, ${PENDING}${column === undefined ? sql`` : sql`, ${column}`}
    FROM payee_balances(${cutOff}::date, ${earningsHoldDays}, ${sql.param(users)}::bigint[], ${owner?.account ?? null}::text,
      ${owner?.id ?? null}::bigint) b
    LEFT JOIN users u ON b.account = 'creator' AND u.id = b.payee_id LEFT JOIN agencies c ON b.account = 'client' AND c.id = b.payee_id
    LEFT JOIN agencies own ON own.id = coalesce(c.id, u.agency_id)
    LEFT JOIN store_groups g ON g.id = coalesce(own.store_group_id, u.store_group_id) AND g.currency = b.currency
    LEFT JOIN payees pu ON pu.user_id = u.id LEFT JOIN payees pc ON pc.agency_id = c.id
    LEFT JOIN LATERAL (
      SELECT p.* FROM payout_accounts p WHERE p.payee_id = coalesce(pu.id, pc.id) AND p.removed_at IS NULL
        AND (p.currency = b.currency OR p.currency IS NULL) ORDER BY p.currency NULLS LAST LIMIT 1
    ) a ON true
    LEFT JOIN reserved r ON r.account = b.account AND r.payee_id = b.payee_id AND r.currency = b.currency
    LEFT JOIN payout_minimums ma ON ma.currency = b.currency AND ma.agency_id = own.id
    LEFT JOIN payout_minimums md ON md.currency = b.currency AND md.agency_id IS NULL
    CROSS JOIN LATERAL (SELECT coalesce(r.minor, 0) AS in_run, greatest(b.payable - coalesce(r.minor, 0), 0) AS available,
      coalesce(ma.minimum_minor, nullif(g.payment_limit_minor, 0), md.minimum_minor, 0) AS minimum) m
    CROSS JOIN LATERAL (SELECT m.*, array_remove(ARRAY[
      CASE WHEN m.available = 0 THEN 'nothing_payable' END,
      CASE WHEN m.available > 0 AND m.available < m.minimum THEN 'below_minimum' END,
      CASE WHEN coalesce(pu.id, pc.id) IS NULL THEN 'payee_missing' END,
      CASE WHEN NOT EXISTS (SELECT FROM payee_consents k WHERE k.payee_id = coalesce(pu.id, pc.id) AND k.version = ${CONSENT_VERSION})
        THEN 'consent_missing' END,
      CASE WHEN a.id IS NULL THEN 'account_missing' END,
      CASE WHEN a.usable_from > ${now.toISOString()}::timestamptz THEN 'account_new' END,
      a.fault,
      CASE WHEN u.suspended_at IS NOT NULL THEN 'suspended' END,
      CASE WHEN u.id IS NOT NULL AND payment_system_of(u.id, u.agency_id, ${cutOff}::date) = 1 THEN 'paid_elsewhere' END
    ]::text[], NULL) AS reasons) x
    WHERE (b.earned <> 0 OR b.paid <> 0 OR b.payable <> 0 OR b.pending <> 0 OR b.agreed <> 0)
      AND (${sql.join([sql`true`, ...conditions], sql`) AND (`)})`;
}

async function usersOf(ctx: Pick<Context, 'db'>, { account, id }: Owner): Promise<readonly number[]> {
  return account === 'creator' ? [id] : readCreatorsOfAgencies(ctx, { agencyIds: [id] });
}
