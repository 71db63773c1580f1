import type { DayRange } from '../../platform/day-range.ts';
import type { Figure, ReportContent } from '../../platform/export/report.ts';
import { type Language, LOCALE_OF } from '../../platform/locale.ts';
import { formatMoney } from '../../platform/money.ts';
import type { ReportListName } from './lists.ts';
import { WORDS } from './texts.ts';

/** A report before it is written for its readers. */
export interface Report {
  name: string;
  list: ReportListName;
  /** The name of the store, agency or creator. */
  owner: string;
  period: DayRange;
  periodBefore: DayRange;
  content: ReportContent;
  contentBefore: ReportContent;
}

/** The days of a report for readers: `1 – 7 Mar 2026`. */
export function periodWords({ first, last }: DayRange, language: Language): string {
  const format = new Intl.DateTimeFormat(LOCALE_OF[language], { dateStyle: 'medium', timeZone: 'UTC' });
  const [from, to] = [first, last].map((day) => new Date(`${day}T00:00:00Z`)) as [Date, Date];
  if (first === last) return format.format(from);
  // Thin spaces look wrong in the subjects of some mail programs.
  return format.formatRange(from, to).replaceAll('\u2009', ' ');
}

/** The sums of a report against the period before, one line each; none if a list was too long to be summed. */
export function summaryLines({ content, contentBefore, periodBefore }: Report, language: Language): string[] {
  const words = WORDS[language];
  if (!content.isWhole || !contentBefore.isWhole) return [];
  const before = new Map(contentBefore.totals.map((figure) => [keyOf(figure), figure]));
  const now = new Map(content.totals.map((figure) => [keyOf(figure), figure]));
  // A sum that exists only in the period before is now zero.
  const all = [...now.values(), ...[...before.values()].filter((figure) => !now.has(keyOf(figure))).map(zeroOf)];
  if (all.length === 0) return [];
  const lines = all.map((figure) => {
    const earlier = before.get(keyOf(figure)) ?? zeroOf(figure);
    const change = changeWords(numberOf(figure), numberOf(earlier), language);
    return words.figure(words.figures[figure.name], shown(figure, language), shown(earlier, language), change);
  });
  return [words.comparedWith(periodWords(periodBefore, language)), ...lines];
}

const keyOf = (figure: Figure) => ('amount' in figure ? `${figure.name} ${figure.amount.currency}` : figure.name);
const numberOf = (figure: Figure) => ('amount' in figure ? figure.amount.minor : figure.count);

function zeroOf(figure: Figure): Figure {
  if (!('amount' in figure)) return { name: figure.name, count: 0 };
  return { name: figure.name, amount: { minor: 0, currency: figure.amount.currency } };
}

function shown(figure: Figure, language: Language): string {
  if ('amount' in figure) return formatMoney(figure.amount, LOCALE_OF[language]);
  return new Intl.NumberFormat(LOCALE_OF[language]).format(figure.count);
}

/** Null: there is nothing to compare with. */
function changeWords(now: number, before: number, language: Language): string | null {
  if (before <= 0) return null;
  const format = new Intl.NumberFormat(LOCALE_OF[language], {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  return format.format((now - before) / before);
}
