import { readDays, readNumber, readText, readWord } from './read-search.ts';

export const STATISTICS_KINDS = ['creators', 'links', 'campaigns'] as const;
export type StatisticsKind = (typeof STATISTICS_KINDS)[number];

/** Optional columns, by their names in saved views of the API. */
export const SHOWN_FIGURES = ['clicks', 'nr_orders', 'order_value', 'estimated_cost'] as const;
export type ShownFigure = (typeof SHOWN_FIGURES)[number];

/** Search parameters of the statistics page; defaults are left out. */
export interface StatisticsSearch {
  from?: string;
  to?: string;
  /** The list; creators by default. */
  by?: StatisticsKind;
  /** Search text. */
  q?: string;
  /** `column:asc` or `column:desc`. */
  sort?: string;
  page?: number;
  /** Only this creator. */
  creator?: number;
  /** Only these links: IDs separated by commas. */
  links?: string;
  /** Visible columns, separated by commas; all by default. */
  show?: string;
  /** The creator in the drawer. */
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

/** Visible columns; all by default. */
export function shownFigures({ show }: StatisticsSearch): readonly ShownFigure[] {
  const named = show?.split(',') ?? [];
  const known = SHOWN_FIGURES.filter((figure) => named.includes(figure));
  return known.length === 0 ? SHOWN_FIGURES : known;
}
