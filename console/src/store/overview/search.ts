import { readDays } from '../statistics/read-search.ts';

/** The figures of a store's overview. */
export const FIGURE_KEYS = ['clicks', 'cost', 'orders', 'value', 'roas', 'basket'] as const;
export type FigureKey = (typeof FIGURE_KEYS)[number];

/** Search parameters of the overview; defaults are left out. */
export interface OverviewSearch {
  from?: string;
  to?: string;
  /** The measure of the chart. */
  figure?: FigureKey;
}

export function readOverviewSearch(search: Record<string, unknown>): OverviewSearch {
  const figure = FIGURE_KEYS.find((key) => key === search.figure);
  return { ...readDays(search), ...(figure === undefined ? {} : { figure }) };
}
