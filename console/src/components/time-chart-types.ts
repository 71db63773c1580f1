import type { LinkProps } from '@tanstack/react-router';

/** One measure of a chart. */
export interface ChartSeries {
  key: string;
  label: string;
  format: (value: number) => string;
  /** Short format for the axis; defaults to `format`. */
  onAxis?: (value: number) => string;
  /** Plain number in a file; defaults to the value. */
  inFile?: (value: number) => string;
  /** Bars for counts, lines for amounts and ratios. */
  kind?: 'bar' | 'line';
}

/** The figures of one day, by the keys of the series. One is absent if it cannot be computed, as a rate without clicks. */
interface DayFigures {
  day: string;
  figures: Readonly<Record<string, number>>;
}

export interface ChartPoint extends DayFigures {
  /** The day of the previous period with which this one is compared. */
  before?: DayFigures | undefined;
}

/** An event that may explain a change of the figures. */
export interface ChartAnnotation {
  day: string;
  text: string;
  link?: LinkProps | undefined;
}

export interface TimeChartProps {
  /** Accessible name, and the name of the file. */
  label: string;
  /** One point per day. Undefined while loading. */
  points: readonly ChartPoint[] | undefined;
  series: readonly ChartSeries[];
  annotations?: readonly ChartAnnotation[];
  /** The list behind the figures of a day. */
  placeOf?: (day: string, key: string) => LinkProps;
  height?: number;
}

/** A figure in words; a dash if it cannot be computed. */
export const writtenAt = (value: number | undefined, format: (value: number) => string): string =>
  value === undefined ? '–' : format(value);
