import { sql } from 'drizzle-orm';
import { Type } from 'typebox';
import type { Database } from '../../platform/database/database.ts';
import { eventId, eventKind } from '../../platform/events/event-kind.ts';
import { publish } from '../../platform/events/publish.ts';
import { day, id, minorMoney, nullable } from '../../platform/http/fields.ts';
import { type News, notify } from '../accounts/index.ts';

const document = {
  id: id(),
  number: Type.String({ examples: ['C2026-000012'] }),
  month: Type.String({ description: 'The month that it states.', examples: ['2026-01'] }),
  net: minorMoney('Without VAT.'),
  vat: minorMoney('VAT.'),
  total: minorMoney('With VAT.'),
  issued_on: day(),
  due_on: day(),
};
const statement = {
  ...document,
  user_id: nullable(eventId('The creator; null on an agency’s statement.')),
  client_id: nullable(eventId('The agency; null on a creator’s statement.')),
};
const invoice = { ...document, store_id: id() };

export const PAYMENT_EVENTS = {
  statementIssued: eventKind('statement.issued', 'A creator’s or an agency’s statement was issued.', statement),
  statementPaid: eventKind('statement.paid', 'A statement was marked as paid.', statement),
  invoiceIssued: eventKind('invoice.issued', 'A store’s invoice or a credit note was issued.', invoice),
  invoicePaid: eventKind('invoice.paid', 'A store’s invoice was paid.', invoice),
};

type InvoiceRow = {
  id: number;
  kind: 'store' | 'client' | 'creator';
  number: string;
  month: string;
  store_id: number | null;
  agency_id: number | null;
  user_id: number | null;
  currency: string;
  net_minor: number;
  vat_minor: number;
  total_minor: number;
  issued_on: string;
  payment_date: string;
  /** For a credit note: the number of the credited invoice. */
  credits: string | null;
};

/**
 * Publishes that invoices of stores, and statements of agencies and creators, were issued or paid, and notifies the people. Call
 * it in the transaction of the change.
 * @param ids ids of invoices of any kind
 */
export async function publishInvoices(
  tx: Database,
  what: 'issued' | 'paid',
  { ids, at }: { ids: readonly number[]; at: Date },
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await tx.execute<InvoiceRow>(sql`
    SELECT id, kind, number, to_char(month, 'YYYY-MM') AS month, store_id, agency_id, user_id, currency, net_minor, vat_minor, total_minor,
      issued_on, payment_date, (SELECT o.number FROM invoices o WHERE o.id = invoices.credits_id) AS credits
    FROM invoices WHERE id = ANY (${sql.param([...ids])}::bigint[]) ORDER BY id`);
  const eventOf = (row: (typeof rows)[number]) => ({
    subject: `invoice/${row.id}`,
    storeId: row.store_id,
    agencyId: row.agency_id,
    userId: row.user_id,
    data: {
      id: row.id,
      number: row.number,
      month: row.month,
      net: { minor: row.net_minor, currency: row.currency },
      vat: { minor: row.vat_minor, currency: row.currency },
      total: { minor: row.total_minor, currency: row.currency },
      issued_on: row.issued_on,
      due_on: row.payment_date,
      ...(row.kind === 'store' ? { store_id: row.store_id! } : { user_id: row.user_id, client_id: row.agency_id }),
    },
  });
  const ofStores = rows.filter(({ kind }) => kind === 'store');
  const others = rows.filter(({ kind }) => kind !== 'store');
  const kinds =
    what === 'issued' ? (['invoiceIssued', 'statementIssued'] as const) : (['invoicePaid', 'statementPaid'] as const);
  const ofInvoices = await publish(tx, PAYMENT_EVENTS[kinds[0]], at, ofStores.map(eventOf));
  const ofStatements = await publish(tx, PAYMENT_EVENTS[kinds[1]], at, others.map(eventOf));
  await notify(tx, at, [
    ...ofStores.map((row, index) => invoiceNews(what, row, ofInvoices[index])),
    ...others.map((row, index) => statementNews(what, row, ofStatements[index])),
  ]);
}

const documentValues = ({ number, month, total_minor: minor, currency }: InvoiceRow) => ({
  number,
  month,
  total: { minor, currency },
});

function invoiceNews(what: 'issued' | 'paid', row: InvoiceRow, eventId: number | undefined): News {
  const storeId = row.store_id!;
  const rest = { to: { storeId, need: 'finance' as const }, path: `/console/shop/${storeId}/invoices`, eventId };
  const values = documentValues(row);
  if (row.credits !== null)
    return { message: 'credit_note_issued', values: { ...values, invoice: row.credits }, ...rest };
  return what === 'issued'
    ? { message: 'invoice_issued', values: { ...values, due: row.payment_date }, ...rest }
    : { message: 'invoice_paid', values, ...rest };
}

function statementNews(what: 'issued' | 'paid', row: InvoiceRow, eventId: number | undefined): News {
  const { agency_id: agencyId, user_id: userId } = row;
  const whose =
    row.kind === 'client'
      ? { to: { agencyId: agencyId!, need: 'finance' as const }, path: `/console/agency/${agencyId}/invoices` }
      : { to: { userId: userId! }, path: '/console/creator/earnings' };
  const message = what === 'issued' ? ('statement_issued' as const) : ('statement_paid' as const);
  return { message, values: documentValues(row), ...whose, eventId };
}
