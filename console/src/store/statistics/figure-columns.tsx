import type { LinkProps } from '@tanstack/react-router';
import { AmountLink } from '../../components/amount-link.tsx';
import type { Column } from '../../components/data-table.tsx';
import { useFormats } from '../../language/formats.ts';
import { timesOf } from '../overview/figures.ts';
import { type ShownFigure, type StatisticsSearch, shownFigures } from './search.ts';
import { useStatisticsTexts } from './texts.ts';

interface Amount {
  amount: string;
  currency: string;
}

/** Figures of clicks and orders. */
export interface ResultsSection {
  clicks: number;
  orders: number;
  order_value: Amount;
  cost: Amount;
  roas: number | null;
}

const NONE = '–';

/**
 * Columns of the visible figures; ROAS requires order value and cost.
 * @param placeOf the target of the cost of a row
 */
export function useFigureColumns<Row extends ResultsSection>(
  search: StatisticsSearch,
  placeOf?: (row: Row) => LinkProps,
): Column<Row>[] {
  const { columns } = useStatisticsTexts();
  const formats = useFormats();
  const money = ({ amount, currency }: Amount) => formats.moneyOf(amount, currency);
  const shown = shownFigures(search);
  const isShown = (...figures: ShownFigure[]) => figures.every((figure) => shown.includes(figure));
  const figure = { sortable: true, numeric: true };
  const all: (Column<Row> | false)[] = [
    isShown('clicks') && {
      ...figure,
      key: 'clicks',
      label: columns.clicks,
      cell: ({ clicks }) => formats.number(clicks),
    },
    isShown('nr_orders') && {
      ...figure,
      key: 'nr_orders',
      label: columns.nr_orders,
      cell: ({ orders }) => formats.number(orders),
    },
    isShown('order_value') && {
      ...figure,
      key: 'order_value',
      label: columns.order_value,
      cell: (row) => money(row.order_value),
    },
    isShown('estimated_cost') && {
      ...figure,
      key: 'store_cost',
      label: columns.estimated_cost,
      wideOnly: isShown('order_value'),
      cell: (row) =>
        placeOf === undefined ? (
          money(row.cost)
        ) : (
          <AmountLink to={placeOf(row)} of={columns.estimated_cost}>
            {money(row.cost)}
          </AmountLink>
        ),
    },
    isShown('order_value', 'estimated_cost') && {
      ...figure,
      key: 'roas',
      label: columns.roas,
      terms: ['roas'],
      wideOnly: true,
      cell: ({ roas }) => (roas === null ? NONE : timesOf(formats)(roas)),
    },
  ];
  return all.filter((column) => column !== false);
}
