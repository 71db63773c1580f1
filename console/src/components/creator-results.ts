import type { Formats } from '../language/formats.ts';

/** The figures of a creator's results. */
export type CreatorFigure = 'clicks' | 'earned' | 'orders' | 'conversion' | 'perClick' | 'perOrder';

/** Results of a creator in one currency, as the API returns them. */
export interface CreatorResults {
  clicks: number;
  orders: number;
  click_earnings_minor: number;
  order_earnings_minor: number;
}

/** What was earned, in minor units. */
const earnedOf = (results: CreatorResults): number => results.click_earnings_minor + results.order_earnings_minor;

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

/** How a figure is written. A ratio of money may be less than one minor unit. */
export function creatorFormatOf(figure: CreatorFigure, formats: Formats, currency: string): (value: number) => string {
  if (figure === 'clicks' || figure === 'orders') return formats.number;
  if (figure === 'conversion') return formats.percent;
  return (minor) => formats.money(minor, currency);
}
