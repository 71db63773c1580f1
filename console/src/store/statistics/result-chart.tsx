import type { paths } from '@tributary/client';
import { api, KEEP_PREVIOUS } from '../../api.ts';
import { type DayRange, monthOf } from '../../components/day-range.ts';
import { daysOf } from '../../components/explanation/places.ts';
import { Failure } from '../../components/failure.tsx';
import { FigureChart } from '../../components/figure-chart.tsx';
import { RESULT_FIGURES, type ResultFigure } from '../../components/statistics/names.ts';
import { figuresOf, seriesOf } from '../../components/statistics/results.ts';
import { useResultTexts } from '../../components/statistics/texts.ts';
import type { ChartPoint } from '../../components/time-chart-types.ts';
import { useStoreAnnotations } from '../../components/use-annotations.ts';
import { useFormats } from '../../language/formats.ts';
import type { resultsQuery } from './query.ts';
import type { StatisticsSearch } from './search.ts';

type StoreResults = paths['/v2/stores/{store}/results']['get']['responses']['200']['content']['application/json'];
type ResultsQuery = ReturnType<typeof useResults>;

/** A store's results; nothing is read without a query. */
export const useResults = (store: number, query: ReturnType<typeof resultsQuery> | null) =>
  api.useQuery(
    'get',
    '/v2/stores/{store}/results',
    { params: { path: { store }, query: query ?? {} } },
    { enabled: query !== null, ...KEEP_PREVIOUS },
  );

interface ResultChartProps {
  store: number;
  range: DayRange;
  /** Null: no comparison. */
  before: DayRange | null;
  now: ResultsQuery;
  then: ResultsQuery;
  figure: string | undefined;
  onFigure: (figure: ResultFigure) => void;
  filter: Pick<StatisticsSearch, 'creator'>;
}

/** Chart of a store's results by day, or by month for long ranges. */
export function ResultChart({ store, range, before, now, then, figure, onFigure, filter }: ResultChartProps) {
  const t = useResultTexts();
  const formats = useFormats();
  const annotations = useStoreAnnotations(store, range);
  const { data } = now;
  if (now.error || then.error)
    return <Failure error={now.error ?? then.error} onRetry={() => Promise.all([now.refetch(), then.refetch()])} />;
  const isByMonth = data?.interval === 'month';
  const currency = data?.cost.currency ?? 'EUR';
  const label = before === null ? t.chartOf : t.comparedChartOf;
  const creator = filter.creator === undefined ? {} : { creator: filter.creator };
  const isReady = data !== undefined && (before === null || then.data !== undefined);
  return (
    <FigureChart
      title={isByMonth ? t.byMonth : t.byDay}
      labelOf={label}
      series={RESULT_FIGURES.map((key) => ({ ...seriesOf(key, t, formats, currency), key }))}
      figure={figure}
      onFigure={onFigure}
      points={isReady ? pointsOf(data, before === null ? undefined : then.data) : undefined}
      annotations={isByMonth ? [] : annotations}
      placeOf={(day) => daysOf({ store }, isByMonth ? monthWithin(day, range) : { from: day, to: day }, creator)}
      isLong
    />
  );
}

/** The days of a month that begin with its point. */
function monthWithin(from: string, range: DayRange): DayRange {
  const { to } = monthOf(from);
  return { from, to: to < range.to ? to : range.to };
}

function pointsOf(now: StoreResults, then: StoreResults | undefined): ChartPoint[] {
  const before = then?.points.map((point) => ({ day: point.from, figures: figuresOf(point) }));
  return now.points.map((point, index) => ({
    day: point.from,
    figures: figuresOf(point),
    before: before?.[index],
  }));
}
