export interface ChartSeries {
  key: string;
  label: string;
  format: (value: number) => string;
  /** Short format for the axis; defaults to `format`. */
  onAxis?: (value: number) => string;
  /** Bars for counts, lines for amounts and ratios. */
  kind?: 'bar' | 'line';
  /** Series of the previous period, drawn pale and dashed. */
  isBefore?: boolean;
}

export interface TimeChartProps {
  /** Accessible name. */
  label: string;
  /** One point per day with a value per series: `{ day: '2026-11-22', clicks: 12 }`. Undefined while loading. */
  points: readonly (Record<string, number | string> & { day: string })[] | undefined;
  series: readonly ChartSeries[];
  height?: number;
}
