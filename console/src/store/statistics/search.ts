import { BREAKDOWN_KINDS } from '../../components/statistics/names.ts';
import { readDays, readNumber, readText, readWord } from './read-search.ts';

/** Lists with pages, files and reports by mail. */
export const RANKED_KINDS = ['creators', 'links', 'campaigns'] as const;
export type RankedKind = (typeof RANKED_KINDS)[number];

export const STATISTICS_KINDS = [...RANKED_KINDS, ...BREAKDOWN_KINDS] as const;
export type StatisticsKind = (typeof STATISTICS_KINDS)[number];

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
  /** The measure of the chart; the first one unless it is one of them. */
  figure?: string;
  /** The period for comparison; the previous one unless it is one of them. */
  vs?: string;
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
    ...readText(search, 'figure'),
    ...readText(search, 'vs'),
  };
}
