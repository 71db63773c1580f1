import type { InvoiceDocument } from '../../src/modules/payments/documents/document.ts';

type Given = Partial<Omit<InvoiceDocument, 'netMinor' | 'totalMinor'>>;

/** An invoice of a Swedish month, whose sums follow from the given lines and VAT. */
export function invoiceWith(given: Given = {}): InvoiceDocument {
  const document = { ...INVOICE, ...given };
  const netMinor = document.lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return { ...document, netMinor, totalMinor: netMinor + document.vat.minor };
}

const INVOICE: Omit<InvoiceDocument, 'netMinor' | 'totalMinor'> = {
  kind: 'store',
  number: '2026-000123',
  issuedOn: '2026-12-01',
  dueOn: '2026-12-31',
  month: '2026-11',
  currency: 'SEK',
  locale: 'sv_SE',
  seller: { name: 'Biflod AB', lines: ['Storgatan 12', '111 22 Stockholm', 'Sverige'], vatNumber: 'SE556677889901' },
  buyer: { name: 'Björk & Åsa Mode AB', lines: ['Sveavägen 44', '113 59 Stockholm'], vatNumber: 'SE556123456701' },
  lines: [{ description: 'Klick', quantity: 12_345, amountMinor: 4_320_752 }],
  vat: { ratePpm: 250_000, minor: 1_080_188, note: 'domestic' },
  paidOn: null,
  credits: null,
  standing: null,
};
