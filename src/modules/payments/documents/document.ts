import type { Party, Vat } from '../company.ts';

/** One line of an invoice. */
export interface InvoiceLine {
  description: string;
  /** How many of it (clicks, orders), or null where nothing is counted. */
  quantity: number | null;
  /** Minor units; negative for what is taken back. */
  amountMinor: number;
}

/** An invoice as it is printed: the contents of its PDF and its Excel file. Amounts are minor units of `currency`. */
export interface InvoiceDocument {
  /** `store`: we invoice. `client`, `creator`: we write what we pay, so the earner is the seller and we are the buyer. */
  kind: 'store' | 'client' | 'creator';
  number: string;
  /** Days are `YYYY-MM-DD`. */
  issuedOn: string;
  dueOn: string;
  /** The period, `YYYY-MM`. */
  month: string;
  /** ISO 4217. */
  currency: string;
  /** The reader's, such as `sv_SE` or `de-DE`: it decides words, dates and how amounts are written. */
  locale: string;
  seller: Party;
  buyer: Party;
  lines: readonly InvoiceLine[];
  netMinor: number;
  vat: Vat;
  totalMinor: number;
  paidOn: string | null;
  /** Of a credit note: the invoice that it credits. */
  credits: { number: string; issuedOn: string } | null;
  /** What has become of a statement of a creator or agency; null on invoices of stores. */
  standing: DocumentStanding | null;
}

/** What of a statement is paid, held, payable and withdrawn; minor units of its currency, which come to what was earned. */
export interface DocumentStanding {
  /** `YYYY-MM-DD` */
  asOf: string;
  earned: number;
  paid: number;
  onHold: number;
  holdPeriod: number;
  storeUnpaid: number;
  payable: number;
  withdrawn: number;
}

/** The sums of an invoice do not follow from its lines. Nothing is printed of such a one: it is a fault of ours. */
export class InconsistentInvoice extends Error {}

/**
 * Holds the sums to the lines: net is what they add up to, total is net and VAT.
 * @throws InconsistentInvoice with the number of the invoice
 */
export function checkSums({ number, lines, netMinor, vat, totalMinor, standing }: InvoiceDocument): void {
  const net = lines.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n);
  if (net !== BigInt(netMinor))
    throw new InconsistentInvoice(`The lines of invoice ${number} come to ${net}, not ${netMinor}`);
  const total = net + BigInt(vat.minor);
  if (total !== BigInt(totalMinor))
    throw new InconsistentInvoice(`Invoice ${number} comes to ${total}, not ${totalMinor}`);
  if (standing === null) return;
  const { earned, paid, onHold, holdPeriod, storeUnpaid, payable, withdrawn } = standing;
  if (earned !== paid + onHold + holdPeriod + storeUnpaid + payable + withdrawn)
    throw new InconsistentInvoice(`The parts of statement ${number} do not come to ${earned}`);
}
