import { api, KEEP_PREVIOUS } from '../../api.ts';
import { useFormats } from '../../language/formats.ts';
import { type DayRange, eachDay } from '../day-range.ts';
import { daysOf } from '../explanation/places.ts';
import { useCreatorAnnotations } from '../use-annotations.ts';
import { type CreatorResults, creatorFiguresOf, creatorSeries } from './creator-results.ts';
import { useResultTexts } from './texts.ts';

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
  const t = useResultTexts();
  const formats = useFormats();
  const now = useCreatorStats(user, range, filter).data;
  const then = useCreatorStats(user, before ?? range, filter).data;
  const annotations = useCreatorAnnotations(user, range);
  const figuresOf = (stats: typeof now, of: DayRange) =>
    pointsOf(of, stats?.currencies.find((one) => one.currency === currency)?.days ?? []);
  const compared = before === null ? [] : figuresOf(then, before);
  return {
    annotations,
    placeOf: (day: string) =>
      daysOf({ user }, { from: day, to: day }, filter.link === undefined ? {} : { link: filter.link }),
    points: now && then && figuresOf(now, range).map((point, index) => ({ ...point, before: compared[index] })),
    series: creatorSeries(t, formats, currency ?? 'EUR'),
  };
}

const NOTHING: CreatorResults = { clicks: 0, orders: 0, click_earnings_minor: 0, order_earnings_minor: 0 };

function pointsOf(range: DayRange, days: readonly (CreatorResults & { date: string })[]) {
  const byDay = new Map(days.map((day) => [day.date, day]));
  return eachDay(range).map((day) => ({ day, figures: creatorFiguresOf(byDay.get(day) ?? NOTHING) }));
}
