import { Card, Group, NativeSelect } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { SectionTitle } from './section-title.tsx';
import { Segments } from './segments.tsx';
import { useCommonTexts } from './texts.ts';
import { TimeChart } from './time-chart.tsx';
import type { ChartAnnotation, ChartPoint, ChartSeries } from './time-chart-types.ts';

interface FigureChartProps<Figure extends string> {
  title: string;
  /** Accessible name of the chart of a figure, and the name of its file. */
  labelOf: (figure: string) => string;
  /** The figures to choose from. */
  series: readonly (ChartSeries & { key: Figure })[];
  /** The first one unless it is one of them. */
  figure: string | undefined;
  /** The page keeps the figure in its URL. */
  onFigure: (figure: Figure) => void;
  /** Undefined while loading. */
  points: readonly ChartPoint[] | undefined;
  annotations?: readonly ChartAnnotation[];
  /** The list behind the figures of a day. */
  placeOf?: ((day: string) => LinkProps) | undefined;
  /** There are too many figures for buttons beside each other. */
  isLong?: boolean;
}

/** Chart of a figure that the reader chooses, by day or month. */
export function FigureChart<Figure extends string>(props: FigureChartProps<Figure>) {
  const { title, labelOf, series, figure, onFigure, points, annotations = [], placeOf, isLong = false } = props;
  const t = useCommonTexts().chart;
  const shown = series.find(({ key }) => key === figure) ?? series[0]!;
  const choices = series.map(({ key, label }) => ({ value: key, label }));
  return (
    <Card>
      <Group justify="space-between" mb="md">
        <SectionTitle>{title}</SectionTitle>
        {!isLong && (
          <Segments
            visibleFrom="md"
            size="xs"
            aria-label={t.choose}
            choices={choices}
            value={shown.key}
            onChange={onFigure}
          />
        )}
        <NativeSelect
          {...(isLong ? {} : { hiddenFrom: 'md' })}
          size="xs"
          aria-label={t.choose}
          data={choices}
          value={shown.key}
          onChange={({ currentTarget }) => onFigure(currentTarget.value as Figure)}
        />
      </Group>
      <TimeChart
        label={labelOf(shown.label)}
        points={points}
        series={[shown]}
        annotations={annotations}
        {...(placeOf === undefined ? {} : { placeOf })}
      />
    </Card>
  );
}
