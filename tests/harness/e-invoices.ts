import { inflateSync } from 'node:zlib';
import { XMLParser } from 'fast-xml-parser';

/** The sums of an e-invoice as a reader sees them: decimal numbers as text, so that nothing is rounded. */
export interface ReadInvoice {
  /** Names of the elements, which must be found in this order. */
  root: string;
  number: string;
  type: string;
  currency: string;
  notes: string[];
  preceding: string | null;
  seller: { name: string; vatId: string | null; taxNumber: string | null };
  /** The account to pay to. */
  iban: string | null;
  bic: string | null;
  buyer: { name: string; vatId: string | null };
  lines: { net: string; quantity: string; price: string; category: string }[];
  category: string;
  percent: string | null;
  reason: string | null;
  lineTotal: string;
  net: string;
  vat: string;
  total: string;
  payable: string;
  taxable: string;
  categoryVat: string;
}

// biome-ignore lint/suspicious/noExplicitAny: the tree of an XML document
type Tree = any;

const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name) => /^(?:InvoiceLine|CreditNoteLine|Note|IncludedNote|IncludedSupplyChainTradeLineItem)$/.test(name),
});
/** As `parser`, with attributes: an element that has some is an object. */
const withAttributes = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
});
const text = (value: unknown): string | null => (value === undefined || value === '' ? null : String(value));

/** Reads a UBL 2.1 Invoice or CreditNote. */
export function readUbl(xml: string): ReadInvoice {
  const tree: Tree = parser.parse(xml);
  const root = 'Invoice' in tree ? 'Invoice' : 'CreditNote';
  const of = tree[root];
  const party = ({ Party: one }: Tree) => {
    const registered = (scheme: string) =>
      text([one.PartyTaxScheme ?? []].flat().find((each: Tree) => each.TaxScheme.ID === scheme)?.CompanyID);
    return {
      name: String(one.PartyLegalEntity.RegistrationName),
      vatId: registered('VAT'),
      taxNumber: registered('TAX'),
    };
  };
  const account = of.PaymentMeans?.PayeeFinancialAccount;
  const { TaxSubtotal: sub } = of.TaxTotal;
  const sums = of.LegalMonetaryTotal;
  return {
    root,
    number: of.ID,
    type: of[`${root}TypeCode`],
    currency: of.DocumentCurrencyCode,
    notes: of.Note ?? [],
    preceding: text(of.BillingReference?.InvoiceDocumentReference.ID),
    iban: text(account?.ID),
    bic: text(account?.FinancialInstitutionBranch?.ID),
    seller: party(of.AccountingSupplierParty),
    buyer: party(of.AccountingCustomerParty),
    lines: of[`${root}Line`].map((line: Tree) => ({
      net: line.LineExtensionAmount,
      price: line.Price.PriceAmount,
      quantity: line.InvoicedQuantity ?? line.CreditedQuantity,
      category: line.Item.ClassifiedTaxCategory.ID,
    })),
    category: sub.TaxCategory.ID,
    percent: text(sub.TaxCategory.Percent),
    reason: text(sub.TaxCategory.TaxExemptionReason),
    lineTotal: sums.LineExtensionAmount,
    net: sums.TaxExclusiveAmount,
    total: sums.TaxInclusiveAmount,
    vat: of.TaxTotal.TaxAmount,
    payable: sums.PayableAmount,
    taxable: sub.TaxableAmount,
    categoryVat: sub.TaxAmount,
  };
}

/** Reads a Cross Industry Invoice (D16B). */
export function readCii(xml: string): ReadInvoice {
  const tree: Tree = parser.parse(xml).CrossIndustryInvoice;
  const { ExchangedDocument: head, SupplyChainTradeTransaction: body } = tree;
  const { ApplicableHeaderTradeAgreement: parties, ApplicableHeaderTradeSettlement: settlement } = body;
  const attributed: Tree = withAttributes.parse(xml).CrossIndustryInvoice.SupplyChainTradeTransaction;
  const party = (name: 'SellerTradeParty' | 'BuyerTradeParty') => {
    const registrations = attributed.ApplicableHeaderTradeAgreement[name].SpecifiedTaxRegistration ?? [];
    const registered = (scheme: string) =>
      text([registrations].flat().find(({ ID }: Tree) => ID['@schemeID'] === scheme)?.ID['#text']);
    return { name: String(parties[name].Name), vatId: registered('VA'), taxNumber: registered('FC') };
  };
  const means = settlement.SpecifiedTradeSettlementPaymentMeans;
  const tax = settlement.ApplicableTradeTax;
  const sums = settlement.SpecifiedTradeSettlementHeaderMonetarySummation;
  return {
    root: 'CrossIndustryInvoice',
    number: head.ID,
    type: head.TypeCode,
    currency: settlement.InvoiceCurrencyCode,
    notes: (head.IncludedNote ?? []).map((note: Tree) => note.Content),
    iban: text(means?.PayeePartyCreditorFinancialAccount.IBANID),
    bic: text(means?.PayeeSpecifiedCreditorFinancialInstitution?.BICID),
    preceding: text(settlement.InvoiceReferencedDocument?.IssuerAssignedID),
    seller: party('SellerTradeParty'),
    buyer: party('BuyerTradeParty'),
    lines: body.IncludedSupplyChainTradeLineItem.map((line: Tree) => ({
      net: line.SpecifiedLineTradeSettlement.SpecifiedTradeSettlementLineMonetarySummation.LineTotalAmount,
      quantity: line.SpecifiedLineTradeDelivery.BilledQuantity,
      price: line.SpecifiedLineTradeAgreement.NetPriceProductTradePrice.ChargeAmount,
      category: line.SpecifiedLineTradeSettlement.ApplicableTradeTax.CategoryCode,
    })),
    category: tax.CategoryCode,
    percent: text(tax.RateApplicablePercent),
    reason: text(tax.ExemptionReason),
    lineTotal: sums.LineTotalAmount,
    net: sums.TaxBasisTotalAmount,
    vat: sums.TaxTotalAmount,
    total: sums.GrandTotalAmount,
    payable: sums.DuePayableAmount,
    taxable: tax.BasisAmount,
    categoryVat: tax.CalculatedAmount,
  };
}

const hundredths = (amount: string) => {
  const [, sign, whole, cents = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount)!;
  return BigInt(`${sign}${whole}${cents.padEnd(2, '0')}`);
};

/** Recomputes the sums that EN 16931 requires; returns the violated rules. */
export function brokenRules(read: ReadInvoice): string[] {
  const sum = (values: readonly string[]) => values.reduce((total, value) => total + hundredths(value), 0n);
  const [whole = '0', decimals = ''] = (read.percent ?? '0').split('.');
  const ppm = BigInt(whole) * 10_000n + BigInt(decimals.padEnd(4, '0'));
  const vat = (hundredths(read.taxable) * ppm + 500_000n) / 1_000_000n;
  const isTaxed = read.category === 'S';
  const rules: [string, boolean][] = [
    ['BR-CO-10', hundredths(read.lineTotal) === sum(read.lines.map(({ net }) => net))],
    ['BR-CO-13', hundredths(read.net) === hundredths(read.lineTotal)],
    ['BR-CO-14', hundredths(read.vat) === hundredths(read.categoryVat)],
    ['BR-CO-15', hundredths(read.total) === hundredths(read.net) + hundredths(read.vat)],
    ['BR-CO-16', hundredths(read.payable) === hundredths(read.total)],
    ['BR-CO-17', hundredths(read.categoryVat) === vat],
    ['BR-CO-18', read.lines.every(({ category }) => category === read.category)],
    ['BR-S-08', hundredths(read.taxable) === hundredths(read.net)],
    ['BR-27', read.lines.every(({ price }) => !price.startsWith('-'))],
    ['lines', read.lines.every(({ net, price, quantity }) => hundredths(net) === hundredths(price) * BigInt(quantity))],
    ['reason', isTaxed === (read.reason === null)],
    ['BR-AE-02', read.category !== 'AE' || (read.seller.vatId !== null && read.buyer.vatId !== null)],
    ['BR-O-02', read.category !== 'O' || (read.seller.vatId === null && read.buyer.vatId === null)],
    ['BR-S-02', !isTaxed || read.seller.vatId !== null],
  ];
  return rules.flatMap(([name, holds]) => (holds ? [] : [name]));
}

/** The objects in the compressed streams of a PDF, as text. */
export function plainPdf(pdf: Buffer): string {
  const source = pdf.toString('latin1');
  const streams = [...source.matchAll(/\/Type \/ObjStm/g)].map(({ index }) =>
    inflated(pdf, source, index).toString('latin1'),
  );
  return [source, ...streams].join('\n');
}

function inflated(pdf: Buffer, source: string, index: number): Buffer {
  const start = source.indexOf('stream', index);
  const from = start + (source[start + 6] === '\r' ? 8 : 7);
  return inflateSync(pdf.subarray(from, source.indexOf('endstream', from)));
}

/** The attachment `factur-x.xml` of a PDF. */
export function attachmentOf(pdf: Buffer): string {
  const source = pdf.toString('latin1');
  for (const { index } of source.matchAll(/\/Type \/EmbeddedFile/g)) {
    const xml = inflated(pdf, source, index).toString();
    if (xml.includes('CrossIndustryInvoice')) return xml;
  }
  throw new Error('The PDF has no factur-x.xml');
}
