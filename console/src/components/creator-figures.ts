import { api, KEEP_PREVIOUS } from '../api.ts';
import { inMajor, useFormats } from '../language/formats.ts';
import { type DayRange, eachDay, periodBefore } from './day-range.ts';
import { daysOf } from './explanation/places.ts';
import type { TimeChartProps } from './time-chart-types.ts';
import { useCreatorAnnotations } from './use-annotations.ts';

interface Day {
  date: string;
  clicks: number;
  click_earnings_minor: number;
  order_earnings_minor: number;
}

/** Filter of the links; without it, all links. */
interface LinkFilter {
  link?: number | undefined;
  store?: number | undefined;
}

/** Figures of the links of a creator. */
export const useCreatorStats = (user: number, range: DayRange, { link, store }: LinkFilter = {}) =>
  api.useQuery(
    'get',
    '/v2/users/{user}/stats',
    {
      params: {
        path: { user },
        query: { ...range, ...(link && { link_id: link }), ...(store && { store_id: store }) },
      },
    },
    KEEP_PREVIOUS,
  );

/** The names of the measures. */
interface FigureLabels {
  clicks: string;
  earned: string;
}

/**
 * Clicks and earnings by day in one currency, with the previous period, for `TimeChart`.
 * @param currency undefined while loading
 */
export function useDailyFigures(
  user: number,
  {
    range,
    currency,
    labels,
    ...filter
  }: LinkFilter & { range: DayRange; currency: string | undefined; labels: FigureLabels },
): Pick<TimeChartProps, 'points' | 'series' | 'annotations' | 'placeOf'> {
  const { number, shortNumber, money, shortMoney } = useFormats();
  const previous = periodBefore(range);
  const now = useCreatorStats(user, range, filter).data;
  const then = useCreatorStats(user, previous, filter).data;
  const annotations = useCreatorAnnotations(user, range);
  const inCurrency = currency ?? 'EUR';
  const figuresOf = (stats: typeof now, of: DayRange) =>
    pointsOf(of, stats?.currencies.find((one) => one.currency === currency)?.days ?? []);
  const before = figuresOf(then, previous);
  return {
    annotations,
    placeOf: (day) => daysOf({ user }, { from: day, to: day }, filter.link === undefined ? {} : { link: filter.link }),
    points: now && then && figuresOf(now, range).map((point, index) => ({ ...point, before: before[index] })),
    series: [
      { key: 'clicks', label: labels.clicks, format: number, onAxis: shortNumber, kind: 'bar' },
      {
        key: 'earned',
        label: labels.earned,
        format: (minor) => money(minor, inCurrency),
        onAxis: (minor) => shortMoney(minor, inCurrency),
        inFile: (minor) => inMajor(minor, inCurrency),
      },
    ],
  };
}

function pointsOf(range: DayRange, days: readonly Day[]) {
  const byDay = new Map(days.map((day) => [day.date, day]));
  return eachDay(range).map((day) => {
    const {
      clicks = 0,
      click_earnings_minor: fromClicks = 0,
      order_earnings_minor: fromOrders = 0,
    } = byDay.get(day) ?? {};
    return { day, figures: { clicks, earned: fromClicks + fromOrders } };
  });
}
