import { Card, Group, NativeSelect } from '@mantine/core';
import { type DayRange, eachDay, periodBefore } from '../../components/day-range.ts';
import { daysOf } from '../../components/explanation/places.ts';
import { SectionTitle } from '../../components/section-title.tsx';
import { Segments } from '../../components/segments.tsx';
import { TimeChart } from '../../components/time-chart.tsx';
import { useStoreAnnotations } from '../../components/use-annotations.ts';
import { inMajor, useFormats } from '../../language/formats.ts';
import { useCurrency } from '../use-currency.ts';
import { dailyFiguresOf, type Traffic, writersOf } from './figures.ts';
import { FIGURE_KEYS, type FigureKey } from './search.ts';
import { useOverviewTexts } from './texts.ts';

interface FigureChartProps {
  store: number;
  range: DayRange;
  /** Undefined while loading. */
  now: Traffic | undefined;
  then: Traffic | undefined;
  figure: FigureKey;
  onFigure: (figure: FigureKey) => void;
}

/** Chart of the selected figure with the previous period. */
export function FigureChart({ store, range, now, then, figure, onFigure }: FigureChartProps) {
  const t = useOverviewTexts();
  const { data: currency } = useCurrency(store);
  const formats = useFormats();
  const format = writersOf(formats, currency ?? 'EUR', 'table')[figure];
  const onAxis = writersOf(formats, currency ?? 'EUR', 'axis')[figure];
  const choices = FIGURE_KEYS.map((key) => ({ value: key, label: t.figures[key] }));
  const annotations = useStoreAnnotations(store, range);
  const params = { store: String(store) };
  return (
    <Card mt="lg">
      <Group justify="space-between" mb="md">
        <SectionTitle>{t.byDay}</SectionTitle>
        <Segments
          visibleFrom="md"
          size="xs"
          aria-label={t.chooseFigure}
          choices={choices}
          value={figure}
          onChange={onFigure}
        />
        <NativeSelect
          hiddenFrom="md"
          size="xs"
          aria-label={t.chooseFigure}
          data={choices}
          value={figure}
          onChange={({ currentTarget }) => onFigure(currentTarget.value as FigureKey)}
        />
      </Group>
      <TimeChart
        label={t.chartOf(t.figures[figure])}
        points={now && then && currency ? pointsOf(figure, range, now, then) : undefined}
        series={[
          {
            key: figure,
            label: t.figures[figure],
            format,
            onAxis,
            ...(COUNTS.includes(figure) ? { kind: 'bar' as const } : {}),
            ...(AMOUNTS.includes(figure) ? { inFile: (minor: number) => inMajor(minor, currency ?? 'EUR') } : {}),
          },
        ]}
        annotations={annotations}
        placeOf={(day) =>
          OF_ORDERS.includes(figure)
            ? { to: '/console/shop/$store/orders', params, search: { from: day, to: day, whose: 'creators' } }
            : daysOf({ store }, { from: day, to: day })
        }
      />
    </Card>
  );
}

const COUNTS: readonly FigureKey[] = ['clicks', 'orders'];
const AMOUNTS: readonly FigureKey[] = ['cost', 'value', 'basket'];
/** Figures that depend only on orders. */
const OF_ORDERS: readonly FigureKey[] = ['orders', 'value', 'basket'];

function pointsOf(figure: FigureKey, range: DayRange, now: Traffic, then: Traffic) {
  const [course, before] = [dailyFiguresOf(figure, now), dailyFiguresOf(figure, then)];
  const previous = eachDay(periodBefore(range));
  return eachDay(range).map((day, index) => ({
    day,
    figures: { [figure]: course[index] ?? 0 },
    before: { day: previous[index]!, figures: { [figure]: before[index] ?? 0 } },
  }));
}
