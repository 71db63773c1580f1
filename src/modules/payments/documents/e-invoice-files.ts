import { buffer } from 'node:stream/consumers';
import { type EInvoiceFormat, FormatFactoryService } from '@e-invoice-eu/core';
import type { InvoiceDocument } from './document.ts';
import { eInvoiceOf } from './e-invoice.ts';
import { invoicePdf } from './pdf.ts';
import { wordsFor } from './words.ts';

type Invoice = Parameters<EInvoiceFormat['generate']>[0];

const silent = { log() {}, warn() {}, error() {} };

/** The invoice as UBL 2.1 (EN 16931): an Invoice, or a CreditNote. @throws NoEInvoice */
export async function invoiceUbl(document: InvoiceDocument): Promise<Uint8Array> {
  const invoice = eInvoiceOf(document) as unknown as Invoice;
  const xml = await write('UBL', document, invoice);
  return Buffer.from(xml as string);
}

/** The PDF of the invoice as Factur-X (profile EN 16931): PDF/A-3 with the invoice as CII in the attachment `factur-x.xml`. @throws NoEInvoice */
export async function invoiceFacturX(document: InvoiceDocument): Promise<Uint8Array> {
  const { 'ubl:Invoice': facts } = eInvoiceOf(document);
  // The library reads the preceding invoice of a CII from one element further up, and writes its day in a wrong form. The day is in the note.
  const preceding =
    document.credits === null ? {} : { 'cac:BillingReference': [{ 'cbc:ID': document.credits.number }] };
  const invoice = { 'ubl:Invoice': { ...facts, ...preceding } } as unknown as Invoice;
  const pdf = {
    ...{ buffer: new Uint8Array(await buffer(invoicePdf(document))), filename: `${document.number}.pdf` },
    mimetype: 'application/pdf',
  };
  const made = await write('Factur-X-EN16931', document, invoice, pdf);
  return Buffer.from(made as Uint8Array);
}

/**
 * The library's service for whole invoices also requires electronic addresses, which Peppol needs and EN 16931 does not. Its writers of formats do not.
 */
function write(
  format: string,
  { locale }: InvoiceDocument,
  invoice: Invoice,
  pdf?: { buffer: Uint8Array; filename: string; mimetype: string },
): Promise<string | Uint8Array> {
  const options = { format, lang: wordsFor(locale).locale, noWarnings: true, ...(pdf === undefined ? {} : { pdf }) };
  return new FormatFactoryService().createFormatService(format, silent as never).generate(invoice, options);
}
