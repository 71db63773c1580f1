import { type BankAccount, readPrintedAccount } from '../../../platform/bank-account.ts';
import { toDecimalString } from '../../../platform/money.ts';
import type { Party, Vat } from '../company.ts';
import { checkSums, type InvoiceDocument } from './document.ts';
import { legalTexts, wordsFor } from './words.ts';

/** The reason why a document has no e-invoice: it is not an invoice by law, or data that EN 16931 requires is missing. */
export class NoEInvoice extends Error {}

type Category = 'S' | 'AE' | 'O' | 'E';

/** Categories of VAT (UNTDID 5305) with their reason codes. `outside_eu_supplier`: the buyer accounts for the VAT, and the supplier charges none. */
const CATEGORIES: Record<Exclude<Vat['note'], 'not_applicable' | 'not_taxable'>, { id: Category; reason?: string }> = {
  domestic: { id: 'S' },
  reverse_charge: { id: 'AE', reason: 'VATEX-EU-AE' },
  outside_eu: { id: 'O', reason: 'VATEX-EU-O' },
  outside_eu_supplier: { id: 'O', reason: 'VATEX-EU-O' },
  small_business: { id: 'E' },
};
/** Types of documents (UNTDID 1001). */
const TYPES = { invoice: '380', credit: '381', selfBilled: '389', selfBilledCredit: '261' } as const;
/** The specification that the documents follow (BT-24). */
export const EN_16931 = 'urn:cen.eu:en16931:2017';
const VAT_ID = /^[A-Z]{2}[A-Z0-9+*]{2,13}$/;

/** A party in the terms of EN 16931 (BG-4, BG-7). */
interface EInvoiceParty {
  name: string;
  /** BT-35 to BT-40, BT-50 to BT-55; null parts are not known. */
  address: {
    line1: string | null;
    line2: string | null;
    city: string | null;
    postalCode: string | null;
    country: string;
  };
  /** BT-31, BT-48: with the prefix of the country, without spaces. */
  vatId: string | null;
  /** BT-32: a tax number that is no VAT number. */
  taxNumber: string | null;
  /** BT-30, BT-47. */
  legalId: string | null;
}

/** An invoice in the terms of EN 16931, as it was when it was issued, without later payments. */
export interface EInvoice {
  /** BT-3 (UNTDID 1001). */
  type: string;
  isCreditNote: boolean;
  number: string;
  issuedOn: string;
  dueOn: string;
  /** BT-20: the terms of payment in words. */
  terms: string;
  note: string | null;
  currency: string;
  /** BG-14; null for a credit note, which names its invoice instead. */
  period: { first: string; last: string } | null;
  /** BG-3. */
  preceding: { number: string; issuedOn: string } | null;
  seller: EInvoiceParty;
  buyer: EInvoiceParty;
  /** BT-72: the day of the supply. */
  suppliedOn: string;
  /** BG-16; null where no valid account is known. `means`: UNTDID 4461. */
  payment: (BankAccount & { means: '58' | '30' }) | null;
  /** BG-23. `percent` is null for category O, which has no rate. Amounts are decimal numbers. */
  vat: {
    category: Category;
    percent: string | null;
    reason: string | null;
    reasonCode: string | null;
    amount: string;
  };
  net: string;
  total: string;
  lines: readonly EInvoiceLine[];
}

/** BG-25. The quantity is one or minus one, because the clicks of a line may have had several prices, and a price is never negative. */
interface EInvoiceLine {
  id: string;
  note: string | null;
  name: string;
  quantity: '1' | '-1';
  price: string;
  net: string;
}

/**
 * States an invoice in the terms of EN 16931. All amounts of a negative invoice are stated with the opposite sign, because it is a credit note.
 * @throws NoEInvoice with a sentence; InconsistentInvoice when the sums do not follow from the lines
 */
export function eInvoiceOf(document: InvoiceDocument): EInvoice {
  checkSums(document);
  const { vat, currency, totalMinor, netMinor, credits, dueOn } = document;
  if (vat.note === 'not_applicable')
    throw new NoEInvoice('The statement is no invoice: it has no VAT treatment, because the payee has given none.');
  if (vat.note === 'not_taxable')
    throw new NoEInvoice('The statement is no invoice: the supplier is not a taxable person.');
  const category = CATEGORIES[vat.note];
  requireKnown(document, category.id);
  const sign = totalMinor < 0 ? -1 : 1;
  // Adding 0 avoids minus zero.
  const amount = (minor: number) => toDecimalString({ minor: sign * minor + 0, currency });
  const words = wordsFor(document.locale);
  return {
    type: typeOf(document),
    isCreditNote: totalMinor < 0,
    number: document.number,
    issuedOn: document.issuedOn,
    dueOn,
    terms: `${words.dueOn} ${dueOn}`,
    note: legalTexts(document, words).join(' · ') || null,
    currency,
    period: credits === null ? { first: `${document.month}-01`, last: lastDayOf(document.month) } : null,
    preceding: credits,
    seller: partyOf(document.seller, category.id),
    buyer: partyOf(document.buyer, category.id),
    suppliedOn: credits === null ? lastDayOf(document.month) : document.issuedOn,
    payment: paymentOf(document, sign),
    vat: {
      category: category.id,
      percent: category.id === 'O' ? null : String(vat.ratePpm / 10_000),
      reason: words.vatNotes[vat.note],
      reasonCode: category.reason ?? null,
      amount: amount(vat.minor),
    },
    net: amount(netMinor),
    total: amount(totalMinor),
    lines: document.lines.map((line, at) => ({
      id: String(at + 1),
      note: line.quantity === null ? null : `${words.quantity}: ${line.quantity}`,
      name: line.description,
      quantity: sign * line.amountMinor < 0 ? '-1' : '1',
      price: toDecimalString({ minor: Math.abs(line.amountMinor), currency }),
      net: amount(line.amountMinor),
    })),
  };
}

function typeOf({ kind, totalMinor }: InvoiceDocument): string {
  if (kind === 'store') return totalMinor < 0 ? TYPES.credit : TYPES.invoice;
  return totalMinor < 0 ? TYPES.selfBilledCredit : TYPES.selfBilled;
}

const lastDayOf = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);

/** The data of the parties that EN 16931 requires; receivers would refuse a document without them. */
function requireKnown({ seller, buyer, currency, lines }: InvoiceDocument, category: Category): void {
  for (const [name, party] of [
    ['seller', seller],
    ['buyer', buyer],
  ] as const)
    if (countryOf(party) === null) throw new NoEInvoice(`The country of the ${name} is not known.`);
  // BR-O-02 to BR-O-04: a supply that is not subject to VAT names the company, not its VAT number. BR-S-02, BR-E-02: a tax number serves as well.
  if (category === 'O') {
    if (!seller.vatNumber && !seller.taxNumber)
      throw new NoEInvoice('Neither the VAT number nor the tax number of the seller is known.');
  } else if (vatIdOf(seller) === null && (category === 'AE' || !seller.taxNumber))
    throw new NoEInvoice(
      category === 'AE'
        ? 'The VAT number of the seller is not known.'
        : 'Neither the VAT number of the seller nor its tax number is known.',
    );
  if (category === 'AE' && vatIdOf(buyer) === null) throw new NoEInvoice('The VAT number of the buyer is not known.');
  if (/\.\d{3}/.test(toDecimalString({ minor: 1, currency })))
    throw new NoEInvoice(`An e-invoice has no amounts with three decimals, as ${currency} has.`);
  if (lines.length === 0) throw new NoEInvoice('The invoice has no lines.');
}

const countryOf = ({ address, country }: Party): string | null => address?.country ?? country ?? null;

/** The VAT number with the prefix of its country, without spaces and punctuation; null when there is none. */
function vatIdOf({ vatNumber }: Party): string | null {
  const plain = (vatNumber ?? '').toUpperCase().replaceAll(/[^A-Z0-9+*]/g, '');
  return VAT_ID.test(plain) ? plain : null;
}

/**
 * A supply that is not subject to VAT (category O) must not state VAT numbers as such (BR-O-02 to BR-O-04). They identify the
 * company instead (BR-CO-26).
 */
function partyOf(party: Party, category: Category): EInvoiceParty {
  const { name, address, vatNumber, taxNumber } = party;
  const isSubject = category !== 'O';
  const vatId = isSubject ? vatIdOf(party) : null;
  const [line1, line2] = party.lines.filter((line) => accountIn(line) === null);
  return {
    name,
    address: {
      line1: (address === undefined ? line1 : address.street) || null,
      line2: (address === undefined ? line2 : undefined) || null,
      city: address?.city || null,
      postalCode: address?.postalCode || null,
      country: countryOf(party)!,
    },
    vatId,
    taxNumber: isSubject ? (taxNumber ?? null) : null,
    legalId: vatId === null ? vatNumber || (isSubject ? null : taxNumber) || null : null,
  };
}

/** The account in a printed line. Invoices that were issued before accounts were stored as fields have it only there. */
function accountIn(line: string): BankAccount | null {
  const found = readPrintedAccount(line);
  return found === 'invalid' ? null : found;
}

/** Documents for stores name the account to pay to, if it is an IBAN. Documents for payees name none, because the payee knows it. */
function paymentOf({ kind, seller, currency }: InvoiceDocument, sign: number): EInvoice['payment'] {
  if (kind !== 'store' || sign < 0) return null;
  const account = seller.account ?? seller.lines.map(accountIn).find((found) => found !== null);
  if (account === undefined) return null;
  // 58: SEPA credit transfer; 30: credit transfer.
  return { iban: account.iban, bic: account.bic, means: currency === 'EUR' ? '58' : '30' };
}
