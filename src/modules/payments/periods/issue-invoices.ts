import { sql } from 'drizzle-orm';
import { addDays } from '../../../platform/calendar.ts';
import type { Database } from '../../../platform/database/database.ts';
import { countryName } from '../../../platform/locale.ts';
import { type Company, type Party, type Vat, vatAt, vatOf } from '../company.ts';
import { takeNumbers } from '../invoices/invoice-numbers.ts';
import { vatOfPayee } from '../vat/payee-vat.ts';
import { findDifferences, readTaxedPayees, readTaxedStores, splitIntoParts, taxParts } from './differences.ts';
import type { Month } from './month.ts';

/** Days from the issue of an invoice until it is due. */
const PAYMENT_TERMS_DAYS = 30;

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
 * data of its parties, and VAT. Corrections with another VAT than the current one are on a separate invoice. Leaves the temporary
 * tables `differences` and `parts` for `issueInvoices`.
 */
export async function draftInvoices(tx: Database, month: Month, company: Company): Promise<InvoiceDraft[]> {
  await findDifferences(tx, month);
  await splitIntoParts(tx);
  const stores = await readTaxedStores(tx);
  const payees = await readTaxedPayees(tx);
  await taxParts(tx, [
    ...stores.map(({ party, ...store }) => ({ account: 'store' as const, party, ...vatOf(company, store) })),
    ...payees.map(({ account, party, tax }) => ({ account, party, ...vatOfPayee(company, tax, month.last) })),
  ]);
  return (await readSums(tx)).map((sum) => draftOf(sum, company));
}

/**
 * Issues the drafted invoices, with their numbers and lines. Leaves the temporary tables `differences`, `parts` and `lines` for the
 * bookings.
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
    SELECT p.account AS kind, p.party, p.currency, p.vat_rate_ppm, p.vat_note, sum(p.stated_minor)::bigint AS net_minor,
      CASE WHEN y.id IS NOT NULL THEN y.legal_name ELSE CASE p.account WHEN 'store' THEN coalesce(nullif(s.company_name, ''), s.name) WHEN 'client' THEN coalesce(nullif(c.company_name, ''), c.name)
        ELSE coalesce(nullif(concat_ws(' ', u.first_name, u.surname), ''), u.username) END END AS name,
      coalesce(y.street, s.street, c.street, u.address) AS street, coalesce(y.postal_code, s.postal_code, c.postal_code, u.postcode) AS postal_code,
      coalesce(y.city, s.city, c.city, u.city) AS city, coalesce(y.country, s.country, u.country, g.country) AS country,
      coalesce(y.country, s.country) AS address_country,
      CASE WHEN y.id IS NOT NULL THEN y.vat_number ELSE coalesce(s.vat_number, c.vat_number) END AS vat_number, y.tax_number, coalesce(s.locale, c.locale, u.preferred_locale, g.locale) AS locale
    FROM parts p LEFT JOIN stores s ON p.account = 'store' AND s.id = p.party LEFT JOIN agencies c ON p.account = 'client' AND c.id = p.party
    LEFT JOIN users u ON p.account = 'creator' AND u.id = p.party LEFT JOIN store_groups g ON g.id = coalesce(c.store_group_id, u.store_group_id)
    LEFT JOIN payees y ON p.account <> 'store' AND y.id = self_billed_payee(p.account, p.party)
    GROUP BY p.account, p.party, p.currency, p.vat_rate_ppm, p.vat_note, s.id, c.id, u.id, g.id, y.id
    ORDER BY p.account, p.party, p.currency, p.vat_note, p.vat_rate_ppm`);
  return rows;
}

/** Stores are buyers. Agencies and creators are sellers, in whose name the platform issues the invoices. */
function draftOf(sum: Sum, company: Company): InvoiceDraft {
  const { kind, party, currency, net_minor: net } = sum;
  const place = [sum.postal_code, sum.city].filter(Boolean).join(' ');
  const locale = sum.locale || 'en_GB';
  const lines = [sum.street, place, countryName(sum.country ?? '', locale)].filter((line) => Boolean(line));
  const vatNumber = sum.vat_number === '' ? null : sum.vat_number;
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

/** Writes the lines with their subjects. Leaves the temporary table `lines`, which contains the line of each part. */
async function writeLines(tx: Database, { first }: Month): Promise<void> {
  await tx.execute(sql`
    CREATE TEMPORARY TABLE lines ON COMMIT DROP AS
    SELECT i.id AS invoice_id, p.account, p.party, p.currency, p.kind, p.adjusts, p.about, p.vat_rate_ppm, p.vat_note,
      row_number() OVER (PARTITION BY i.id ORDER BY p.adjusts NULLS FIRST, p.kind, p.about) AS position,
      sum(p.quantity)::bigint AS quantity, sum(p.stated_minor)::bigint AS amount_minor
    FROM parts p JOIN invoices i ON i.month = ${first} AND i.credits_id IS NULL AND i.kind = p.account AND i.currency = p.currency
      AND i.vat_rate_ppm = p.vat_rate_ppm AND i.vat_note = p.vat_note AND p.party = CASE p.account WHEN 'store' THEN i.store_id WHEN 'client' THEN i.agency_id ELSE i.user_id END
    GROUP BY i.id, p.account, p.party, p.currency, p.kind, p.adjusts, p.about, p.vat_rate_ppm, p.vat_note`);
  await tx.execute(sql`
    INSERT INTO invoice_lines (invoice_id, position, kind, description, quantity, amount_minor, adjusts, origin)
    SELECT l.invoice_id, l.position, l.kind, coalesce(CASE split_part(l.about, ':', 1)
        WHEN 'offer' THEN (SELECT o.shown_title FROM campaigns o WHERE o.id = n.id)
        WHEN 'store' THEN (SELECT s.name FROM stores s WHERE s.id = n.id)
        WHEN 'user' THEN (SELECT u.public_name FROM users u WHERE u.id = n.id)
        ELSE (SELECT CASE l.account WHEN 'store' THEN u.public_name ELSE s.name END || ': ' || t.comment FROM one_time_payments t
          JOIN users u ON u.id = t.user_id JOIN stores s ON s.id = t.store_id WHERE t.id = n.id) END, ''),
      l.quantity, l.amount_minor, l.adjusts, jsonb_build_object(split_part(l.about, ':', 1) || '_id', n.id)
    FROM lines l CROSS JOIN LATERAL (SELECT split_part(l.about, ':', 2)::bigint AS id) n ORDER BY l.invoice_id, l.position`);
}
