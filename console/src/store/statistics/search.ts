import { readDays, readNumber, readText, readWord } from './read-search.ts';

export const STATISTICS_KINDS = ['creators', 'links', 'campaigns'] as const;
export type StatisticsKind = (typeof STATISTICS_KINDS)[number];

/** Figures that can be shown or left out, by the names that stored views of the API have for them. */
export const SHOWN_FIGURES = ['clicks', 'nr_orders', 'order_value', 'estimated_cost'] as const;
export type ShownFigure = (typeof SHOWN_FIGURES)[number];

/** What the address of a shop's statistics keeps; what is left out is as usual. */
export interface StatisticsSearch {
  from?: string;
  to?: string;
  /** What is listed; creators unless given. */
  by?: StatisticsKind;
  /** A part of names. */
  q?: string;
  /** `column:asc` or `column:desc`. */
  sort?: string;
  page?: number;
  /** Of this creator alone. */
  creator?: number;
  /** Of these links alone: ids, separated by commas. */
  links?: string;
  /** Figures that are shown, separated by commas; all unless given. */
  show?: string;
  /** The creator who is looked at. */
  who?: number;
}

export function readStatisticsSearch(search: Record<string, unknown>): StatisticsSearch {
  return {
    ...readDays(search),
    ...readWord(search, 'by', STATISTICS_KINDS),
    ...readText(search, 'q'),
    ...readText(search, 'sort'),
    ...readNumber(search, 'page'),
    ...readNumber(search, 'creator'),
    ...readText(search, 'links'),
    ...readText(search, 'show'),
    ...readNumber(search, 'who'),
  };
}

/** The figures that an address shows: those that it names, else all. */
export function shownFigures({ show }: StatisticsSearch): readonly ShownFigure[] {
  const named = show?.split(',') ?? [];
  const known = SHOWN_FIGURES.filter((figure) => named.includes(figure));
  return known.length === 0 ? SHOWN_FIGURES : known;
}
