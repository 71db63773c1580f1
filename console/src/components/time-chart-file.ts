import { csvOf, textCell } from './csv.ts';
import type { ChartAnnotation, ChartPoint, ChartSeries } from './time-chart-types.ts';

interface Headings {
  day: string;
  previousDay: string;
  previous: (measure: string) => string;
  events: string;
}

/** The figures of a chart as CSV, with numbers as plain decimals. */
export function chartCsv(
  points: readonly ChartPoint[],
  series: readonly ChartSeries[],
  annotations: readonly ChartAnnotation[],
  headings: Headings,
): string {
  const hasBefore = points.some(({ before }) => before !== undefined);
  const heading = [
    headings.day,
    ...series.map(({ label }) => label),
    ...(hasBefore ? [headings.previousDay, ...series.map(({ label }) => headings.previous(label))] : []),
    headings.events,
  ];
  const numbers = (figures: Readonly<Record<string, number>> | undefined) =>
    series.map(({ key, inFile = String }) => {
      const value = figures?.[key];
      return value === undefined ? '' : inFile(value);
    });
  const rows = points.map(({ day, figures, before }) => [
    day,
    ...numbers(figures),
    ...(hasBefore ? [before?.day ?? '', ...numbers(before?.figures)] : []),
    textCell(textsOn(annotations, day).join('; ')),
  ]);
  return csvOf([heading.map(textCell), ...rows]);
}

/** The annotations of a day, as texts. */
export const textsOn = (annotations: readonly ChartAnnotation[], day: string): string[] =>
  annotations.filter((one) => one.day === day).map(({ text }) => text);
