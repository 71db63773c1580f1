import { expect, it } from 'vitest';
import { chartCsv } from './time-chart-file.ts';

const HEADINGS = {
  day: 'Date',
  previousDay: 'Previous date',
  previous: (of: string) => `${of}, before`,
  events: 'Events',
};
const SERIES = [
  { key: 'clicks', label: 'Clicks', format: String },
  { key: 'cost', label: 'Cost', format: String, inFile: (minor: number) => (minor / 100).toFixed(2) },
];

it('writes the figures of a chart as CSV, without formulas and without figures that cannot be computed', () => {
  const points = [
    {
      day: '2026-03-02',
      figures: { clicks: 5, cost: -250 },
      before: { day: '2026-03-01', figures: { clicks: 4, cost: 1 } },
    },
    { day: '2026-03-03', figures: { clicks: 0 } },
  ];
  const annotations = [
    { day: '2026-03-02', text: '=A1, "x"' },
    { day: '2026-03-02', text: 'Second' },
  ];
  expect(chartCsv(points, SERIES, annotations, HEADINGS)).toBe(
    [
      '\uFEFFDate,Clicks,Cost,Previous date,"Clicks, before","Cost, before",Events',
      `2026-03-02,5,-2.50,2026-03-01,4,0.01,"'=A1, ""x""; Second"`,
      '2026-03-03,0,,,,,',
      '',
    ].join('\r\n'),
  );
  expect(chartCsv([points[1]!], SERIES.slice(0, 1), [], HEADINGS)).toBe(
    '\uFEFFDate,Clicks,Events\r\n2026-03-03,0,\r\n',
  );
});
