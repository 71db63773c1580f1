import { sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { holdImports } from '../imports/find-named.ts';
import { settleFromBalances } from '../prepaid/settle-from-balances.ts';

/**
 * Reverses the payment of an invoice and its booking, after a mistake in a bank file or a returned payment. The invoice is open
 * again, and can be marked again. Amounts covered by the prepaid balance or a credit note remain covered.
 * @throws NotFound; RuleRefused `not_paid`
 */
export async function takeBackPayment(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { calendar }: { calendar: Calendar },
  { invoiceId }: { invoiceId: number },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await holdImports(tx);
    const { rows } = await tx.execute<{ number: string; paid: boolean; settled: boolean; store_id: number | null }>(sql`
      SELECT number, paid_at IS NOT NULL AS paid, total_minor <> 0 AND offset_minor + prepaid_minor = total_minor AS settled, store_id
      FROM invoices WHERE id = ${invoiceId} FOR UPDATE`);
    const invoice = rows[0];
    if (invoice === undefined) throw new NotFound('invoice');
    if (invoice.settled)
      throw new RuleRefused(
        'not_paid',
        `Invoice ${invoice.number} was settled by the prepaid balance or a credit note.`,
      );
    if (!invoice.paid) throw new RuleRefused('not_paid', `Invoice ${invoice.number} is not marked as paid.`);
    await reversePayment(tx, { now: ctx.now(), calendar }, { invoiceId, storeId: invoice.store_id });
    const entry = { actor: ctx.actor, subjectKind: 'invoice', subjectId: invoiceId };
    await writeAudit(tx, { ...entry, action: 'invoice.payment_taken_back' });
  });
}

/**
 * Books the reversal of an invoice's payment in the caller's transaction, which holds the imports. The invoice is open again, and
 * no payment link pays it any more. A prepaid balance of the store pays it as far as possible, except for what guarantees need.
 * @param storeId the store of the invoice; null for a statement
 */
export async function reversePayment(
  tx: Database,
  { now, calendar }: { now: Date; calendar: Calendar },
  { invoiceId, storeId }: { invoiceId: number; storeId: number | null },
): Promise<void> {
  const at = now.toISOString();
  const month = `${calendar.dayOf(now.getTime()).slice(0, 7)}-01`;
  await tx.execute(sql`UPDATE payment_links SET is_booked = false WHERE invoice_id = ${invoiceId} AND is_booked`);
  await tx.execute(
    sql`UPDATE invoices SET paid_at = NULL, taken_back_at = ${at}, updated_at = ${at} WHERE id = ${invoiceId}`,
  );
  await tx.execute(sql`INSERT INTO payment_periods (month) VALUES (${month}) ON CONFLICT DO NOTHING`);
  await tx.execute(sql`
    WITH b AS MATERIALIZED (SELECT nextval('bookings') AS booking)
    INSERT INTO single_entries (booking, at, month, account, part, store_id, agency_id, user_id, currency, amount_minor, origin_kind, origin_id)
    SELECT b.booking, ${at}::timestamptz, ${month}::date, e.account, 'payment', e.store_id, e.agency_id, e.user_id, e.currency, -sum(e.amount_minor),
      'paid', e.origin_id
    FROM ledger_entries e, b
    WHERE e.part = 'payment' AND e.origin_kind = 'paid' AND e.origin_id = ${String(invoiceId)}
    GROUP BY b.booking, e.account, e.store_id, e.agency_id, e.user_id, e.currency, e.origin_id HAVING sum(e.amount_minor) <> 0`);
  if (storeId !== null) await settleFromBalances(tx, { now, calendar }, [storeId]);
}
