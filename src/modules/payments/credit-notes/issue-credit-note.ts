import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import type { GivenAmount } from '../../../platform/http/given-amount.ts';
import { writeAudit } from '../../accounts/index.ts';
import { vatAt, vatOf } from '../company.ts';
import { publishInvoices } from '../events.ts';
import { holdImports } from '../imports/find-named.ts';
import { takeNumbers } from '../invoices/invoice-numbers.ts';
import type { PrepaidDeps } from '../prepaid/prepay.ts';
import { bookFromBalances, settleFromBalances } from '../prepaid/settle-from-balances.ts';

type Credited = {
  id: number;
  number: string;
  store_id: number;
  currency: string;
  net_minor: number;
  total_minor: number;
  open_minor: number;
  vat_rate_ppm: number;
  vat_note: 'domestic' | 'reverse_charge' | 'outside_eu';
  is_paid: boolean;
  is_credit_note: boolean;
  country: string;
  vat_number: string | null;
};

/** Amounts of a credit note in minor units; they are positive. */
interface Amounts {
  net: number;
  vat: number;
  /** Amounts with VAT: the part that reduces the open amount of the invoice, and the part that is added to the store's balance. */
  offset: number;
  rest: number;
}

/**
 * Issues a credit note against an invoice of a store. It reduces the open amount of the invoice; the part that was already paid
 * is added to the store's prepaid balance. VAT is reversed at the rate of the invoice, so that credit notes of the whole invoice
 * have exactly its VAT. The earnings of creators and agencies do not change. If an open invoice is credited by more than the
 * platform keeps of it, its earnings become payable only by a release.
 * @param net reads the amount without VAT in the currency of the invoice; undefined: the whole amount that is not credited yet
 * @returns the id of the credit note
 * @throws NotFound when there is no such invoice of a store; InvalidInput for more than the invoice; RuleRefused `not_creditable`, `fully_credited`
 */
export async function issueCreditNote(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  deps: PrepaidDeps,
  { invoiceId, net, reason }: { invoiceId: number; net: (currency: string) => GivenAmount | undefined; reason: string },
): Promise<number> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await holdImports(tx);
    const invoice = await lockInvoice(tx, invoiceId);
    const amounts = await amountsOf(tx, invoice, net(invoice.currency));
    const { id, number } = await insertNote(
      tx,
      { now, today: deps.calendar.dayOf(now.getTime()) },
      { invoice, amounts, reason },
    );
    await bookNote(tx, now, { id, invoice, amounts });
    if (amounts.rest > 0) {
      await bookFromBalances(tx, { now, calendar: deps.calendar }, [{ id, part: -amounts.rest }]);
      const rate = vatOf(deps.company, { country: invoice.country, vatNumber: invoice.vat_number }).ratePpm;
      await tx.execute(sql`
        SELECT change_prepaid(ARRAY[${invoice.store_id}::bigint], ARRAY[${amounts.rest}::bigint],
          ARRAY (SELECT CASE WHEN is_guaranteed THEN NULL ELSE ${rate}::int END FROM store_credit WHERE store_id = ${invoice.store_id}))`);
    }
    const isPaid = await reduceOpen(tx, now, { invoice, amounts });
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'invoice.credited',
      subjectKind: 'invoice',
      subjectId: invoiceId,
      details: { credit_note: number, net_minor: amounts.net, vat_minor: amounts.vat, reason },
    });
    await publishInvoices(tx, 'issued', { ids: [id], at: now });
    if (isPaid) await publishInvoices(tx, 'paid', { ids: [invoiceId], at: now });
    await settleFromBalances(tx, { now, calendar: deps.calendar }, [invoice.store_id]);
    return id;
  });
}

async function lockInvoice(tx: Database, id: number): Promise<Credited> {
  await tx.execute(sql`SELECT FROM invoices WHERE id = ${id} FOR UPDATE`);
  const { rows } = await tx.execute<Credited>(sql`
    SELECT i.id, i.number, i.store_id, i.currency, i.net_minor, i.total_minor, i.open_minor, i.vat_rate_ppm, i.vat_note, i.paid_at IS NOT NULL AS is_paid,
      i.credits_id IS NOT NULL AS is_credit_note, s.country, nullif(s.vat_number, '') AS vat_number
    FROM invoices i JOIN stores s ON s.id = i.store_id WHERE i.id = ${id} AND i.kind = 'store'`);
  const invoice = rows[0];
  if (invoice === undefined) throw new NotFound('invoice');
  if (invoice.is_credit_note || invoice.net_minor <= 0)
    throw new RuleRefused('not_creditable', `${invoice.number} is not an invoice of a positive amount.`);
  return invoice;
}

/** VAT is that of all credit notes together less that of the earlier ones, so that no rounding difference remains. */
async function amountsOf(tx: Database, invoice: Credited, given: GivenAmount | undefined): Promise<Amounts> {
  const { rows } = await tx.execute<{ net: number; vat: number }>(sql`
    SELECT coalesce(-sum(net_minor), 0)::bigint AS net, coalesce(-sum(vat_minor), 0)::bigint AS vat FROM invoices WHERE credits_id = ${invoice.id}`);
  const before = rows[0]!;
  const left = invoice.net_minor - before.net;
  if (left === 0) throw new RuleRefused('fully_credited', `Invoice ${invoice.number} is credited in full.`);
  const net = given?.minor ?? left;
  if (net > left) throw new InvalidInput({ [given!.field]: [`must not exceed what is not credited yet, ${left}`] });
  const { vat_rate_ppm: ratePpm, vat_note: note } = invoice;
  const vat = vatAt({ ratePpm, note }, before.net + net).minor - before.vat;
  const offset = Math.min(net + vat, invoice.open_minor);
  return { net, vat, offset, rest: net + vat - offset };
}

/** The credit note has the parties and the VAT treatment of its invoice. It is due at once, and settled. */
async function insertNote(
  tx: Database,
  { now, today }: { now: Date; today: string },
  { invoice, amounts, reason }: { invoice: Credited; amounts: Amounts; reason: string },
): Promise<{ id: number; number: string }> {
  const at = now.toISOString();
  const month = `${today.slice(0, 7)}-01`;
  await tx.execute(sql`INSERT INTO payment_periods (month) VALUES (${month}) ON CONFLICT DO NOTHING`);
  const [number = ''] = await takeNumbers(tx, ['credit_note'], Number(today.slice(0, 4)));
  const { net, vat, offset, rest } = amounts;
  const { rows } = await tx.execute<{ id: number }>(sql`
    INSERT INTO invoices (kind, number, store_id, month, currency, net_minor, vat_minor, total_minor, vat_rate_ppm, vat_note, parties, locale, issued_on,
      payment_date, paid_at, created_at, updated_at, credits_id, offset_minor, prepaid_minor)
    SELECT 'store', ${number}, store_id, ${month}, currency, ${-net}::bigint, ${-vat}::bigint, ${-net - vat}::bigint, vat_rate_ppm, vat_note, parties, locale,
      ${today}, ${today}, ${at}, ${at}, ${at}, id, ${-offset}::bigint, ${-rest}::bigint
    FROM invoices WHERE id = ${invoice.id} RETURNING id`);
  const { id } = rows[0]!;
  await tx.execute(sql`
    INSERT INTO invoice_lines (invoice_id, position, kind, description, quantity, amount_minor, origin)
    VALUES (${id}, 1, 'credit', ${reason}, 0, ${-net}, jsonb_build_object('invoice_id', ${invoice.id}::bigint))`);
  return { id, number };
}

/** The store owes less, and the rest of the platform decreases; the VAT is no longer owed. */
async function bookNote(
  tx: Database,
  now: Date,
  { id, invoice, amounts: { net, vat } }: { id: number; invoice: Credited; amounts: Amounts },
): Promise<void> {
  await tx.execute(sql`
    WITH b AS MATERIALIZED (SELECT nextval('bookings') AS net_booking, nextval('bookings') AS vat_booking)
    INSERT INTO single_entries (booking, at, month, account, part, store_id, currency, amount_minor, origin_kind, origin_id, invoice_line_id)
    SELECT CASE e.part WHEN 'vat' THEN b.vat_booking ELSE b.net_booking END, ${now.toISOString()}::timestamptz, i.month, e.account, e.part, i.store_id,
      i.currency, e.minor, e.origin, i.id::text, e.line_id
    FROM b CROSS JOIN invoices i JOIN invoice_lines l ON l.invoice_id = i.id
    CROSS JOIN LATERAL (VALUES ('store', 'cost', ${net}::bigint, 'credit_note', l.id), ('platform', 'platform', ${-net}::bigint, 'credit_note', NULL),
      ('store', 'vat', ${vat}::bigint, 'vat', NULL), ('vat', 'vat', ${-vat}::bigint, 'vat', NULL)) AS e (account, part, minor, origin, line_id)
    WHERE i.id = ${id} AND i.store_id = ${invoice.store_id} AND e.minor <> 0`);
}

/** Reduces the open amount of the invoice; returns whether that has paid the invoice. */
async function reduceOpen(
  tx: Database,
  now: Date,
  { invoice, amounts }: { invoice: Credited; amounts: Amounts },
): Promise<boolean> {
  if (invoice.is_paid) return false;
  const isPaid = amounts.offset === invoice.open_minor;
  await tx.execute(sql`
    UPDATE invoices i SET offset_minor = offset_minor + ${amounts.offset}::bigint, updated_at = ${now.toISOString()}::timestamptz,
      paid_at = CASE WHEN ${isPaid}::boolean THEN ${now.toISOString()}::timestamptz END,
      needs_release = i.needs_release OR (SELECT -coalesce(sum(n.net_minor), 0) FROM invoices n WHERE n.credits_id = i.id) > (
        SELECT coalesce(sum(k.minor), 0) FROM invoice_lines l CROSS JOIN LATERAL (
          SELECT b.cost_minor - b.user_minor - b.agency_minor AS minor FROM closing_bookings b WHERE b.cost_line_id = l.id
          UNION ALL
          SELECT p.amount_minor FROM single_entries c JOIN single_entries p ON p.booking = c.booking AND p.part = 'platform'
          WHERE c.invoice_line_id = l.id AND c.part = 'cost'
        ) k WHERE l.invoice_id = i.id)
    WHERE i.id = ${invoice.id}`);
  return isPaid;
}
