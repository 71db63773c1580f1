/** The texts of invoice lines in one language. `about` is a campaign, a store or a creator; "" means the store's own prices. */
interface LineWords {
  clicks: string;
  clicksAtOwnPrices: string;
  commission: string;
  oneTime: string;
  /** The agency's part of its creators' clicks and orders. */
  shareOfClicks: string;
  shareOfCommission: string;
  earningsOf(creator: string): string;
  /** Description of the line of a credit note. */
  creditOf(invoice: string): string;
  adjustmentFor(month: string): string;
}

const ENGLISH: LineWords = {
  clicks: 'Clicks',
  clicksAtOwnPrices: 'Clicks at the store’s own prices',
  commission: 'Commission of orders',
  oneTime: 'One-time payment',
  shareOfClicks: 'Share of clicks',
  shareOfCommission: 'Share of commission',
  earningsOf: (creator) => `Earnings of ${creator}`,
  creditOf: (invoice) => `Credit of invoice ${invoice}`,
  adjustmentFor: (month) => `Adjustment for ${month}`,
};

const SWEDISH: LineWords = {
  clicks: 'Klick',
  clicksAtOwnPrices: 'Klick till butikens egna priser',
  commission: 'Provision på order',
  oneTime: 'Engångsersättning',
  shareOfClicks: 'Andel av klick',
  shareOfCommission: 'Andel av provision',
  earningsOf: (creator) => `Ersättning till ${creator}`,
  creditOf: (invoice) => `Kreditering av faktura ${invoice}`,
  adjustmentFor: (month) => `Justering för ${month}`,
};

const GERMAN: LineWords = {
  clicks: 'Klicks',
  clicksAtOwnPrices: 'Klicks zu den eigenen Preisen des Shops',
  commission: 'Provision für Bestellungen',
  oneTime: 'Einmalzahlung',
  shareOfClicks: 'Anteil an Klicks',
  shareOfCommission: 'Anteil an Provisionen',
  earningsOf: (creator) => `Verdienst von ${creator}`,
  creditOf: (invoice) => `Korrektur der Rechnung ${invoice}`,
  adjustmentFor: (month) => `Korrektur für ${month}`,
};

const BY_LANGUAGE: Record<string, LineWords> = { en: ENGLISH, sv: SWEDISH, de: GERMAN };

/** A stored line: its kind, its subject, and the earlier month that it adjusts (`YYYY-MM-DD`, its first day). */
export interface LineFacts {
  kind: 'clicks' | 'commission' | 'one_time' | 'earnings' | 'credit';
  about: string;
  adjusts: string | null;
}

/**
 * Returns the text of an invoice line in the invoice's language: Swedish or German, otherwise English.
 * @param invoice `kind`: the kind of its recipient; `locale` as `sv_SE`; for a credit note, the number of the credited invoice
 */
export function describeLine(
  invoice: { kind: 'store' | 'client' | 'creator'; locale: string; credits_number?: string | null },
  line: LineFacts,
): string {
  const words = BY_LANGUAGE[invoice.locale.slice(0, 2).toLowerCase()] ?? ENGLISH;
  if (line.kind === 'credit') return `${words.creditOf(invoice.credits_number ?? '')}: ${line.about}`;
  const said = plainly(words, invoice.kind, line);
  return line.adjusts === null ? said : `${words.adjustmentFor(line.adjusts.slice(0, 7))}: ${said}`;
}

function plainly(words: LineWords, invoiceKind: string, { kind, about }: LineFacts): string {
  const naming = (word: string) => (about === '' ? word : `${word}, ${about}`);
  switch (kind) {
    case 'clicks':
      if (invoiceKind === 'client') return naming(words.shareOfClicks);
      return about === '' ? words.clicksAtOwnPrices : naming(words.clicks);
    case 'commission':
      return naming(invoiceKind === 'client' ? words.shareOfCommission : words.commission);
    case 'one_time':
      return naming(words.oneTime);
    case 'earnings':
      return words.earningsOf(about);
    case 'credit':
      return about;
  }
}
