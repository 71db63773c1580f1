import type { FigureName } from '../../platform/export/report.ts';
import type { InLanguages } from '../../platform/locale.ts';
import type { ReportListName } from './lists.ts';

/** The words of a report in one language. */
interface ReportWords {
  lists: Record<ReportListName, string>;
  figures: Record<FigureName, string>;
  /** What the report shows: `Orders of Nordic Store, 1 – 7 March 2026`. */
  lead: (list: string, owner: string, period: string) => string;
  /** A sum, with that of the period before and the change, such as `+12 %`. */
  figure: (name: string, now: string, before: string, change: string | null) => string;
  rows: (count: string) => string;
  attached: string;
  empty: string;
  /** For a list that is too long for a mail. */
  tooLong: string;
  comparedWith: (period: string) => string;
}

export const WORDS: InLanguages<ReportWords> = {
  en: {
    lists: { creators: 'Creators', links: 'Links', campaigns: 'Campaigns', orders: 'Orders' },
    figures: {
      clicks: 'Clicks',
      orders: 'Orders',
      order_value: 'Order value',
      cost: 'Cost',
      earnings: 'Creators’ earnings',
      agency_earnings: 'Agency’s earnings',
    },
    lead: (list, owner, period) => `${list} of ${owner}, ${period}.`,
    figure: (name, now, before, change) =>
      `- ${name}: ${now} (before: ${before}${change === null ? '' : `, ${change}`})`,
    rows: (count) => `Rows in the list: ${count}.`,
    attached: 'The list is attached.',
    empty: 'The list is empty in this period.',
    tooLong: 'The list is too long for a mail. Sign in and open it to download it as a file:',
    comparedWith: (period) => `Compared with ${period}:`,
  },
  sv: {
    lists: { creators: 'Kreatörer', links: 'Länkar', campaigns: 'Kampanjer', orders: 'Ordrar' },
    figures: {
      clicks: 'Klick',
      orders: 'Ordrar',
      order_value: 'Ordervärde',
      cost: 'Kostnad',
      earnings: 'Kreatörernas intäkter',
      agency_earnings: 'Byråns intäkter',
    },
    lead: (list, owner, period) => `${list} för ${owner}, ${period}.`,
    figure: (name, now, before, change) =>
      `- ${name}: ${now} (tidigare: ${before}${change === null ? '' : `, ${change}`})`,
    rows: (count) => `Rader i listan: ${count}.`,
    attached: 'Listan är bifogad.',
    empty: 'Listan är tom för den här perioden.',
    tooLong: 'Listan är för lång för ett mejl. Logga in och öppna den för att ladda ner den som fil:',
    comparedWith: (period) => `Jämfört med ${period}:`,
  },
  de: {
    lists: { creators: 'Creators', links: 'Links', campaigns: 'Kampagnen', orders: 'Bestellungen' },
    figures: {
      clicks: 'Klicks',
      orders: 'Bestellungen',
      order_value: 'Bestellwert',
      cost: 'Kosten',
      earnings: 'Verdienst der Creators',
      agency_earnings: 'Verdienst der Agentur',
    },
    lead: (list, owner, period) => `${list}: ${owner}, ${period}.`,
    figure: (name, now, before, change) =>
      `- ${name}: ${now} (zuvor: ${before}${change === null ? '' : `, ${change}`})`,
    rows: (count) => `Zeilen der Liste: ${count}.`,
    attached: 'Die Liste ist angehängt.',
    empty: 'Die Liste ist in diesem Zeitraum leer.',
    tooLong:
      'Die Liste ist zu lang für eine E-Mail. Melden Sie sich an und öffnen Sie sie, um sie als Datei herunterzuladen:',
    comparedWith: (period) => `Verglichen mit ${period}:`,
  },
};
