import { sql } from 'drizzle-orm';
import { addDays } from '../../../platform/calendar.ts';
import type { Database } from '../../../platform/database/database.ts';
import { countryName } from '../../../platform/locale.ts';
import { parseVatNumber } from '../../../platform/vat-number.ts';
import { type Company, type Party, type Vat, vatAt, vatOf } from '../company.ts';
import { takeNumbers } from '../invoices/invoice-numbers.ts';
import { vatOfPayee } from '../vat/payee-vat.ts';
import { addUpLines, readTaxedPayees, readTaxedStores, taxLines } from './differences.ts';
import type { Month } from './month.ts';

/** Days from the issue of an invoice until it is due. */
export const PAYMENT_TERMS_DAYS = 30;

/** A closing under way. */
export interface Closing {
  month: Month;
  at: Date;
  /** The day of `at` in the platform's time zone. */
  today: string;
}

type InvoiceKind = 'store' | 'client' | 'creator';

/** A drafted invoice, which has no number yet. */
export interface InvoiceDraft {
  kind: InvoiceKind;
  party: number;
  currency: string;
  /** Minor units; `net + vat` is its total. */
  net: number;
  vat: number;
  rate: number;
  note: Vat['note'];
  parties: { seller: Party; buyer: Party };
  locale: string;
}

/** An issued invoice and its VAT. */
export interface IssuedInvoice {
  id: number;
  kind: InvoiceKind;
  party: number;
  currency: string;
  vatMinor: number;
}

type Sum = {
  kind: InvoiceKind;
  party: number;
  currency: string;
  net_minor: number;
  vat_rate_ppm: number;
  vat_note: Vat['note'];
  name: string;
  street: string | null;
  postal_code: string | null;
  city: string | null;
  country: string | null;
  vat_number: string | null;
  tax_number: string | null;
  locale: string | null;
  address_country: string | null;
};

/**
 * Determines the invoices of a month: one for each store, agency or creator, and currency with a difference, with the current
 * data of its parties, and VAT. Call it after `findDifferences`. Corrections with another VAT than the current one are on a separate invoice. Leaves the temporary
 * tables of `differences.ts` for `issueInvoices` and the bookings.
 */
export async function draftInvoices(tx: Database, month: Month, company: Company): Promise<InvoiceDraft[]> {
  await addUpLines(tx);
  const stores = await readTaxedStores(tx);
  const payees = await readTaxedPayees(tx);
  await taxLines(tx, [
    ...stores.map(({ party, ...store }) => ({ account: 'store' as const, party, ...vatOf(company, store) })),
    ...payees.map(({ account, party, tax }) => ({ account, party, ...vatOfPayee(company, tax, month.last) })),
  ]);
  return (await readSums(tx)).map((sum) => draftOf(sum, company));
}

/**
 * Issues the drafted invoices, with their numbers and lines. The temporary table `lines` then names the line of the invoice.
 */
export async function issueInvoices(
  tx: Database,
  closing: Closing,
  drafts: readonly InvoiceDraft[],
): Promise<IssuedInvoice[]> {
  const year = Number(closing.today.slice(0, 4));
  const numbers = await takeNumbers(
    tx,
    drafts.map(({ kind }) => kind),
    year,
  );
  const rows = drafts.map((draft, at) => ({ ...draft, number: numbers[at] }));
  const { rows: issued } = await tx.execute<{
    id: number;
    kind: InvoiceKind;
    party: number;
    currency: string;
    vat_minor: number;
  }>(sql`
    INSERT INTO invoices (kind, number, store_id, agency_id, user_id, month, currency, net_minor, vat_minor, total_minor, vat_rate_ppm, vat_note,
      parties, locale, issued_on, payment_date, created_at, updated_at)
    SELECT r.kind, r.number, CASE r.kind WHEN 'store' THEN r.party END, CASE r.kind WHEN 'client' THEN r.party END,
      CASE r.kind WHEN 'creator' THEN r.party END, ${closing.month.first}, r.currency, r.net, r.vat, r.net + r.vat, r.rate, r.note, r.parties,
      r.locale, ${closing.today}, ${addDays(closing.today, PAYMENT_TERMS_DAYS)}, ${closing.at.toISOString()}, ${closing.at.toISOString()}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (kind text, number text, party bigint, currency text, net bigint, vat bigint,
      rate int, note text, parties jsonb, locale text)
    ORDER BY r.kind, r.number
    RETURNING id, kind, coalesce(store_id, agency_id, user_id) AS party, currency, vat_minor`);
  await writeLines(tx, closing.month);
  return issued.map(({ vat_minor: vatMinor, ...rest }) => ({ ...rest, vatMinor }));
}

async function readSums(tx: Database): Promise<Sum[]> {
  const { rows } = await tx.execute<Sum>(sql`
    SELECT p.account AS kind, p.party, p.currency, p.vat_rate_ppm, p.vat_note, p.net_minor,
      CASE WHEN y.id IS NOT NULL THEN y.legal_name ELSE CASE p.account WHEN 'store' THEN coalesce(nullif(s.company_name, ''), s.name) WHEN 'client' THEN coalesce(nullif(c.company_name, ''), c.name)
        ELSE coalesce(nullif(concat_ws(' ', u.first_name, u.surname), ''), u.username) END END AS name,
      coalesce(y.street, s.street, c.street, u.address) AS street, coalesce(y.postal_code, s.postal_code, c.postal_code, u.postcode) AS postal_code,
      coalesce(y.city, s.city, c.city, u.city) AS city, coalesce(y.country, s.country, u.country, g.country) AS country,
      coalesce(y.country, s.country) AS address_country,
      CASE WHEN y.id IS NOT NULL THEN y.vat_number ELSE coalesce(s.vat_number, c.vat_number) END AS vat_number, y.tax_number, coalesce(s.locale, c.locale, u.preferred_locale, g.locale) AS locale
    FROM (
      SELECT account, party, currency, vat_rate_ppm, vat_note, sum(amount_minor)::bigint AS net_minor FROM lines
      GROUP BY account, party, currency, vat_rate_ppm, vat_note
    ) p LEFT JOIN stores s ON p.account = 'store' AND s.id = p.party LEFT JOIN agencies c ON p.account = 'client' AND c.id = p.party
    LEFT JOIN users u ON p.account = 'creator' AND u.id = p.party LEFT JOIN store_groups g ON g.id = coalesce(c.store_group_id, u.store_group_id)
    LEFT JOIN self_billed_payees y ON y.account = p.account AND y.party = p.party
    ORDER BY p.account, p.party, p.currency, p.vat_note, p.vat_rate_ppm`);
  return rows;
}

/** Stores are buyers. Agencies and creators are sellers, in whose name the platform issues the invoices. */
function draftOf(sum: Sum, company: Company): InvoiceDraft {
  const { kind, party, currency, net_minor: net } = sum;
  const place = [sum.postal_code, sum.city].filter(Boolean).join(' ');
  const locale = sum.locale || 'en_GB';
  const lines = [sum.street, place, countryName(sum.country ?? '', locale)].filter((line) => Boolean(line));
  const vatNumber = sum.vat_number ? (parseVatNumber(sum.vat_number, sum.country ?? '') ?? sum.vat_number) : null;
  const { street, postal_code: postalCode, city, address_country: otherCountry } = sum;
  const address =
    street && city && otherCountry ? { street, postalCode: postalCode ?? '', city, country: otherCountry } : undefined;
  const other: Party = {
    name: sum.name,
    lines: lines as string[],
    vatNumber,
    ...(address && { address }),
    ...(otherCountry && { country: otherCountry }),
    ...(sum.tax_number && { taxNumber: sum.tax_number }),
  };
  const account = kind === 'store' && company.bankAccount !== null ? [company.bankAccount] : [];
  const ours = [...company.lines, countryName(company.country, locale), ...account];
  const us: Party = {
    name: company.name,
    lines: ours,
    vatNumber: company.vatNumber,
    country: company.country,
    ...(company.address && { address: company.address }),
    ...(company.taxNumber && { taxNumber: company.taxNumber }),
    ...(kind === 'store' && company.account && { account: company.account }),
  };
  const vat = vatAt({ ratePpm: sum.vat_rate_ppm, note: sum.vat_note }, net);
  const parties = kind === 'store' ? { seller: us, buyer: other } : { seller: other, buyer: us };
  return { kind, party, currency, net, vat: vat.minor, rate: vat.ratePpm, note: vat.note, parties, locale };
}

/**
 * Writes the lines of the invoices with their subjects, and their ids into the temporary table `lines`. The id of the party is one column on both sides,
 * so that the join with the invoices can be hashed.
 */
async function writeLines(tx: Database, { first }: Month): Promise<void> {
  await tx.execute(sql`
    CREATE TEMPORARY TABLE stated ON COMMIT DROP AS
    SELECT i.id AS invoice_id, l.account, l.party, l.currency, l.vat_rate_ppm, l.vat_note, l.kind, l.adjusts, l.about, l.about_id,
      row_number() OVER (PARTITION BY i.id ORDER BY nullif(l.adjusts, 'infinity') NULLS FIRST, l.kind, l.about, l.about_id) AS position,
      sum(l.quantity)::bigint AS quantity, sum(l.amount_minor)::bigint AS amount_minor
    FROM lines l JOIN invoices i ON i.month = ${first} AND i.credits_id IS NULL AND i.kind = l.account
      AND coalesce(i.store_id, i.agency_id, i.user_id) = l.party AND i.currency = l.currency AND i.vat_rate_ppm = l.vat_rate_ppm AND i.vat_note = l.vat_note
    GROUP BY i.id, l.account, l.party, l.currency, l.vat_rate_ppm, l.vat_note, l.kind, l.adjusts, l.about, l.about_id`);
  await tx.execute(sql`ANALYZE stated`);
  await tx.execute(sql`
    INSERT INTO invoice_lines (invoice_id, position, kind, description, quantity, amount_minor, adjusts, origin)
    SELECT l.invoice_id, l.position, l.kind, coalesce(CASE l.about WHEN 'offer' THEN o.shown_title WHEN 'store' THEN s.name WHEN 'user' THEN u.public_name
        ELSE CASE l.account WHEN 'store' THEN pu.public_name ELSE ps.name END || ': ' || t.comment END, ''),
      l.quantity, l.amount_minor, nullif(l.adjusts, 'infinity'), jsonb_build_object(l.about || '_id', l.about_id)
    FROM stated l LEFT JOIN campaigns o ON l.about = 'offer' AND o.id = l.about_id LEFT JOIN stores s ON l.about = 'store' AND s.id = l.about_id
    LEFT JOIN users u ON l.about = 'user' AND u.id = l.about_id LEFT JOIN one_time_payments t ON l.about = 'payment' AND t.id = l.about_id
    LEFT JOIN users pu ON pu.id = t.user_id LEFT JOIN stores ps ON ps.id = t.store_id
    ORDER BY l.invoice_id, l.position`);
  await tx.execute(sql`
    UPDATE lines l SET invoice_line_id = il.id FROM stated d JOIN invoice_lines il ON il.invoice_id = d.invoice_id AND il.position = d.position
    WHERE l.account = d.account AND l.party = d.party AND l.currency = d.currency AND l.vat_rate_ppm = d.vat_rate_ppm AND l.vat_note = d.vat_note
      AND l.kind = d.kind AND l.adjusts = d.adjusts AND l.about = d.about AND l.about_id = d.about_id`);
  await tx.execute(sql`ANALYZE lines`);
}
