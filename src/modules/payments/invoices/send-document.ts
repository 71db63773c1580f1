import type { FastifyReply } from 'fastify';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import { file } from '../../../platform/http/replies.ts';
import type { PaymentDeps } from '../deps.ts';
import type { InvoiceDocument } from '../documents/document.ts';
import type { DocumentFormat } from '../file-work.ts';
import type { Invoice } from './read-invoices.ts';
import { readStandings, type Standing } from './read-standings.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The two file formats of an invoice: the last part of their paths and of their operation ids. */
export const DOCUMENTS = [
  { format: 'pdf', suffix: 'Pdf', as: 'as a PDF', reply: file('The PDF.', 'application/pdf') },
  { format: 'excel', suffix: 'Excel', as: 'as an Excel file', reply: file('The workbook.', XLSX) },
] as const satisfies { format: DocumentFormat; [field: string]: unknown }[];

/**
 * Sends an invoice as a download named by its number. The file contains the facts stored when it was issued, and its current state: whether it
 * is paid and, on statements, the amounts held, payable and withdrawn today.
 */
export async function sendDocument(
  ctx: Pick<Context, 'db' | 'now'>,
  reply: FastifyReply,
  { calendar, files, earningsHoldDays }: Pick<PaymentDeps, 'calendar' | 'files' | 'earningsHoldDays'>,
  format: DocumentFormat,
  invoice: Invoice,
): Promise<Buffer> {
  const standings = await readStandings(ctx, { calendar, earningsHoldDays }, [invoice]);
  const content = await files.make(format, documentOf(invoice, standings.get(invoice.id) ?? null, calendar));
  const isPdf = format === 'pdf';
  reply.type(isPdf ? 'application/pdf' : XLSX);
  reply.header('content-disposition', `attachment; filename="${invoice.number}.${isPdf ? 'pdf' : 'xlsx'}"`);
  reply.header('cache-control', 'no-store');
  return content;
}

function documentOf(invoice: Invoice, standing: Standing | null, calendar: Calendar): InvoiceDocument {
  const { kind, number, issuedOn, dueOn, month, currency, locale, seller, buyer, netMinor, vat, totalMinor } = invoice;
  const { lines, paidAt, credits } = invoice;
  return {
    ...{ kind, number, issuedOn, dueOn, month, currency, locale, seller, buyer, netMinor, vat, totalMinor },
    lines: lines.map((line) => ({
      description: line.description,
      // Payments and revaluations have no quantity.
      quantity: line.kind === 'one_time' || line.kind === 'credit' || line.quantity === 0 ? null : line.quantity,
      amountMinor: line.amountMinor,
    })),
    // A credit note is set off when it is issued: nobody has paid it.
    paidOn: paidAt === null || credits !== null ? null : calendar.dayOf(paidAt.getTime()),
    credits: credits === null ? null : { number: credits.number, issuedOn: credits.issuedOn },
    standing,
  };
}
