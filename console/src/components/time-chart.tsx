import { Button, Group, SegmentedControl, Skeleton, Table } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useFormats } from '../language/formats.ts';
import { lazyPart } from './lazy-part.tsx';
import { useCommonTexts } from './texts.ts';
import type { TimeChartProps } from './time-chart-types.ts';

const Drawing = lazyPart(() => import('./time-chart-drawing.tsx'));

/** Figures by day as a chart or a table. The chart library is loaded on first use. */
export function TimeChart({ label, points, series, height = 280 }: TimeChartProps) {
  const t = useCommonTexts().chart;
  const [isTable, setIsTable] = useState(false);
  // Two measures on one drawing would suggest a relation that only their scales make.
  const measures = series.filter(({ isBefore }) => !isBefore);
  const [selected, setSelected] = useState(measures[0]?.key);
  const shown = measures.length > 1 ? measures.filter(({ key }) => key === selected) : series;
  const waiting = <Skeleton h={height} role="status" aria-label={label} />;
  if (points === undefined) return waiting;
  return (
    <figure style={{ margin: 0 }} aria-label={label}>
      {isTable ? (
        <PointsTable label={label} points={points} series={series} />
      ) : (
        <Suspense fallback={waiting}>
          <Drawing label={label} points={points} series={shown} height={height} />
        </Suspense>
      )}
      <Group justify="space-between" mt="xs">
        {measures.length > 1 && !isTable ? (
          <SegmentedControl
            size="xs"
            aria-label={t.measure}
            data={measures.map(({ key, label: name }) => ({ value: key, label: name }))}
            value={selected ?? ''}
            onChange={setSelected}
          />
        ) : (
          <span />
        )}
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setIsTable(!isTable)}>
          {isTable ? t.asChart : t.asTable}
        </Button>
      </Group>
    </figure>
  );
}

function PointsTable({
  label,
  points,
  series,
}: Required<Pick<TimeChartProps, 'label' | 'series'>> & { points: NonNullable<TimeChartProps['points']> }) {
  const t = useCommonTexts().chart;
  const { day } = useFormats();
  return (
    <Table.ScrollContainer
      minWidth={320}
      maxHeight={360}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': label } as object }}
    >
      <Table aria-label={label} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t.day}</Table.Th>
            {series.map(({ key, label: name }) => (
              <Table.Th key={key} scope="col" ta="right">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.map((point) => (
            <Table.Tr key={point.day}>
              <Table.Td>{day(point.day)}</Table.Td>
              {series.map(({ key, format }) => (
                <Table.Td key={key} ta="right">
                  {format(Number(point[key] ?? 0))}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
