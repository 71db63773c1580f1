import { Anchor, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { type Formats, useFormats } from '../language/formats.ts';
import { csvFile } from './csv.ts';
import { lazyPart } from './lazy-part.tsx';
import { Note } from './note.tsx';
import { saveFile } from './save-file.ts';
import { Segments } from './segments.tsx';
import { useCommonTexts } from './texts.ts';
import { chartCsv, textsOn } from './time-chart-file.ts';
import { TimeChartTable } from './time-chart-table.tsx';
import {
  type ChartAnnotation,
  type ChartPoint,
  type ChartSeries,
  type TimeChartProps,
  writtenAt,
} from './time-chart-types.ts';

const NONE: readonly ChartAnnotation[] = [];
const Drawing = lazyPart(() => import('./time-chart-drawing.tsx'));

/** Figures by day: a chart of one measure, the same figures as a table and as a file, and the events of these days. */
export function TimeChart({ label, points, series, annotations = NONE, placeOf, height = 280 }: TimeChartProps) {
  const { chart: t, export: kinds } = useCommonTexts();
  const formats = useFormats();
  const navigate = useNavigate();
  const [isTable, setIsTable] = useState(false);
  const [selected, setSelected] = useState(series[0]?.key);
  const [active, setActive] = useState<number | null>(null);
  // The last selected point remains, because its link is reached after the chart has lost the focus.
  const [latest, setLatest] = useState<string>();
  const measure = series.find(({ key }) => key === selected) ?? series[0];
  // As high as the chart with its buttons and hint, so that nothing below it moves.
  if (points === undefined || measure === undefined)
    return <Skeleton h={height + (placeOf ? 56 : 36)} role="status" aria-label={label} />;
  const activate = (index: number | null) => {
    setActive(index);
    if (index !== null) setLatest(points[index]?.day);
  };
  const inRange = annotations.filter(
    ({ day, text }, index) =>
      points.some((point) => point.day === day) &&
      annotations.findIndex((one) => one.day === day && one.text === text) === index,
  );
  const linesOf = (index: number) => linesAt(points[index], measure, inRange, formats);
  const hasBefore = points.some(({ before }) => before !== undefined);
  const save = () => {
    const content = chartCsv(points, series, inRange, t.fileHeadings);
    saveFile(csvFile(content), `${label} ${points[0]?.day} ${points.at(-1)?.day}.csv`);
  };
  const linked = points.some(({ day }) => day === latest) ? latest : undefined;
  return (
    <figure style={{ margin: 0 }} aria-label={label}>
      {isTable ? (
        <TimeChartTable label={label} points={points} series={series} annotations={inRange} placeOf={placeOf} />
      ) : (
        points.length > 0 && (
          <Suspense fallback={<Skeleton h={height} role="status" aria-label={label} />}>
            <Drawing
              label={`${label}: ${measure.label}`}
              points={points}
              series={measure}
              height={height}
              active={active}
              marked={new Set(inRange.map(({ day }) => day))}
              onActive={activate}
              onOpen={placeOf && ((index) => navigate(placeOf(points[index]!.day, measure.key)))}
              describe={(index) => linesOf(index).join('. ')}
              tooltip={active !== null && <Tooltip lines={linesOf(active)} />}
            />
          </Suspense>
        )
      )}
      <Group justify="space-between" mt="xs" gap="xs">
        {series.length > 1 && !isTable ? (
          <Segments
            size="xs"
            aria-label={t.measure}
            choices={series.map(({ key, label: name }) => ({ value: key, label: name }))}
            value={measure.key}
            onChange={setSelected}
          />
        ) : (
          <span />
        )}
        {hasBefore && !isTable && <Note size="xs">{t.dashed}</Note>}
        <Group gap={4}>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setIsTable(!isTable)}>
            {isTable ? t.asChart : t.asTable}
          </Button>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={save} aria-label={t.saveCsv(label)}>
            {kinds.csv}
          </Button>
        </Group>
      </Group>
      {placeOf && !isTable && (
        <Note size="xs" mih={20}>
          {linked === undefined ? (
            t.hint
          ) : (
            <Anchor inherit renderRoot={(props) => <Link {...props} {...placeOf(linked, measure.key)} />}>
              {t.open(formats.day(linked))}
            </Anchor>
          )}
        </Note>
      )}
      {inRange.length > 0 && !isTable && <Events annotations={inRange} />}
    </figure>
  );
}

/** The day, its value, the value of the previous period with its own date, and the events. */
function linesAt(
  point: ChartPoint | undefined,
  { key, label, format }: ChartSeries,
  annotations: readonly ChartAnnotation[],
  { day }: Formats,
): string[] {
  if (point === undefined) return [];
  const { before } = point;
  return [
    day(point.day),
    `${label}: ${writtenAt(point.figures[key], format)}`,
    ...(before === undefined ? [] : [`${day(before.day)}: ${writtenAt(before.figures[key], format)}`]),
    ...textsOn(annotations, point.day),
  ];
}

function Tooltip({ lines: [day, value, ...others] }: { lines: readonly string[] }) {
  return (
    <Paper withBorder shadow="sm" p="xs">
      <Note size="xs">{day}</Note>
      <Text size="sm" fw={600}>
        {value}
      </Text>
      {others.map((line) => (
        <Note key={line} size="xs">
          {line}
        </Note>
      ))}
    </Paper>
  );
}

function Events({ annotations }: { annotations: readonly ChartAnnotation[] }) {
  const t = useCommonTexts().chart;
  const { day } = useFormats();
  return (
    <details>
      <Text component="summary" size="xs" style={{ cursor: 'pointer' }}>
        ◆ {t.events(annotations.length)}
      </Text>
      <Stack component="ul" gap={2} mt={4} mb={0} pl="md">
        {annotations.map(({ day: at, text, link }) => (
          <Text key={`${at}${text}`} component="li" size="xs">
            {day(at)}:{' '}
            {link === undefined ? (
              text
            ) : (
              <Anchor inherit renderRoot={(props) => <Link {...props} {...link} />}>
                {text}
              </Anchor>
            )}
          </Text>
        ))}
      </Stack>
    </details>
  );
}
