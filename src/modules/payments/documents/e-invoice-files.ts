import { buffer } from 'node:stream/consumers';
import { xmlDocument } from '../../../platform/xml.ts';
import { ciiOf } from './cii.ts';
import type { InvoiceDocument } from './document.ts';
import { eInvoiceOf } from './e-invoice.ts';
import { invoicePdf } from './pdf.ts';
import { ublOf } from './ubl.ts';

/** The invoice as UBL 2.1 (EN 16931): an Invoice, or a CreditNote. @throws NoEInvoice */
export function invoiceUbl(document: InvoiceDocument): Uint8Array {
  return xmlDocument(ublOf(eInvoiceOf(document)));
}

/** The PDF of the invoice as Factur-X (profile EN 16931): PDF/A-3 with the invoice as CII in the attachment `factur-x.xml`. @throws NoEInvoice */
export async function invoiceFacturX(document: InvoiceDocument): Promise<Uint8Array> {
  return buffer(invoicePdf(document, { facturX: xmlDocument(ciiOf(eInvoiceOf(document))) }));
}
