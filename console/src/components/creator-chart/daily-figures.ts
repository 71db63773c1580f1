import { type Formats, inMajor, useFormats } from '../../language/formats.ts';
import { type LinkFilter, useCreatorStats } from '../creator-figures.ts';
import { type CreatorFigure, type CreatorResults, creatorFigureOf, creatorFormatOf } from '../creator-results.ts';
import { type DayRange, eachDay } from '../day-range.ts';
import { daysOf } from '../explanation/places.ts';
import type { ChartSeries } from '../time-chart-types.ts';
import { useCreatorAnnotations } from '../use-annotations.ts';
import { type ChartWords, useChartWords } from './words.ts';

/** The figures in the order of the choice. */
const FIGURES: readonly CreatorFigure[] = ['clicks', 'earned', 'orders', 'conversion', 'perClick', 'perOrder'];

/**
 * A creator's figures by day in one currency, with those of the period before, for `FigureChart`.
 * @param before the period for comparison; null: none @param currency undefined while loading
 */
export function useDailyFigures(
  user: number,
  {
    range,
    before,
    currency,
    ...filter
  }: LinkFilter & { range: DayRange; before: DayRange | null; currency: string | undefined },
) {
  const t = useChartWords();
  const formats = useFormats();
  const now = useCreatorStats(user, range, filter).data;
  const then = useCreatorStats(user, before ?? range, filter).data;
  const annotations = useCreatorAnnotations(user, range);
  const daysOfStats = (stats: typeof now, of: DayRange) =>
    pointsOf(of, stats?.currencies.find((one) => one.currency === currency)?.days ?? []);
  const compared = before === null ? [] : daysOfStats(then, before);
  return {
    annotations,
    placeOf: (day: string) =>
      daysOf({ user }, { from: day, to: day }, filter.link === undefined ? {} : { link: filter.link }),
    points: now && then && daysOfStats(now, range).map((point, index) => ({ ...point, before: compared[index] })),
    series: seriesOf(t, formats, currency ?? 'EUR'),
  };
}

const NOTHING: CreatorResults = { clicks: 0, orders: 0, click_earnings_minor: 0, order_earnings_minor: 0 };

function pointsOf(range: DayRange, days: readonly (CreatorResults & { date: string })[]) {
  const byDay = new Map(days.map((day) => [day.date, day]));
  return eachDay(range).map((day) => ({ day, figures: figuresOf(byDay.get(day) ?? NOTHING) }));
}

/** The figures by name, without those that cannot be computed. */
function figuresOf(results: CreatorResults): Record<string, number> {
  const pairs = FIGURES.map((figure) => [figure, creatorFigureOf(figure, results)] as const);
  return Object.fromEntries(pairs.filter((pair): pair is [CreatorFigure, number] => pair[1] !== undefined));
}

/** The figures as measures of a chart. */
const seriesOf = (t: ChartWords, formats: Formats, currency: string) =>
  FIGURES.map((key): ChartSeries & { key: CreatorFigure } => {
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
