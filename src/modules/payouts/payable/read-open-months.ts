import { sql } from 'drizzle-orm';
import { addDays } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import { FIRST_OPEN, monthOf, nextMonth, PAYMENT_TERMS_DAYS, readCreatorsOfAgencies } from '../../payments/index.ts';
import type { Owner } from '../owner.ts';
import { fitTo } from './fit-to.ts';
import { type OwnPayable, type PayableDeps, readOwnPayables } from './read-payables.ts';

/** Currencies of one payee. */
const MAX_CURRENCIES = 200;

/** A store in an open month of a payee; amounts are minor units of the month's currency, without VAT. */
interface StoreOfMonth {
  id: number;
  name: string;
  /** What its undecided orders would add. */
  pendingMinor: number;
  /** When the last of them is approved by itself; null: none is. */
  decideBy: string | null;
  /** What is payable once the store has paid. */
  unpaidMinor: number;
  /** Whether its invoice of the month is paid or released; null: it has none yet. */
  isPaid: boolean | null;
  /** When its open invoice is due. */
  dueOn: string | null;
}

/** The earnings of a payee in one month and currency that are not paid out; amounts are minor units with VAT, but for what is pending. */
export interface OpenMonth {
  /** `YYYY-MM`: the month on whose statement the earnings are, or will be. */
  month: string;
  currency: string;
  closedOn: string | null;
  /** What undecided orders would add, without VAT. */
  pendingMinor: number;
  pendingDatedMinor: number;
  /** When the last of the dated orders is approved by itself. */
  decideBy: string | null;
  notInvoicedMinor: number;
  holdPeriodMinor: number;
  storeUnpaidMinor: number;
  onHoldMinor: number;
  payableMinor: number;
  /** The part of what is payable that is in a payout run. */
  inRunMinor: number;
  /** The day on which the last hold period ends; null: none is running. */
  holdUntil: string | null;
  /** The first day on which all of it may be payable; null: something it waits for has no date. */
  payableFrom: string | null;
  stores: StoreOfMonth[];
}

type PartsRow = {
  currency: string;
  month: string;
  storeId: number;
  storeName: string;
  closedOn: string | null;
  notInvoiced: number;
  onHold: number;
  holdPeriod: number;
  storeUnpaid: number;
  free: number;
  holdUntil: string | null;
  isPaid: boolean | null;
  dueOn: string | null;
};

type PendingRow = {
  currency: string;
  month: string;
  storeId: number;
  storeName: string;
  pending: number;
  dated: number;
  decideBy: string | null;
};

/**
 * Reads the months whose earnings are not all paid out, oldest first. The sums over the months of a currency are those of the next payout: what payout
 * runs have paid without settling a statement is taken from the oldest months, and rounded VAT is added to the latest.
 */
export async function readOpenMonths(
  ctx: Pick<Context, 'db' | 'now'>,
  deps: PayableDeps,
  owner: Owner,
): Promise<OpenMonth[]> {
  return (await readPayoutOutlook(ctx, deps, owner)).months;
}

/** Reads the next payouts of a payee, and the months whose earnings are not all paid out. */
export async function readPayoutOutlook(
  ctx: Pick<Context, 'db' | 'now'>,
  deps: PayableDeps,
  owner: Owner,
): Promise<{ payables: readonly OwnPayable[]; months: OpenMonth[] }> {
  const today = deps.calendar.dayOf(ctx.now().getTime());
  const users = owner.account === 'creator' ? [owner.id] : await readCreatorsOfAgencies(ctx, { agencyIds: [owner.id] });
  const scope = { owner, users, today, holdDays: deps.earningsHoldDays };
  const parts = await readParts(ctx, scope);
  const pending = await readPending(ctx, scope);
  const payables = await readOwnPayables(ctx, deps, { owner, limit: MAX_CURRENCIES });
  const months = payables.flatMap((payable) => {
    const { currency } = payable;
    return monthsOf(payable, {
      today,
      parts: parts.filter((row) => row.currency === currency),
      pending: pending.filter((row) => row.currency === currency),
    });
  });
  return { payables, months };
}

interface Scope {
  owner: Owner;
  users: readonly number[];
  today: string;
  holdDays: number;
}

/** Reads what is not paid out by month and store, with VAT. An amount that no closing has booked belongs to the month that will state it. */
async function readParts({ db }: Pick<Context, 'db'>, { owner, users, today, holdDays }: Scope): Promise<PartsRow[]> {
  const ids = sql`${sql.param([...users])}::bigint[]`;
  const { rows } = await db.execute<PartsRow>(sql`
    WITH origins AS (
      SELECT o.*, c.day, CASE WHEN o.origin_kind = 'commission' THEN greatest(c.day, c.reported) WHEN o.origin_kind = 'clicks' THEN c.day END AS held_from
      FROM payee_origins(${today}::date, ${holdDays}, ${ids}) o
      LEFT JOIN orders d ON o.origin_kind = 'commission' AND d.id = CASE WHEN o.origin_kind = 'commission' THEN o.origin_id::bigint END
      LEFT JOIN one_time_payments t ON o.origin_kind = 'one_time' AND t.id = CASE WHEN o.origin_kind = 'one_time' THEN o.origin_id::bigint END
      CROSS JOIN LATERAL (
        SELECT CASE o.origin_kind WHEN 'clicks' THEN split_part(o.origin_id, ':', 2)::date WHEN 'commission' THEN d.day ELSE t.payment_date END AS day,
          (d.created_at AT TIME ZONE 'UTC')::date AS reported
      ) c
      WHERE o.account = ${owner.account} AND o.payee_id = ${owner.id}
    ), booked AS (
      SELECT x.part, b.origin_kind, b.origin_id, x.line_id, b.cost_line_id
      FROM closing_bookings b CROSS JOIN LATERAL (VALUES ('user', b.user_line_id), ('client', b.client_line_id)) AS x (part, line_id)
      WHERE b.user_id = ANY (${ids}) AND x.line_id IS NOT NULL
      UNION ALL
      SELECT e.part, e.origin_kind, e.origin_id, e.invoice_line_id,
        (SELECT max(c.invoice_line_id) FROM single_entries c WHERE c.booking = e.booking AND c.part = 'cost')
      FROM single_entries e WHERE e.part IN ('user', 'client') AND e.user_id = ANY (${ids}) AND e.invoice_line_id IS NOT NULL
    ), stated AS (
      SELECT b.part, b.origin_kind, b.origin_id, min(i.month) AS month, bool_and(s.paid_at IS NOT NULL OR s.released_at IS NOT NULL) AS is_paid,
        max(s.payment_date) FILTER (WHERE s.paid_at IS NULL AND s.released_at IS NULL) AS due_on
      FROM booked b JOIN invoice_lines l ON l.id = b.line_id JOIN invoices i ON i.id = l.invoice_id
      LEFT JOIN invoice_lines sl ON sl.id = b.cost_line_id LEFT JOIN invoices s ON s.id = sl.invoice_id
      WHERE i.paid_at IS NULL GROUP BY b.part, b.origin_kind, b.origin_id
    ), placed AS (
      SELECT o.currency, s.month, o.store_id, o.vat_rate_ppm, 0::bigint AS not_invoiced, o.on_hold, o.hold_period, o.store_unpaid, o.free,
        CASE WHEN o.hold_period > 0 THEN o.held_from END AS held_from, s.is_paid, s.due_on
      FROM origins o JOIN stated s USING (part, origin_kind, origin_id)
      UNION ALL
      SELECT o.currency, greatest(date_trunc('month', o.day::timestamp)::date, ${FIRST_OPEN}), o.store_id, 0, o.not_invoiced, 0, 0, 0, 0, o.held_from,
        NULL, NULL
      FROM origins o WHERE o.not_invoiced > 0
    )
    SELECT p.currency, to_char(p.month, 'YYYY-MM') AS month, p.store_id AS "storeId", s.name AS "storeName",
      to_char(min(c.closed_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD') AS "closedOn",
      sum(p.not_invoiced)::bigint AS "notInvoiced", sum(p.on_hold + p.on_hold_vat)::bigint AS "onHold",
      sum(p.hold_period + p.hold_period_vat)::bigint AS "holdPeriod", sum(p.store_unpaid + p.store_unpaid_vat)::bigint AS "storeUnpaid",
      sum(p.free + p.free_vat)::bigint AS free, to_char(max(p.held_from) + ${holdDays}::integer, 'YYYY-MM-DD') AS "holdUntil",
      bool_and(p.is_paid) AS "isPaid", to_char(max(p.due_on), 'YYYY-MM-DD') AS "dueOn"
    FROM (
      SELECT currency, month, store_id, sum(not_invoiced) AS not_invoiced, sum(on_hold) AS on_hold, sum(hold_period) AS hold_period,
        sum(store_unpaid) AS store_unpaid, sum(free) AS free, vat_of(sum(on_hold)::bigint, vat_rate_ppm) AS on_hold_vat,
        vat_of(sum(hold_period)::bigint, vat_rate_ppm) AS hold_period_vat, vat_of(sum(store_unpaid)::bigint, vat_rate_ppm) AS store_unpaid_vat,
        vat_of(sum(free)::bigint, vat_rate_ppm) AS free_vat, max(held_from) FILTER (WHERE held_from + ${holdDays}::integer > ${today}::date) AS held_from,
        bool_and(is_paid) AS is_paid, max(due_on) AS due_on
      FROM placed GROUP BY currency, month, store_id, vat_rate_ppm
    ) p JOIN stores s ON s.id = p.store_id LEFT JOIN payment_periods c ON c.month = p.month AND c.closed_at IS NOT NULL
    GROUP BY p.currency, p.month, p.store_id, s.name ORDER BY p.month, s.name, p.store_id`);
  return rows;
}

/** Reads what undecided orders would add by month and store, as `payee_balances` sums it. */
async function readPending({ db }: Pick<Context, 'db'>, { owner, users }: Scope): Promise<PendingRow[]> {
  const minor = owner.account === 'client' ? sql`o.agency_minor` : sql`o.user_minor`;
  const own = owner.account === 'client' ? sql`o.agency_id = ${owner.id}` : sql`true`;
  const { rows } = await db.execute<PendingRow>(sql`
    SELECT o.currency, to_char(x.month, 'YYYY-MM') AS month, o.store_id AS "storeId", s.name AS "storeName", sum(${minor})::bigint AS pending,
      coalesce(sum(${minor}) FILTER (WHERE x.is_dated), 0)::bigint AS dated, max(o.decide_by) FILTER (WHERE x.is_dated) AS "decideBy"
    FROM orders o JOIN stores s ON s.id = o.store_id JOIN users u ON u.id = o.user_id
    CROSS JOIN LATERAL (
      SELECT greatest(date_trunc('month', o.day::timestamp)::date, ${FIRST_OPEN}) AS month, order_decides_itself(o, s, u) AS is_dated
    ) x
    WHERE o.user_id = ANY (${sql.param([...users])}::bigint[]) AND ${own} AND o.status = 'pending' AND o.counts AND ${minor} > 0
    GROUP BY o.currency, x.month, o.store_id, s.name ORDER BY x.month, s.name, o.store_id`);
  return rows;
}

/** The months of one currency, whose sums are those of the payable. */
function monthsOf(
  payable: OwnPayable,
  { today, parts, pending }: { today: string; parts: readonly PartsRow[]; pending: readonly PendingRow[] },
): OpenMonth[] {
  const names = [...new Set([...parts, ...pending].map(({ month }) => month))].sort();
  const months = names.map((month) =>
    monthOfRows(month, {
      currency: payable.currency,
      parts: parts.filter((row) => row.month === month),
      pending: pending.filter((row) => row.month === month),
    }),
  );
  for (const [part, total] of [
    ['notInvoicedMinor', payable.notInvoiced],
    ['holdPeriodMinor', payable.holdPeriod],
    ['storeUnpaidMinor', payable.storeUnpaid],
    ['onHoldMinor', payable.onHold],
    ['payableMinor', payable.payable],
  ] as const) {
    const fitted = fitTo(
      months.map((one) => one[part]),
      total,
    );
    for (const [index, one] of months.entries()) one[part] = fitted[index]!;
  }
  let inRun = payable.inRun;
  for (const one of months) {
    one.inRunMinor = Math.min(inRun, one.payableMinor);
    inRun -= one.inRunMinor;
    one.payableFrom = payableFrom(one, today);
  }
  return months.filter((one) => heldOf(one) + one.payableMinor + one.pendingMinor !== 0);
}

/** The sums of the rows of one month. */
function monthOfRows(
  month: string,
  { currency, parts, pending }: { currency: string; parts: readonly PartsRow[]; pending: readonly PendingRow[] },
): OpenMonth {
  const stores = new Map<number, StoreOfMonth>();
  const storeOf = ({ storeId: id, storeName: name }: { storeId: number; storeName: string }) => {
    const known = stores.get(id);
    if (known !== undefined) return known;
    const store = { id, name, pendingMinor: 0, decideBy: null, unpaidMinor: 0, isPaid: null, dueOn: null };
    stores.set(id, store);
    return store as StoreOfMonth;
  };
  for (const row of parts) {
    const store = storeOf(row);
    store.unpaidMinor = row.storeUnpaid;
    store.isPaid = row.isPaid;
    store.dueOn = row.dueOn;
  }
  for (const row of pending) {
    const store = storeOf(row);
    store.pendingMinor = row.pending;
    store.decideBy = isoOf(row.decideBy);
  }
  const sum = <Row>(rows: readonly Row[], figure: (row: Row) => number) =>
    rows.reduce((total, row) => total + figure(row), 0);
  return {
    month,
    currency,
    closedOn: latest(parts.map(({ closedOn }) => closedOn)),
    pendingMinor: sum(pending, (row) => row.pending),
    pendingDatedMinor: sum(pending, (row) => row.dated),
    decideBy: latest(pending.map(({ decideBy }) => isoOf(decideBy))),
    notInvoicedMinor: sum(parts, (row) => row.notInvoiced),
    holdPeriodMinor: sum(parts, (row) => row.holdPeriod),
    storeUnpaidMinor: sum(parts, (row) => row.storeUnpaid),
    onHoldMinor: sum(parts, (row) => row.onHold),
    payableMinor: sum(parts, (row) => row.free),
    inRunMinor: 0,
    holdUntil: latest(parts.map(({ holdUntil }) => holdUntil)),
    payableFrom: null,
    stores: [...stores.values()],
  };
}

/** The first day on which everything of a month may be payable. */
function payableFrom(one: OpenMonth, today: string): string | null {
  if (one.onHoldMinor > 0) return null;
  const days = [today];
  const { holdUntil, stores } = one;
  if (holdUntil !== null) days.push(holdUntil);
  if (one.notInvoicedMinor > 0 || (one.closedOn === null && one.pendingMinor > 0)) {
    // A month is closed after its end, and its invoices are due some days later.
    const { first } = monthOf(one.month);
    const closing = nextMonth(first) > today ? nextMonth(first) : today;
    days.push(addDays(closing, PAYMENT_TERMS_DAYS));
  }
  if (one.storeUnpaidMinor > 0 || one.holdPeriodMinor > 0)
    for (const { isPaid, dueOn } of stores) {
      if (isPaid !== false) continue;
      if (dueOn === null || dueOn < today) return null;
      days.push(dueOn);
    }
  return days.sort().at(-1)!;
}

const heldOf = (one: OpenMonth) => one.notInvoicedMinor + one.holdPeriodMinor + one.storeUnpaidMinor + one.onHoldMinor;

const isoOf = (time: string | null) => (time === null ? null : new Date(time).toISOString());

/** The last of some days or times; null if there is none. */
const latest = (values: readonly (string | null)[]): string | null =>
  values
    .filter((value) => value !== null)
    .sort()
    .at(-1) ?? null;
