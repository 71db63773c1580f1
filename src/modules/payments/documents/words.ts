import type { Vat } from '../company.ts';
import type { Standing } from '../invoices/read-standings.ts';
import type { InvoiceDocument } from './document.ts';

/** The fixed texts of an invoice in one language. */
export interface Words {
  /** The locale of sums, dates and months if the reader's own locale is of another language. */
  locale: string;
  invoice: string;
  /** The words that Article 226(10a) of the VAT directive requires on an invoice that the buyer issues. */
  /** The title of an invoice with a negative total. */
  credit: string;
  selfBilling: string;
  /** The text of a credit note that names the credited invoice (Article 219, Council Directive 2006/112/EC). */
  creditsInvoice: (number: string, day: string) => string;
  statement: string;
  seller: string;
  buyer: string;
  earner: string;
  payer: string;
  vatNumber: string;
  number: string;
  issuedOn: string;
  dueOn: string;
  period: string;
  description: string;
  quantity: string;
  amount: string;
  net: string;
  vat: string;
  total: string;
  paid: string;
  /** Rows of the block with the standing of a statement. */
  standing: Record<Exclude<keyof Standing, 'asOf'>, string> & { asOf: string };
  continued: string;
  page: (page: number, pages: number) => string;
  vatNotes: Record<Vat['note'], string | null>;
}

const ENGLISH: Words = {
  locale: 'en-GB',
  invoice: 'Invoice',
  credit: 'Credit note',
  selfBilling: 'Self-billing invoice',
  creditsInvoice: (number, day) => `Credit note for the invoice ${number} of ${day}`,
  statement: 'Statement of earnings',
  seller: 'From',
  buyer: 'Bill to',
  earner: 'Supplier',
  payer: 'Customer',
  vatNumber: 'VAT number',
  number: 'Number',
  issuedOn: 'Date of issue',
  dueOn: 'Due date',
  period: 'Period',
  description: 'Description',
  quantity: 'Quantity',
  amount: 'Amount',
  net: 'Total excluding VAT',
  vat: 'VAT',
  total: 'Total',
  paid: 'Paid',
  standing: {
    asOf: 'As of',
    earned: 'Earned',
    paid: 'Paid',
    holdPeriod: 'Held: in the hold period',
    storeUnpaid: 'Held: the store has not paid yet',
    onHold: 'Held: payout on hold',
    withdrawn: 'Withdrawn since',
    payable: 'Payable',
  },
  continued: 'continued',
  page: (page, pages) => `Page ${page} of ${pages}`,
  vatNotes: {
    domestic: null,
    reverse_charge: 'Reverse charge, Article 196, Council Directive 2006/112/EC',
    outside_eu: 'Supplied outside the European Union, Article 44, Council Directive 2006/112/EC: no VAT is charged',
    not_applicable: 'This statement includes no VAT',
    outside_eu_supplier:
      'Supplier established outside the European Union. The recipient accounts for the VAT, Articles 44 and 196, Council Directive 2006/112/EC',
    small_business: 'Exempt from VAT: small business, Articles 281 to 294, Council Directive 2006/112/EC',
    not_taxable: 'The supplier is not a taxable person: no VAT is charged',
  },
};

const SWEDISH: Words = {
  locale: 'sv-SE',
  invoice: 'Faktura',
  credit: 'Kreditfaktura',
  selfBilling: 'Självfakturering',
  creditsInvoice: (number, day) => `Kreditfaktura till faktura ${number} av den ${day}`,
  statement: 'Avräkning',
  seller: 'Från',
  buyer: 'Till',
  earner: 'Säljare',
  payer: 'Köpare',
  vatNumber: 'Momsregistreringsnummer',
  number: 'Nummer',
  issuedOn: 'Fakturadatum',
  dueOn: 'Förfallodatum',
  period: 'Period',
  description: 'Beskrivning',
  quantity: 'Antal',
  amount: 'Belopp',
  net: 'Summa exklusive moms',
  vat: 'Moms',
  total: 'Totalt',
  paid: 'Betald',
  standing: {
    asOf: 'Ställning den',
    earned: 'Intjänat',
    paid: 'Utbetalt',
    holdPeriod: 'Innehållet: karenstid',
    storeUnpaid: 'Innehållet: butiken har inte betalat än',
    onHold: 'Innehållet: utbetalning stoppad',
    withdrawn: 'Återkallat sedan dess',
    payable: 'Att utbetala',
  },
  continued: 'fortsättning',
  page: (page, pages) => `Sida ${page} av ${pages}`,
  vatNotes: {
    domestic: null,
    reverse_charge: 'Omvänd betalningsskyldighet, artikel 196 i rådets direktiv 2006/112/EG',
    outside_eu: 'Omsatt utanför Europeiska unionen, artikel 44 i rådets direktiv 2006/112/EG: ingen moms debiteras',
    not_applicable: 'Avräkningen innehåller ingen moms',
    outside_eu_supplier:
      'Säljaren är etablerad utanför Europeiska unionen. Köparen redovisar momsen, artiklarna 44 och 196 i rådets direktiv 2006/112/EG',
    small_business: 'Undantag från moms för små företag, artiklarna 281–294 i rådets direktiv 2006/112/EG',
    not_taxable: 'Säljaren är inte en beskattningsbar person: ingen moms debiteras',
  },
};

const GERMAN: Words = {
  locale: 'de-DE',
  invoice: 'Rechnung',
  credit: 'Rechnungskorrektur',
  selfBilling: 'Gutschrift',
  creditsInvoice: (number, day) => `Korrektur der Rechnung ${number} vom ${day}`,
  statement: 'Abrechnung',
  seller: 'Von',
  buyer: 'An',
  earner: 'Leistungserbringer',
  payer: 'Leistungsempfänger',
  vatNumber: 'USt-IdNr.',
  number: 'Nummer',
  issuedOn: 'Ausstellungsdatum',
  dueOn: 'Fällig am',
  period: 'Leistungszeitraum',
  description: 'Beschreibung',
  quantity: 'Menge',
  amount: 'Betrag',
  net: 'Nettobetrag',
  vat: 'USt.',
  total: 'Gesamtbetrag',
  paid: 'Bezahlt',
  standing: {
    asOf: 'Stand vom',
    earned: 'Verdient',
    paid: 'Ausgezahlt',
    holdPeriod: 'Einbehalten: Wartefrist',
    storeUnpaid: 'Einbehalten: Zahlung des Shops steht aus',
    onHold: 'Einbehalten: Auszahlung gesperrt',
    withdrawn: 'Seitdem storniert',
    payable: 'Auszahlbar',
  },
  continued: 'Fortsetzung',
  page: (page, pages) => `Seite ${page} von ${pages}`,
  vatNotes: {
    domestic: null,
    reverse_charge: 'Steuerschuldnerschaft des Leistungsempfängers, Artikel 196 der Richtlinie 2006/112/EG des Rates',
    outside_eu:
      'Leistung außerhalb der Europäischen Union, Artikel 44 der Richtlinie 2006/112/EG des Rates: keine Umsatzsteuer',
    not_applicable: 'Diese Abrechnung enthält keine Umsatzsteuer',
    outside_eu_supplier:
      'Leistungserbringer außerhalb der Europäischen Union. Der Leistungsempfänger schuldet die Steuer, Artikel 44 und 196 der Richtlinie 2006/112/EG des Rates',
    small_business: 'Steuerbefreiung für Kleinunternehmer, Artikel 281 bis 294 der Richtlinie 2006/112/EG des Rates',
    not_taxable: 'Der Leistungserbringer ist kein Steuerpflichtiger: keine Umsatzsteuer',
  },
};

const BY_LANGUAGE: Record<string, Words> = { sv: SWEDISH, de: GERMAN };

/** The texts in the reader's language if there is a translation, otherwise in English. */
export function wordsFor(locale: string): Words {
  return BY_LANGUAGE[locale.slice(0, 2).toLowerCase()] ?? ENGLISH;
}

/**
 * The title of a document. A payee who accounts for VAT elsewhere receives a statement, which is not an invoice under VAT law.
 */
export function titleOf({ kind, vat, totalMinor }: InvoiceDocument, words: Words): string {
  if (kind === 'store') return totalMinor < 0 ? words.credit : words.invoice;
  return isSelfBilling({ kind, vat }) ? words.selfBilling : words.statement;
}

/** Whether a document is an invoice that the platform issues in the name of a supplier who is a taxable person. */
function isSelfBilling({ kind, vat }: Pick<InvoiceDocument, 'kind' | 'vat'>): boolean {
  return kind !== 'store' && vat.note !== 'not_applicable' && vat.note !== 'not_taxable';
}

/**
 * The texts that the law requires on a document: in the reader's language and, on self-billed documents, also in English, with
 * the words of self-billing (Article 226(10a), Council Directive 2006/112/EC).
 */
export function legalTexts(document: Pick<InvoiceDocument, 'kind' | 'vat' | 'credits'>, words: Words): string[] {
  const { credits } = document;
  const texts = [
    credits === null ? null : words.creditsInvoice(credits.number, dayInWords(credits.issuedOn, words)),
    words.vatNotes[document.vat.note],
  ];
  const needsEnglish = document.kind !== 'store' && document.vat.note !== 'not_applicable' && words !== ENGLISH;
  if (needsEnglish) texts.push(ENGLISH.vatNotes[document.vat.note]);
  if (needsEnglish && isSelfBilling(document)) texts.push(ENGLISH.selfBilling);
  return texts.filter((text): text is string => text !== null);
}

/** A `YYYY-MM-DD` day in full, such as `30 November 2026`. */
export function dayInWords(day: string, words: Words): string {
  return spoken(`${day}T00:00:00Z`, words, { day: 'numeric', month: 'long', year: 'numeric' });
}

/** A `YYYY-MM` month in full, such as `November 2026`. */
export function monthInWords(month: string, words: Words): string {
  return spoken(`${month}-01T00:00:00Z`, words, { month: 'long', year: 'numeric' });
}

/** A rate in millionths as people read it, such as `25%` or `25 %`. */
export function percent(ratePpm: number, words: Words): string {
  return new Intl.NumberFormat(words.locale, { style: 'percent', maximumFractionDigits: 4 }).format(
    ratePpm / 1_000_000,
  );
}

/** A count with separators of thousands. */
export function count(quantity: number, { locale }: Words): string {
  let format = counts.get(locale);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale);
    counts.set(locale, format);
  }
  return format.format(quantity);
}

/** Cached by locale, because they are slow to create, and each line needs one. */
const counts = new Map<string, Intl.NumberFormat>();

function spoken(time: string, words: Words, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(words.locale, { ...options, timeZone: 'UTC' }).format(new Date(time));
}

/**
 * The rows of a statement's standing, in the order of the sum. Rows of zero are omitted, except for the earned and payable
 * amounts.
 */
export function standingRows(standing: Standing, words: Words): { label: string; minor: number }[] {
  const shown = ['earned', 'paid', 'holdPeriod', 'storeUnpaid', 'onHold', 'withdrawn', 'payable'] as const;
  return shown
    .filter((name) => name === 'earned' || name === 'payable' || standing[name] !== 0)
    .map((name) => ({ label: words.standing[name], minor: standing[name] }));
}
