import { sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import type { GivenAmount } from '../../../platform/http/given-amount.ts';
import { writeAudit } from '../../accounts/index.ts';
import { type Company, vatOf } from '../company.ts';
import { holdImports } from '../imports/find-named.ts';
import { settleFromBalances } from './settle-from-balances.ts';

export interface PrepaidDeps {
  calendar: Calendar;
  company: Company;
}

/** Money that a store has paid in advance (positive), or that was paid back to the store; minor units of its currency. */
export interface Prepayment {
  storeId: number;
  amountMinor: number;
  /** The day of the payment, `YYYY-MM-DD`. */
  day: string;
  reason: string | null;
}

type Store = { id: number; currency: string; country: string; vat_number: string | null };

/**
 * Adds prepayments of stores to their balances, in the caller's transaction, and pays their open invoices from the balances.
 * @param createdBy an administrator; null: a report of a bank
 * @throws NotFound when there is no such store
 */
export async function addPrepayments(
  tx: Database,
  { now, calendar, company }: PrepaidDeps & { now: Date },
  prepayments: readonly Prepayment[],
  createdBy: number | null,
): Promise<void> {
  if (prepayments.length === 0) return;
  await holdImports(tx);
  const stores = await book(tx, { now, calendar }, prepayments, createdBy);
  const rates = prepayments.map(({ storeId }) => {
    const { country, vat_number: vatNumber } = stores.get(storeId)!;
    return vatOf(company, { country, vatNumber }).ratePpm;
  });
  const ids = prepayments.map(({ storeId }) => storeId);
  await tx.execute(sql`
    SELECT change_prepaid(${sql.param(ids)}::bigint[], ${sql.param(prepayments.map((one) => one.amountMinor))}::bigint[], ${sql.param(rates)}::int[])`);
  await settleFromBalances(tx, { now, calendar }, ids);
}

/**
 * Records a prepayment of a store by an administrator, for payments that no bank report has matched.
 * @throws NotFound; InvalidInput for a day in the future
 */
export async function recordPrepayment(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  deps: PrepaidDeps,
  prepayment: Prepayment,
): Promise<void> {
  const now = ctx.now();
  requirePast(prepayment.day, deps.calendar.dayOf(now.getTime()));
  await ctx.db.transaction(async (tx) => {
    await addPrepayments(tx, { ...deps, now }, [prepayment], ctx.actor.userId);
    await audit(tx, ctx, 'store.prepaid', prepayment);
  });
}

/**
 * Records that an administrator has paid a part of the balance back. Costs and promises of the store remain, even if they exceed
 * its reduced credit limit.
 * @param refund with a positive amount in minor units of the store's currency
 * @throws NotFound; InvalidInput for more than the balance, or a day in the future; RuleRefused `balance_needed`
 */
export async function refundPrepaid(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { calendar }: Pick<PrepaidDeps, 'calendar'>,
  { amount, ...refund }: Omit<Prepayment, 'amountMinor'> & { amount: GivenAmount; reason: string },
): Promise<void> {
  const now = ctx.now();
  const { storeId } = refund;
  const amountMinor = amount.minor;
  requirePast(refund.day, calendar.dayOf(now.getTime()));
  await ctx.db.transaction(async (tx) => {
    await holdImports(tx);
    const { rows } = await tx.execute<{ prepaid_minor: number }>(
      sql`SELECT prepaid_minor FROM store_credit WHERE store_id = ${storeId} FOR NO KEY UPDATE`,
    );
    if (rows[0] === undefined) throw new NotFound('store');
    const balance = rows[0].prepaid_minor;
    if (amountMinor > balance) throw new InvalidInput({ [amount.field]: [`must not exceed the balance, ${balance}`] });
    await book(tx, { now, calendar }, [{ ...refund, amountMinor: -amountMinor }], ctx.actor.userId);
    await tx.execute(sql`SELECT change_prepaid(ARRAY[${storeId}::bigint], ARRAY[${-amountMinor}::bigint])`);
    const { rows: beyond } = await tx.execute(
      sql`SELECT FROM store_credit WHERE store_id = ${storeId} AND incurred_minor + promised_minor + reserved_minor > limit_minor`,
    );
    if (beyond.length > 0)
      throw new RuleRefused(
        'balance_needed',
        'The store has incurred, promised or reserved for a campaign what this part of the balance covers.',
      );
    await audit(tx, ctx, 'store.prepaid_refunded', { ...refund, amountMinor });
  });
}

function requirePast(day: string, today: string): void {
  if (day > today) throw new InvalidInput({ day: [`must not be in the future; it is ${today}`] });
}

async function audit(
  tx: Database,
  { actor }: Pick<Context, 'actor'>,
  action: string,
  { storeId, amountMinor, day, reason }: Prepayment,
): Promise<void> {
  const entry = { actor, subjectKind: 'store', subjectId: storeId };
  await writeAudit(tx, { ...entry, action, details: { amount_minor: amountMinor, day, reason } });
}

/**
 * Stores prepayments and books them between the bank and the balance.
 * @returns the ids of the stores
 */
async function book(
  tx: Database,
  { now, calendar }: { now: Date; calendar: Calendar },
  prepayments: readonly Prepayment[],
  createdBy: number | null,
): Promise<Map<number, Store>> {
  const { rows } = await tx.execute<Store>(sql`
    SELECT id, currency, country, nullif(vat_number, '') AS vat_number FROM stores
    WHERE id = ANY (${sql.param(prepayments.map(({ storeId }) => storeId))}::bigint[])`);
  const stores = new Map(rows.map((row) => [row.id, row]));
  if (prepayments.some(({ storeId }) => !stores.has(storeId))) throw new NotFound('store');
  const at = now.toISOString();
  const month = `${calendar.dayOf(now.getTime()).slice(0, 7)}-01`;
  await tx.execute(sql`INSERT INTO payment_periods (month) VALUES (${month}) ON CONFLICT DO NOTHING`);
  await tx.execute(sql`
    WITH kept AS (
      INSERT INTO prepayments (store_id, currency, amount_minor, day, reason, created_by, created_at)
      SELECT p."storeId", s.currency, p."amountMinor", p.day, p.reason, ${createdBy}::bigint, ${at}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(prepayments)}::jsonb) AS p ("storeId" bigint, "amountMinor" bigint, day date, reason text)
      JOIN stores s ON s.id = p."storeId" RETURNING *
    ), booked AS MATERIALIZED (SELECT nextval('bookings') AS booking, kept.* FROM kept ORDER BY id)
    INSERT INTO single_entries (booking, at, month, account, part, store_id, currency, amount_minor, origin_kind, origin_id)
    SELECT b.booking, ${at}, ${month}, e.account, 'payment', e.store_id, b.currency, e.minor, 'prepayment', b.id::text
    FROM booked b CROSS JOIN LATERAL (VALUES ('prepaid', b.amount_minor, b.store_id), ('bank', -b.amount_minor, NULL)) AS e (account, minor, store_id)`);
  return stores;
}
