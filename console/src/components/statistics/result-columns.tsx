import type { LinkProps } from '@tanstack/react-router';
import { digitsOf, useFormats } from '../../language/formats.ts';
import { AmountLink } from '../amount-link.tsx';
import type { Column } from '../data-table.tsx';
import { writtenAt } from '../time-chart-types.ts';
import type { ResultFigure } from './names.ts';
import { formatOf, type Results, resultOf } from './results.ts';
import { useResultTexts } from './texts.ts';

/** Sort keys of the API. */
const SORT_KEYS: Partial<Record<ResultFigure, string>> = {
  clicks: 'clicks',
  orders: 'nr_orders',
  value: 'order_value',
  cost: 'store_cost',
  roas: 'roas',
};
/** Columns that a phone has room for. */
const ALWAYS: readonly ResultFigure[] = ['clicks', 'value'];
const AMOUNTS: readonly ResultFigure[] = ['value', 'basket', 'cost', 'costPerOrder', 'epc'];
const EXPLAINED = ['roas', 'epc', 'conversion'] as const;

interface ResultColumns<Row extends Results> {
  figures: readonly ResultFigure[];
  /** The explanation of the cost of a row; undefined if there is none. */
  placeOf?: ((row: Row) => LinkProps) | undefined;
  /** The API sorts the rows, by the figures that it knows. */
  isSorted: boolean;
}

/** Columns with figures of results. A ratio without a divisor is a dash. */
export function useResultColumns<Row extends Results>({
  figures,
  placeOf,
  isSorted,
}: ResultColumns<Row>): Column<Row>[] {
  const t = useResultTexts();
  const formats = useFormats();
  return figures.map((figure): Column<Row> => {
    const written = (row: Row) => writtenAt(resultOf(figure, row), formatOf(figure, formats, row.cost.currency));
    const explained = EXPLAINED.find((term) => term === figure);
    const isAmount = AMOUNTS.includes(figure);
    const heading = figure === 'conversion' || figure === 'basket' ? t.columns[figure] : t.figures[figure];
    return {
      key: SORT_KEYS[figure] ?? figure,
      label: heading,
      numeric: true,
      wideOnly: !ALWAYS.includes(figure),
      ...(explained === undefined ? {} : { terms: [explained] }),
      cell: (row) =>
        figure === 'cost' && placeOf !== undefined ? (
          <AmountLink to={placeOf(row)} of={t.figures.cost}>
            {written(row)}
          </AmountLink>
        ) : (
          written(row)
        ),
      ...(isSorted
        ? { sortable: SORT_KEYS[figure] !== undefined }
        : {
            value: (row: Row) => {
              const value = resultOf(figure, row);
              if (value === undefined) return null;
              const { currency } = row.cost;
              return isAmount ? { amount: value.toFixed(digitsOf(currency)), currency } : value;
            },
          }),
    };
  });
}
