import type { Amount } from '../../language/amounts.ts';
import { digitsOf, type Formats } from '../../language/formats.ts';
import { timesOf } from '../../language/times.ts';
import type { ChartSeries } from '../time-chart-types.ts';
import { RESULT_FIGURES, type ResultFigure } from './names.ts';
import type { StatisticsTexts } from './texts.ts';

/** Clicks and orders with their amounts, as the API returns them. */
export interface Results {
  clicks: number;
  orders: number;
  order_value: Amount;
  /** What was paid for them. */
  cost: Amount;
  /** Order value for each unit of cost; computed where the API does not return it. */
  roas?: number | null;
  new_creators?: number;
}

/** A ratio; undefined without a divisor. */
const ratio = (part: number, whole: number) => (whole === 0 ? undefined : part / whole);

/** A figure of results: a count, a ratio, or an amount in major units. Undefined if it cannot be computed. */
export function resultOf(figure: ResultFigure, results: Results): number | undefined {
  const { clicks, orders } = results;
  const [value, cost] = [Number(results.order_value.amount), Number(results.cost.amount)];
  switch (figure) {
    case 'clicks':
      return clicks;
    case 'orders':
      return orders;
    case 'conversion':
      return ratio(orders, clicks);
    case 'value':
      return value;
    case 'basket':
      return ratio(value, orders);
    case 'cost':
      return cost;
    case 'costPerOrder':
      return ratio(cost, orders);
    case 'epc':
      return ratio(cost, clicks);
    case 'roas':
      return ratio(value, cost);
    case 'newCreators':
      return results.new_creators;
  }
}

const COUNTS: readonly ResultFigure[] = ['clicks', 'orders', 'newCreators'];

/** How each figure is written. */
export function formatOf(figure: ResultFigure, formats: Formats, currency: string): (value: number) => string {
  if (COUNTS.includes(figure)) return formats.number;
  if (figure === 'conversion') return formats.percent;
  if (figure === 'roas') return timesOf(formats);
  return (value) => formats.moneyOf(value, currency);
}

/** A figure as the measure of a chart. */
export function seriesOf(figure: ResultFigure, t: StatisticsTexts, formats: Formats, currency: string): ChartSeries {
  const format = formatOf(figure, formats, currency);
  const isCount = COUNTS.includes(figure);
  const isAmount = !isCount && figure !== 'conversion' && figure !== 'roas';
  const onAxis = isCount
    ? formats.shortNumber
    : (value: number) => formats.shortMoney(value * 10 ** digitsOf(currency), currency);
  return {
    key: figure,
    label: t.figures[figure],
    format,
    ...(isCount || isAmount ? { onAxis } : {}),
    ...(isCount ? { kind: 'bar' as const } : {}),
  };
}

/** All figures of results by their names, without those that cannot be computed. */
export function figuresOf(results: Results, figures: readonly ResultFigure[] = RESULT_FIGURES): Record<string, number> {
  const pairs = figures.map((figure) => [figure, resultOf(figure, results)] as const);
  return Object.fromEntries(pairs.filter((pair): pair is [ResultFigure, number] => pair[1] !== undefined));
}
