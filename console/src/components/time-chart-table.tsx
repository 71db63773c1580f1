import { Anchor, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../language/formats.ts';
import { TableScroll } from './table/table-scroll.tsx';
import { useCommonTexts } from './texts.ts';
import { textsOn } from './time-chart-file.ts';
import { type ChartAnnotation, type ChartPoint, type TimeChartProps, writtenAt } from './time-chart-types.ts';

interface TableProps extends Pick<TimeChartProps, 'label' | 'series'> {
  placeOf: TimeChartProps['placeOf'] | undefined;
  points: readonly ChartPoint[];
  annotations: readonly ChartAnnotation[];
}

/** The figures of a chart as a table, with all measures. */
export function TimeChartTable({ label, points, series, annotations, placeOf }: TableProps) {
  const t = useCommonTexts().chart;
  const { day } = useFormats();
  const hasBefore = points.some(({ before }) => before !== undefined);
  const heading = (key: string, text: string) => (
    <Table.Th key={key} scope="col" ta="right">
      {text}
    </Table.Th>
  );
  const values = (part: string, figures: Readonly<Record<string, number>> | undefined) =>
    series.map(({ key, format }) => (
      <Table.Td key={`${part}${key}`} ta="right">
        {figures && writtenAt(figures[key], format)}
      </Table.Td>
    ));
  return (
    <TableScroll label={label} maxHeight={360}>
      <Table aria-label={label} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t.fileHeadings.day}</Table.Th>
            {series.map(({ key, label: name }) => heading(key, name))}
            {hasBefore && <Table.Th scope="col">{t.fileHeadings.previousDay}</Table.Th>}
            {hasBefore && series.map(({ key, label: name }) => heading(`before ${key}`, t.fileHeadings.previous(name)))}
            {annotations.length > 0 && <Table.Th scope="col">{t.fileHeadings.events}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.map(({ day: at, figures, before }) => (
            <Table.Tr key={at}>
              <Table.Td>
                {placeOf === undefined ? (
                  day(at)
                ) : (
                  <Anchor size="sm" renderRoot={(props) => <Link {...props} {...placeOf(at, series[0]?.key ?? '')} />}>
                    {day(at)}
                  </Anchor>
                )}
              </Table.Td>
              {values('', figures)}
              {hasBefore && <Table.Td>{before && day(before.day)}</Table.Td>}
              {hasBefore && values('before ', before?.figures)}
              {annotations.length > 0 && <Table.Td>{textsOn(annotations, at).join('; ')}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableScroll>
  );
}
