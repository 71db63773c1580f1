import type { FastifyReply } from 'fastify';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import { file } from '../../../platform/http/replies.ts';
import type { PaymentDeps } from '../deps.ts';
import type { InvoiceDocument } from '../documents/document.ts';
import { eInvoiceOf, NoEInvoice } from '../documents/e-invoice.ts';
import type { DocumentFormat } from '../file-work.ts';
import type { Invoice } from './read-invoices.ts';
import { readStandings, type Standing } from './read-standings.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The file formats of an invoice: the last part of their paths and of their operation ids. E-invoices (EN 16931) are refused with `no_e_invoice`. */
export const DOCUMENTS = [
  {
    format: 'pdf',
    suffix: 'Pdf',
    as: 'as a PDF',
    errors: [],
    reply: file('The PDF.', 'application/pdf'),
  },
  {
    format: 'excel',
    suffix: 'Excel',
    as: 'as an Excel file',
    errors: [],
    reply: file('The workbook.', XLSX),
  },
  {
    format: 'ubl',
    suffix: 'Ubl',
    as: 'as a UBL e-invoice',
    errors: ['no_e_invoice'],
    reply: file('The XML.', 'application/xml'),
  },
  {
    format: 'factur-x',
    suffix: 'FacturX',
    as: 'as a Factur-X e-invoice',
    errors: ['no_e_invoice'],
    reply: file('The PDF with its XML.', 'application/pdf'),
  },
] as const satisfies { format: DocumentFormat; [field: string]: unknown }[];

/** The media type and the file name extension of each format. */
const FILES: Record<DocumentFormat, [type: string, ending: string]> = {
  pdf: ['application/pdf', '.pdf'],
  excel: [XLSX, '.xlsx'],
  ubl: ['application/xml', '.xml'],
  'factur-x': ['application/pdf', '-factur-x.pdf'],
};

/** The dependencies of an invoice's files. */
type DocumentDeps = Pick<PaymentDeps, 'calendar' | 'files' | 'earningsHoldDays'>;

/**
 * Sends an invoice as a download named by its number.
 * @throws RuleRefused `no_e_invoice`
 */
export async function sendDocument(
  ctx: Pick<Context, 'db' | 'now'>,
  reply: FastifyReply,
  deps: DocumentDeps,
  format: DocumentFormat,
  invoice: Invoice,
): Promise<Buffer> {
  const content = await makeDocument(ctx, deps, format, invoice);
  const [type, ending] = FILES[format];
  reply.type(type);
  reply.header('content-disposition', `attachment; filename="${invoice.number}${ending}"`);
  reply.header('cache-control', 'no-store');
  return content;
}

/**
 * Creates the file of an invoice. It contains the facts stored when the invoice was issued, and its current state: whether it is paid and, on
 * statements, the amounts held, payable and withdrawn today. The XML of an e-invoice is the invoice as it was issued.
 * @throws RuleRefused `no_e_invoice`
 */
export async function makeDocument(
  ctx: Pick<Context, 'db' | 'now'>,
  { calendar, files, earningsHoldDays }: DocumentDeps,
  format: DocumentFormat,
  invoice: Invoice,
): Promise<Buffer> {
  const standings = await readStandings(ctx, { calendar, earningsHoldDays }, [invoice]);
  return files.make(format, documentOf(invoice, standings.get(invoice.id) ?? null, calendar));
}

/** Whether the invoice is available as an e-invoice. */
export function hasEInvoice(invoice: Invoice): boolean {
  try {
    eInvoiceOf(documentOf(invoice, null, null));
    return true;
  } catch (error) {
    if (error instanceof NoEInvoice) return false;
    throw error;
  }
}

/** @param calendar null: the day of the payment is omitted */
function documentOf(invoice: Invoice, standing: Standing | null, calendar: Calendar | null): InvoiceDocument {
  const { kind, number, issuedOn, dueOn, month, currency, locale, seller, buyer, netMinor, vat, totalMinor } = invoice;
  const { lines, paidAt, credits } = invoice;
  return {
    kind,
    number,
    issuedOn,
    dueOn,
    month,
    currency,
    locale,
    seller,
    buyer,
    netMinor,
    vat,
    totalMinor,
    lines: lines.map((line) => ({
      description: line.description,
      // Payments and revaluations have no quantity.
      quantity: line.kind === 'one_time' || line.kind === 'credit' || line.quantity === 0 ? null : line.quantity,
      amountMinor: line.amountMinor,
    })),
    // A credit note is set off when it is issued, so it is never marked as paid.
    paidOn: paidAt === null || credits !== null || calendar === null ? null : calendar.dayOf(paidAt.getTime()),
    credits: credits === null ? null : { number: credits.number, issuedOn: credits.issuedOn },
    standing,
  };
}
