import type { Party, Vat } from '../company.ts';
import type { Standing } from '../invoices/read-standings.ts';

/** One line of an invoice. */
export interface InvoiceLine {
  description: string;
  /** The quantity (clicks, orders), or null where nothing is counted. */
  quantity: number | null;
  /** Minor units; negative for reversed amounts. */
  amountMinor: number;
}

/** An invoice as it is printed: the contents of its PDF and its Excel file. Amounts are minor units of `currency`. */
export interface InvoiceDocument {
  /**
   * `store`: the platform is the seller. `client`, `creator`: a self-billed document, on which the earner is the seller and the
   * platform is the buyer.
   */
  kind: 'store' | 'client' | 'creator';
  number: string;
  /** Days are `YYYY-MM-DD`. */
  issuedOn: string;
  dueOn: string;
  /** The period, `YYYY-MM`. */
  month: string;
  /** ISO 4217. */
  currency: string;
  /** The reader's locale, such as `sv_SE` or `de-DE`: it determines the words and the format of dates and amounts. */
  locale: string;
  seller: Party;
  buyer: Party;
  lines: readonly InvoiceLine[];
  netMinor: number;
  vat: Vat;
  totalMinor: number;
  paidOn: string | null;
  /** For a credit note: the credited invoice. */
  credits: { number: string; issuedOn: string } | null;
  /** The standing of a statement of a creator or agency; null on invoices of stores. */
  standing: Standing | null;
}

/** The sums of an invoice do not match its lines. Such an invoice is not printed, because it is an internal error. */
export class InconsistentInvoice extends Error {}

/**
 * Checks the sums against the lines: net is the sum of the lines, total is net and VAT.
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
