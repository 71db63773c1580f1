import { Paper, Text } from '@mantine/core';
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { useFormats } from '../language/formats.ts';
import { SERIES_COLORS } from '../theme.ts';
import { Note } from './note.tsx';
import type { ChartSeries, TimeChartProps } from './time-chart-types.ts';

const AXIS = { fontSize: 12, fill: 'var(--mantine-color-dimmed)' };

/** The chart behind `TimeChart`, in a chunk of its own with the chart library. */
export default function TimeChartDrawing({ label, points = [], series, height = 280 }: TimeChartProps) {
  const { shortDay } = useFormats();
  const first = series[0];
  return (
    <div role="img" aria-label={label} style={{ height }}>
      <ResponsiveContainer width="100%" height="100%">
        <ComposedChart data={[...points]} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--mantine-color-default-border)" strokeDasharray="3 3" />
          <XAxis dataKey="day" tickFormatter={shortDay} tick={AXIS} tickLine={false} axisLine={false} minTickGap={32} />
          <YAxis
            width="auto"
            tick={AXIS}
            tickLine={false}
            axisLine={false}
            {...(first && { tickFormatter: first.onAxis ?? first.format })}
          />
          <Tooltip
            content={(props) => <Hint {...(props as unknown as HintProps)} series={series} />}
            isAnimationActive={false}
          />
          {series.length > 1 && (
            <Legend
              iconType="circle"
              iconSize={8}
              formatter={(name) => (
                <Text span size="xs" c="dimmed">
                  {name}
                </Text>
              )}
            />
          )}
          {series.map((one) => drawn(one, series))}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}

function drawn(one: ChartSeries, all: readonly ChartSeries[]) {
  const color = one.isBefore
    ? '#8195a6'
    : SERIES_COLORS[all.filter(({ isBefore }) => !isBefore).indexOf(one) % SERIES_COLORS.length]!;
  const common = { dataKey: one.key, name: one.label, isAnimationActive: false };
  if (one.kind === 'bar') return <Bar key={one.key} {...common} fill={color} radius={[3, 3, 0, 0]} maxBarSize={28} />;
  if (one.isBefore)
    return (
      <Line
        key={one.key}
        {...common}
        type="linear"
        stroke={color}
        strokeDasharray="4 4"
        dot={false}
        strokeWidth={1.5}
      />
    );
  return (
    <Area
      key={one.key}
      {...common}
      type="linear"
      stroke={color}
      fill={color}
      fillOpacity={0.12}
      dot={false}
      strokeWidth={2}
    />
  );
}

interface HintProps {
  active?: boolean;
  label?: string;
  payload?: { payload: Record<string, number> }[];
  series: readonly ChartSeries[];
}

function Hint({ active = false, label, payload = [], series }: HintProps) {
  const { day } = useFormats();
  const point = payload[0]?.payload;
  if (!active || point === undefined || label === undefined) return null;
  return (
    <Paper withBorder shadow="sm" p="xs">
      <Note size="xs">{day(label)}</Note>
      {series.map(({ key, label: name, format }) => (
        <Text key={key} size="sm">
          {name}: <b>{format(point[key] ?? 0)}</b>
        </Text>
      ))}
    </Paper>
  );
}
