import { type Formats, inMajor } from '../../language/formats.ts';
import type { ChartSeries } from '../time-chart-types.ts';
import { CREATOR_FIGURES, type CreatorFigure } from './names.ts';
import type { StatisticsTexts } from './texts.ts';

/** Results of a creator in one currency, as the API returns them. */
export interface CreatorResults {
  clicks: number;
  orders: number;
  click_earnings_minor: number;
  order_earnings_minor: number;
}

/** What a creator earned, in minor units. */
export const earnedOf = (results: CreatorResults): number =>
  results.click_earnings_minor + results.order_earnings_minor;

/** A figure: a count, a rate or minor units. Undefined if it would be divided by zero. */
export function creatorFigureOf(figure: CreatorFigure, results: CreatorResults): number | undefined {
  const { clicks, orders } = results;
  const ratio = (part: number, whole: number) => (whole === 0 ? undefined : part / whole);
  switch (figure) {
    case 'clicks':
      return clicks;
    case 'earned':
      return earnedOf(results);
    case 'orders':
      return orders;
    case 'conversion':
      return ratio(orders, clicks);
    case 'perClick':
      return ratio(earnedOf(results), clicks);
    case 'perOrder':
      return ratio(results.order_earnings_minor, orders);
  }
}

/** The figures by name, without those that cannot be computed. */
export function creatorFiguresOf(results: CreatorResults): Record<string, number> {
  const pairs = CREATOR_FIGURES.map((figure) => [figure, creatorFigureOf(figure, results)] as const);
  return Object.fromEntries(pairs.filter((pair): pair is [CreatorFigure, number] => pair[1] !== undefined));
}

/** How a figure is written. A ratio of money may be less than one minor unit. */
export function creatorFormatOf(figure: CreatorFigure, formats: Formats, currency: string): (value: number) => string {
  if (figure === 'clicks' || figure === 'orders') return formats.number;
  if (figure === 'conversion') return formats.percent;
  return (minor) => formats.money(minor, currency);
}

/** The figures as measures of a chart. */
export const creatorSeries = (t: StatisticsTexts, formats: Formats, currency: string) =>
  CREATOR_FIGURES.map((key): ChartSeries & { key: CreatorFigure } => {
    const isCount = key === 'clicks' || key === 'orders';
    const isMoney = !isCount && key !== 'conversion';
    return {
      key,
      label: t.figures[key],
      format: creatorFormatOf(key, formats, currency),
      ...(isCount ? { onAxis: formats.shortNumber, kind: 'bar' as const } : {}),
      ...(isMoney
        ? {
            onAxis: (minor: number) => formats.shortMoney(minor, currency),
            inFile: (minor: number) => inMajor(Math.round(minor), currency),
          }
        : {}),
    };
  });
