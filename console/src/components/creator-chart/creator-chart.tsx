import { Card, Group, NativeSelect } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ChartSearch } from '../creator-chart-search.ts';
import { useCreatorStats } from '../creator-figures.ts';
import type { DayRange } from '../day-range.ts';
import { Failure } from '../failure.tsx';
import { SectionTitle } from '../section-title.tsx';
import { comparedRange, comparisonOf } from '../statistics/comparison.ts';
import { TimeChart } from '../time-chart.tsx';
import { useListNavigation } from '../use-list-navigation.ts';
import { useDailyFigures } from './daily-figures.ts';
import { useChartWords } from './words.ts';

interface CreatorChartProps {
  user: number;
  range: DayRange;
  title: string;
  /** The main currency unless given; others are in tables. */
  currency?: string;
  link?: number | undefined;
  store?: number | undefined;
}

/** Chart of a creator's results by day: the figure and the period for comparison are chosen, and are in the URL. */
export default function CreatorChart({ user, range, title, currency, link, store }: CreatorChartProps) {
  const t = useChartWords();
  const { figure, vs }: ChartSearch = useSearch({ strict: false });
  const { narrow } = useListNavigation({ resetScroll: false });
  const comparison = comparisonOf(vs);
  const before = comparedRange(range, comparison);
  const { data, error, refetch } = useCreatorStats(user, range, { link, store });
  const { series, ...chart } = useDailyFigures(user, {
    range,
    before,
    currency: currency ?? data?.currencies[0]?.currency,
    link,
    store,
  });
  if (error) return <Failure error={error} onRetry={refetch} />;
  const shown = series.find(({ key }) => key === figure) ?? series[0]!;
  const selectOf = (label: string, words: Record<string, string>, value: string, name: keyof ChartSearch) => (
    <NativeSelect
      size="xs"
      aria-label={label}
      data={Object.entries(words).map(([one, word]) => ({ value: one, label: word }))}
      value={value}
      onChange={({ currentTarget }) => narrow({ [name]: currentTarget.value })}
    />
  );
  return (
    <Card>
      <Group justify="space-between" mb="md">
        <SectionTitle>{title}</SectionTitle>
        <Group gap="xs">
          {selectOf(t.figure, t.figures, shown.key, 'figure')}
          {selectOf(t.compare, t.comparisons, comparison, 'vs')}
        </Group>
      </Group>
      <TimeChart
        label={(before === null ? t.chartOf : t.comparedChartOf)(shown.label)}
        series={[shown]}
        height={220}
        {...chart}
      />
    </Card>
  );
}
