import type { paths } from '@tributary/client';
import { digitsOf, type Formats } from '../../language/formats.ts';
import { timesOf } from '../../language/times.ts';
import type { FigureKey } from './search.ts';

/** A store's clicks, cost and orders by day. Amounts are in minor units. */
export type Traffic = paths['/stores/{id}/clicksPerDay']['get']['responses']['200']['content']['application/json'];

type Sums = Pick<Traffic, 'clicks' | 'cost' | 'nr_orders' | 'order_value'>;

/** Computes a figure: a count, minor units or, for ROAS, a ratio; 0 if the divisor is 0. */
export function figureOf(key: FigureKey, { clicks, cost, nr_orders: orders, order_value: value }: Sums): number {
  const ratio = (whole: number, parts: number) => (parts === 0 ? 0 : whole / parts);
  const [roas, basket] = [ratio(value, cost), Math.round(ratio(value, orders))];
  return { clicks, cost, orders, value, roas, basket }[key];
}

/** A figure by day, in order. */
export const dailyFiguresOf = (key: FigureKey, traffic: Traffic): number[] =>
  Object.values(traffic.per_day)
    .sort((a, b) => (a.date < b.date ? -1 : 1))
    .map((day) => figureOf(key, day));

/**
 * Format of each figure: full in a table, short on an axis, and on a tile short for more than six digits before the decimal
 * separator.
 */
export function writersOf(
  formats: Formats,
  currency: string,
  place: 'table' | 'tile' | 'axis',
): Record<FigureKey, (value: number) => string> {
  const count = place === 'axis' ? formats.shortNumber : formats.number;
  const shortFrom = { table: Number.POSITIVE_INFINITY, tile: 10 ** (digitsOf(currency) + 6), axis: 0 }[place];
  const money = (minor: number) =>
    Math.abs(minor) >= shortFrom ? formats.shortMoney(minor, currency) : formats.money(minor, currency);
  return { clicks: count, orders: count, cost: money, value: money, basket: money, roas: timesOf(formats) };
}
