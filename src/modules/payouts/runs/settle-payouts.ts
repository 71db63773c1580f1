import { sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { notify } from '../../accounts/index.ts';
import { holdPayouts } from '../../payments/index.ts';
import { publishPayouts } from '../events.ts';
import { ownerAudience } from '../payees/owner-audience.ts';
import { writeRunAudit } from './decide-run.ts';
import { lockRun, type Run, readRun } from './run.ts';

type Ctx = Pick<Context, 'db' | 'now' | 'actor'>;

/** Facts about a payout, from a bank or an administrator. */
export interface Settlement {
  payoutId: number;
  /** `YYYY-MM-DD` */
  day: string;
}

/**
 * Books payouts as paid, in the transaction of the caller, who has locked them: payee and bank, in the current month. Paid
 * payouts do not change.
 * @returns the ids of those that were booked
 */
export async function bookPaid(
  tx: Database,
  { now, calendar }: { now: Date; calendar: Calendar },
  settlements: readonly Settlement[],
): Promise<number[]> {
  const at = now.toISOString();
  const { rows } = await tx.execute<{ id: number }>(sql`
    UPDATE payouts p SET status = 'paid', paid_on = s.day, reason = NULL, updated_at = ${at}
    FROM jsonb_to_recordset(${JSON.stringify(settlements)}::jsonb) AS s ("payoutId" bigint, day date)
    WHERE p.id = s."payoutId" AND p.status NOT IN ('paid', 'returned') RETURNING p.id`);
  const ids = rows.map(({ id }) => id);
  await book(tx, { at, calendar, now, sign: 1 }, ids);
  await publishPayouts(tx, 'paid', { ids, at: now });
  return ids;
}

/**
 * Books paid payouts as returned, in the caller's transaction, by reversing their bookings. The balance contains the amounts
 * again. The payee is notified.
 * @returns the ids of the booked payouts
 */
export async function bookReturned(
  tx: Database,
  { now, calendar }: { now: Date; calendar: Calendar },
  settlements: readonly (Settlement & { reason: string })[],
): Promise<number[]> {
  const at = now.toISOString();
  const { rows } = await tx.execute<ReturnedRow>(sql`
    UPDATE payouts p SET status = 'returned', returned_on = greatest(s.day, p.paid_on), reason = s.reason, updated_at = ${at}
    FROM jsonb_to_recordset(${JSON.stringify(settlements)}::jsonb) AS s ("payoutId" bigint, day date, reason text)
    WHERE p.id = s."payoutId" AND p.status = 'paid'
    RETURNING p.id, p.account, coalesce(p.user_id, p.agency_id) AS payee_id, p.amount_minor, p.currency, p.reason`);
  const ids = rows.map(({ id }) => id);
  await book(tx, { at, calendar, now, sign: -1 }, ids);
  await publishPayouts(tx, 'returned', { ids, at: now });
  await reportFailures(tx, now, rows);
  return ids;
}

/**
 * Marks payouts that a bank rejected before payment. Nothing was booked, and their amounts are released. The payee is notified.
 */
export async function markRejected(
  tx: Database,
  { now }: { now: Date },
  settlements: readonly (Settlement & { reason: string })[],
): Promise<number[]> {
  const { rows } = await tx.execute<ReturnedRow>(sql`
    UPDATE payouts p SET status = 'rejected', reason = s.reason, updated_at = ${now.toISOString()}
    FROM jsonb_to_recordset(${JSON.stringify(settlements)}::jsonb) AS s ("payoutId" bigint, reason text)
    WHERE p.id = s."payoutId" AND p.status = 'in_run' AND p.file_id IS NOT NULL
    RETURNING p.id, p.account, coalesce(p.user_id, p.agency_id) AS payee_id, p.amount_minor, p.currency, p.reason`);
  await reportFailures(tx, now, rows);
  return rows.map(({ id }) => id);
}

type ReturnedRow = {
  id: number;
  account: 'creator' | 'client';
  payee_id: number;
  amount_minor: number;
  currency: string;
  reason: string;
};

async function reportFailures(tx: Database, at: Date, rows: readonly ReturnedRow[]): Promise<void> {
  const news = rows.map(({ account, payee_id: id, amount_minor: minor, currency, reason }) => ({
    message: 'payout_failed' as const,
    values: { amount: { minor, currency }, reason },
    ...ownerAudience({ account, id }),
  }));
  await notify(tx, at, news);
}

/** Payouts are separate entries: part `payment` on the payee's account, against the bank. */
async function book(
  tx: Database,
  { at, calendar, now, sign }: { at: string; calendar: Calendar; now: Date; sign: 1 | -1 },
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const month = `${calendar.dayOf(now.getTime()).slice(0, 7)}-01`;
  await tx.execute(sql`INSERT INTO payment_periods (month) VALUES (${month}) ON CONFLICT DO NOTHING`);
  await tx.execute(sql`
    WITH booked AS MATERIALIZED (
      SELECT nextval('bookings') AS booking, p.* FROM payouts p WHERE p.id = ANY (${sql.param([...ids])}::bigint[]) ORDER BY p.id
    )
    INSERT INTO single_entries (booking, at, month, account, part, agency_id, user_id, currency, amount_minor, origin_kind, origin_id)
    SELECT b.booking, ${at}, ${month}, e.account, 'payment', e.agency_id, e.user_id, b.currency, e.minor * ${sign}::int, 'payout', b.id::text
    FROM booked b CROSS JOIN LATERAL (VALUES (b.account, -b.amount_minor, b.agency_id, b.user_id), ('bank', b.amount_minor, NULL, NULL))
      AS e (account, minor, agency_id, user_id)`);
}

/**
 * Marks the outstanding payouts of an exported run as paid, all of them or the named ones: for PayPal and Wise, whose reports are
 * not read, or without bank files. Transfers of Stripe are excluded, because Stripe reports their state. Repeating it changes
 * nothing.
 * @param paidOn `YYYY-MM-DD`
 * @throws NotFound; InvalidInput for a day in the future or before the export, or a payout of another run; RuleRefused
 *   `not_exported`
 */
export async function markRunPaid(
  ctx: Ctx,
  { calendar }: { calendar: Calendar },
  { runId, paidOn, payoutIds }: { runId: number; paidOn: string; payoutIds?: readonly number[] | undefined },
): Promise<Run> {
  return ctx.db.transaction(async (tx) => {
    await holdPayouts(tx);
    const run = await lockRun(tx, runId);
    if (run.status !== 'exported') throw new RuleRefused('not_exported', `Run ${runId} is ${run.status}.`);
    requireDay(ctx, calendar, { field: 'paid_on', day: paidOn, from: calendar.dayOf(run.exported!.at.getTime()) });
    const { rows } = await tx.execute<{ id: number; status: string }>(
      sql`SELECT p.id, p.status FROM payouts p WHERE p.run_id = ${runId}
        AND NOT EXISTS (SELECT FROM payout_transfers t WHERE t.payout_id = p.id) FOR UPDATE`,
    );
    const statuses = new Map(rows.map(({ id, status }) => [id, status]));
    const foreign = payoutIds?.findIndex((id) => !statuses.has(id)) ?? -1;
    if (foreign >= 0)
      throw new InvalidInput({
        [`payout_ids.${foreign}`]: [`must be a payout of run ${runId} that is not sent by Stripe`],
      });
    const open = (payoutIds ?? [...statuses.keys()]).filter((id) => statuses.get(id) === 'in_run');
    const settlements = open.map((payoutId) => ({ payoutId, day: paidOn }));
    const done = await bookPaid(tx, { now: ctx.now(), calendar }, settlements);
    await writeRunAudit(tx, ctx, runId, 'marked_paid', { payouts: done.length, paid_on: paidOn });
    return readRun({ db: tx }, runId);
  });
}

/**
 * Records that a paid payout did not arrive. It is booked as a reversal, the balance contains the amount again, and the payee is
 * notified.
 * @param returnedOn `YYYY-MM-DD`
 * @throws NotFound; InvalidInput for a day in the future or before the payment; RuleRefused `payout_not_paid`
 */
export async function returnPayout(
  ctx: Ctx,
  { calendar }: { calendar: Calendar },
  { payoutId, returnedOn, reason }: { payoutId: number; returnedOn: string; reason: string },
): Promise<{ runId: number }> {
  return ctx.db.transaction(async (tx) => {
    await holdPayouts(tx);
    const { rows } = await tx.execute<{ run_id: number; status: string; paid_on: string | null }>(
      sql`SELECT run_id, status, paid_on FROM payouts WHERE id = ${payoutId} FOR UPDATE`,
    );
    const payout = rows[0];
    if (payout === undefined) throw new NotFound('payout');
    if (payout.status !== 'paid' || payout.paid_on === null)
      throw new RuleRefused('payout_not_paid', `Payout ${payoutId} is ${payout.status}.`);
    requireDay(ctx, calendar, { field: 'returned_on', day: returnedOn, from: payout.paid_on });
    await bookReturned(tx, { now: ctx.now(), calendar }, [{ payoutId, day: returnedOn, reason }]);
    await writeRunAudit(tx, ctx, payout.run_id, 'payout_returned', { payout_id: payoutId, reason });
    return { runId: payout.run_id };
  });
}

function requireDay(
  { now }: Pick<Context, 'now'>,
  calendar: Calendar,
  { field, day, from }: { field: string; day: string; from: string },
): void {
  const today = calendar.dayOf(now().getTime());
  if (day > today) throw new InvalidInput({ [field]: [`must not be in the future; it is ${today}`] });
  if (day < from) throw new InvalidInput({ [field]: [`must not be before ${from}`] });
}
