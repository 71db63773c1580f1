import { RESULT_FIGURES, type ResultFigure } from '../../components/statistics/names.ts';
import { RANKED_KINDS, type RankedKind, type StatisticsKind, type StatisticsSearch } from './search.ts';

export const isRanked = (kind: StatisticsKind): kind is RankedKind => RANKED_KINDS.some((one) => one === kind);

/** Optional columns, by their names in saved views of the API. */
export const SHOWN_FIGURES = ['clicks', 'nr_orders', 'order_value', 'estimated_cost'] as const;
export type ShownFigure = (typeof SHOWN_FIGURES)[number];

/** The columns of each figure that is shown; rates need all their figures. */
const NEEDED = {
  clicks: ['clicks'],
  orders: ['nr_orders'],
  conversion: ['clicks', 'nr_orders'],
  value: ['order_value'],
  basket: ['nr_orders', 'order_value'],
  cost: ['estimated_cost'],
  costPerOrder: ['nr_orders', 'estimated_cost'],
  epc: ['clicks', 'estimated_cost'],
  roas: ['order_value', 'estimated_cost'],
  newCreators: [],
} as const satisfies Record<ResultFigure, readonly ShownFigure[]>;

/** Visible columns; all by default. */
export function shownFigures({ show }: StatisticsSearch): readonly ShownFigure[] {
  const named = show?.split(',') ?? [];
  const known = SHOWN_FIGURES.filter((figure) => named.includes(figure));
  return known.length === 0 ? SHOWN_FIGURES : known;
}

/** The figures of the visible columns. */
export function figuresShown(kind: StatisticsKind, search: StatisticsSearch): ResultFigure[] {
  const shown = shownFigures(search);
  return RESULT_FIGURES.filter((figure) =>
    figure === 'newCreators'
      ? kind !== 'creators' && kind !== 'links'
      : NEEDED[figure].every((needed: ShownFigure) => shown.includes(needed)),
  );
}
