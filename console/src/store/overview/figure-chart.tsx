import { type DayRange, eachDay, periodBefore } from '../../components/day-range.ts';
import { daysOf } from '../../components/explanation/places.ts';
import { FigureChart } from '../../components/figure-chart.tsx';
import { useStoreAnnotations } from '../../components/use-annotations.ts';
import { inMajor, useFormats } from '../../language/formats.ts';
import { useCurrency } from '../use-currency.ts';
import { dailyFiguresOf, type Traffic, writersOf } from './figures.ts';
import { FIGURE_KEYS, type FigureKey } from './search.ts';
import { useOverviewTexts } from './texts.ts';

interface OverviewChartProps {
  store: number;
  range: DayRange;
  /** Undefined while loading. */
  now: Traffic | undefined;
  then: Traffic | undefined;
  figure: FigureKey;
  onFigure: (figure: FigureKey) => void;
}

/** Chart of the selected figure with the previous period. */
export function OverviewChart({ store, range, now, then, figure, onFigure }: OverviewChartProps) {
  const t = useOverviewTexts();
  const { data: currency } = useCurrency(store);
  const formats = useFormats();
  const format = writersOf(formats, currency ?? 'EUR', 'table');
  const onAxis = writersOf(formats, currency ?? 'EUR', 'axis');
  const annotations = useStoreAnnotations(store, range);
  const params = { store: String(store) };
  return (
    <FigureChart
      title={t.byDay}
      labelOf={t.chartOf}
      series={FIGURE_KEYS.map((key) => ({
        key,
        label: t.figures[key],
        format: format[key],
        onAxis: onAxis[key],
        ...(COUNTS.includes(key) ? { kind: 'bar' as const } : {}),
        ...(AMOUNTS.includes(key) ? { inFile: (minor: number) => inMajor(minor, currency ?? 'EUR') } : {}),
      }))}
      figure={figure}
      onFigure={onFigure}
      points={now && then && currency ? pointsOf(figure, range, now, then) : undefined}
      annotations={annotations}
      placeOf={(day) =>
        OF_ORDERS.includes(figure)
          ? { to: '/console/shop/$store/orders', params, search: { from: day, to: day, whose: 'creators' } }
          : daysOf({ store }, { from: day, to: day })
      }
    />
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
