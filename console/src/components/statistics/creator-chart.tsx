import { useSearch } from '@tanstack/react-router';
import type { DayRange } from '../day-range.ts';
import { Failure } from '../failure.tsx';
import { FigureChart } from '../figure-chart.tsx';
import { useListNavigation } from '../use-list-navigation.ts';
import { CompareSelect } from './compare-select.tsx';
import { comparedRange, comparisonOf } from './comparison.ts';
import { useCreatorStats, useDailyFigures } from './creator-figures.ts';
import type { ChartSearch } from './names.ts';
import { useResultTexts } from './texts.ts';

interface CreatorChartProps {
  user: number;
  range: DayRange;
  title: string;
  /** The main currency unless given; others are in tables. */
  currency?: string;
  link?: number | undefined;
  store?: number | undefined;
}

/** Chart of a creator's results by day: the figure and the period for comparison are chosen, and are in the URL (`readChartSearch`). */
export function CreatorChart({ user, range, title, currency, link, store }: CreatorChartProps) {
  const t = useResultTexts();
  const { figure, vs }: ChartSearch = useSearch({ strict: false });
  const { narrow } = useListNavigation({ resetScroll: false });
  const comparison = comparisonOf(vs);
  const before = comparedRange(range, comparison);
  const { data, error, refetch } = useCreatorStats(user, range, { link, store });
  const chart = useDailyFigures(user, {
    range,
    before,
    currency: currency ?? data?.currencies[0]?.currency,
    link,
    store,
  });
  if (error) return <Failure error={error} onRetry={refetch} />;
  return (
    <FigureChart
      title={title}
      labelOf={before === null ? t.chartOf : t.comparedChartOf}
      figure={figure}
      onFigure={(next) => narrow({ figure: next })}
      {...chart}
      tools={<CompareSelect value={comparison} onChange={(next) => narrow({ vs: next })} />}
      isLong
    />
  );
}
