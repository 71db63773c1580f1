import { toDecimalString } from '../../../platform/money.ts';
import type { Party, Vat } from '../company.ts';
import { checkSums, type InvoiceDocument } from './document.ts';
import { legalTexts, wordsFor } from './words.ts';

/** The reason why a document has no e-invoice: it is not an invoice by law, or data that EN 16931 requires is missing. */
export class NoEInvoice extends Error {}

/** Categories of VAT (UNTDID 5305) with their reason codes. `outside_eu_supplier`: the buyer accounts for the VAT, and the supplier charges none. */
const CATEGORIES: Record<
  Exclude<Vat['note'], 'not_applicable' | 'not_taxable'>,
  { id: 'S' | 'AE' | 'O' | 'E'; reason?: string }
> = {
  domestic: { id: 'S' },
  reverse_charge: { id: 'AE', reason: 'VATEX-EU-AE' },
  outside_eu: { id: 'O', reason: 'VATEX-EU-O' },
  outside_eu_supplier: { id: 'O', reason: 'VATEX-EU-O' },
  small_business: { id: 'E' },
};
/** Types of documents (UNTDID 1001). */
const TYPES = { invoice: '380', credit: '381', selfBilled: '389', selfBilledCredit: '261' } as const;
const EN_16931 = 'urn:cen.eu:en16931:2017';
const VAT_ID = /^[A-Z]{2}[A-Z0-9+*]{2,13}$/;
const IBAN = /\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{2,4}){3,8}\b/;

/** An element in the form of UBL: names with their prefixes, `@` before attributes. */
type Element = { [name: string]: string | Element | Element[] | undefined };

/**
 * An invoice in the terms of EN 16931, as it was when it was issued, without later payments. All amounts of a negative invoice
 * are stated with the opposite sign, because it is a credit note. Each line has the quantity one, because its clicks may have had
 * several prices.
 * @throws NoEInvoice with a sentence; InconsistentInvoice when the sums do not follow from the lines
 */
export function eInvoiceOf(document: InvoiceDocument): { 'ubl:Invoice': Element } {
  checkSums(document);
  const { vat, currency, totalMinor, netMinor } = document;
  if (vat.note === 'not_applicable')
    throw new NoEInvoice('The statement is no invoice: it has no VAT treatment, because the payee has given none.');
  if (vat.note === 'not_taxable')
    throw new NoEInvoice('The statement is no invoice: the supplier is not a taxable person.');
  const category = CATEGORIES[vat.note];
  requireKnown(document, category.id);
  const sign = totalMinor < 0 ? -1 : 1;
  const amount = (name: string, minor: number): Element => ({
    // Avoids minus zero.
    [name]: toDecimalString({ minor: sign * minor + 0, currency }),
    [`${name}@currencyID`]: currency,
  });
  const scheme = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } };
  const rate: Element = category.id === 'O' ? {} : { 'cbc:Percent': String(vat.ratePpm / 10_000) };
  const words = wordsFor(document.locale);
  const reason = words.vatNotes[vat.note];
  return {
    'ubl:Invoice': {
      'cbc:CustomizationID': EN_16931,
      'cbc:ID': document.number,
      'cbc:IssueDate': document.issuedOn,
      'cbc:DueDate': document.dueOn,
      'cbc:InvoiceTypeCode': typeOf(document),
      ...optional('cbc:Note', legalTexts(document, words).join(' · ')),
      'cbc:DocumentCurrencyCode': currency,
      ...(document.credits === null ? periodOf(document.month) : creditsOf(document.credits)),
      'cac:AccountingSupplierParty': { 'cac:Party': partyOf(document.seller, category.id, 'seller') },
      'cac:AccountingCustomerParty': { 'cac:Party': partyOf(document.buyer, category.id, 'buyer') },
      // The day of the supply; CII also requires its element.
      'cac:Delivery': {
        'cbc:ActualDeliveryDate': document.credits === null ? lastDayOf(document.month) : document.issuedOn,
      },
      ...paymentOf(document, sign),
      'cac:PaymentTerms': { 'cbc:Note': `${words.dueOn} ${document.dueOn}` },
      'cac:TaxTotal': [
        {
          ...amount('cbc:TaxAmount', vat.minor),
          'cac:TaxSubtotal': [
            {
              ...amount('cbc:TaxableAmount', netMinor),
              ...amount('cbc:TaxAmount', vat.minor),
              'cac:TaxCategory': {
                ...{ 'cbc:ID': category.id, ...rate },
                ...optional('cbc:TaxExemptionReasonCode', category.reason),
                ...(reason === null ? {} : { 'cbc:TaxExemptionReason': reason }),
                ...scheme,
              },
            },
          ],
        },
      ],
      'cac:LegalMonetaryTotal': {
        ...amount('cbc:LineExtensionAmount', netMinor),
        ...amount('cbc:TaxExclusiveAmount', netMinor),
        ...amount('cbc:TaxInclusiveAmount', totalMinor),
        ...amount('cbc:PayableAmount', totalMinor),
      },
      'cac:InvoiceLine': document.lines.map((line, at) => ({
        'cbc:ID': String(at + 1),
        ...(line.quantity === null ? {} : { 'cbc:Note': `${words.quantity}: ${line.quantity}` }),
        // A price is never negative.
        'cbc:InvoicedQuantity': sign * line.amountMinor < 0 ? '-1' : '1',
        'cbc:InvoicedQuantity@unitCode': 'C62',
        ...amount('cbc:LineExtensionAmount', line.amountMinor),
        'cac:Item': {
          'cbc:Name': line.description,
          'cac:ClassifiedTaxCategory': { 'cbc:ID': category.id, ...rate, ...scheme },
        },
        'cac:Price': {
          'cbc:PriceAmount': toDecimalString({ minor: Math.abs(line.amountMinor), currency }),
          'cbc:PriceAmount@currencyID': currency,
        },
      })),
    },
  };
}

const optional = (name: string, value: string | undefined): Element =>
  value === undefined || value === '' ? {} : name === 'cbc:Note' ? ({ [name]: [value] } as never) : { [name]: value };

function typeOf({ kind, totalMinor }: InvoiceDocument): string {
  if (kind === 'store') return totalMinor < 0 ? TYPES.credit : TYPES.invoice;
  return totalMinor < 0 ? TYPES.selfBilledCredit : TYPES.selfBilled;
}

const lastDayOf = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);

const periodOf = (month: string): Element => ({
  'cac:InvoicePeriod': { 'cbc:StartDate': `${month}-01`, 'cbc:EndDate': lastDayOf(month) },
});

const creditsOf = ({ number, issuedOn }: { number: string; issuedOn: string }): Element => ({
  'cac:BillingReference': [{ 'cac:InvoiceDocumentReference': { 'cbc:ID': number, 'cbc:IssueDate': issuedOn } }],
});

/** The data of the parties that EN 16931 requires; receivers would refuse a document without them. */
function requireKnown({ seller, buyer, currency, lines }: InvoiceDocument, category: 'S' | 'AE' | 'O' | 'E'): void {
  for (const [name, party] of [
    ['seller', seller],
    ['buyer', buyer],
  ] as const)
    if (countryOf(party) === null) throw new NoEInvoice(`The country of the ${name} is not known.`);
  if (category === 'O' ? !seller.vatNumber : vatIdOf(seller) === null)
    throw new NoEInvoice('The VAT number of the seller is not known.');
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
function partyOf(party: Party, category: 'S' | 'AE' | 'O' | 'E', role: 'seller' | 'buyer'): Element {
  const { name, lines, address } = party;
  const vatId = category === 'O' ? null : vatIdOf(party);
  const [line1, line2] = lines;
  const place: Element =
    address === undefined
      ? { ...optional('cbc:StreetName', line1), ...optional('cbc:AdditionalStreetName', line2) }
      : {
          ...optional('cbc:StreetName', address.street),
          ...optional('cbc:CityName', address.city),
          ...optional('cbc:PostalZone', address.postalCode),
        };
  const tax = vatId === null ? undefined : { 'cbc:CompanyID': vatId, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } };
  return {
    'cac:PostalAddress': { ...place, 'cac:Country': { 'cbc:IdentificationCode': countryOf(party)! } },
    ...(tax === undefined ? {} : { 'cac:PartyTaxScheme': role === 'seller' ? [tax] : tax }),
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': name,
      ...(vatId === null ? optional('cbc:CompanyID', party.vatNumber ?? undefined) : {}),
    },
  };
}

/** Documents for stores name the account to pay to, if it is an IBAN. Documents for payees name the payee's account. */
function paymentOf({ kind, number, seller, currency }: InvoiceDocument, sign: number): Element {
  const iban = kind === 'store' && sign > 0 ? IBAN.exec(seller.lines.join('\n'))?.[0].replaceAll(/\s/g, '') : undefined;
  if (iban === undefined) return {};
  return {
    'cac:PaymentMeans': [
      {
        // 58: SEPA credit transfer; 30: credit transfer.
        'cbc:PaymentMeansCode': currency === 'EUR' ? '58' : '30',
        'cbc:PaymentID': number,
        'cac:PayeeFinancialAccount': { 'cbc:ID': iban },
      },
    ],
  };
}
