export interface ChartSeries {
  key: string;
  label: string;
  format: (value: number) => string;
  /** The same, as short as an axis needs it; as `format` where it is short enough. */
  onAxis?: (value: number) => string;
  /** Bars for what is counted, lines for the rest. */
  kind?: 'bar' | 'line';
  /** Of the period before: paler and dashed. */
  isBefore?: boolean;
}

export interface TimeChartProps {
  /** What is shown, for those who hear it. */
  label: string;
  /** One for each day, with a figure for each series: `{ day: '2026-11-22', clicks: 12 }`. Undefined while they are loading. */
  points: readonly (Record<string, number | string> & { day: string })[] | undefined;
  series: readonly ChartSeries[];
  height?: number;
}
