import { Button, Group } from '@mantine/core';
import { type DayRange, daysIn, lastDays, monthOf, today } from '../day-range.ts';
import { DaysForm } from './days-form.tsx';
import { useCalendarTexts } from './texts.ts';

const PRESET_DAYS = [7, 30, 90];

export interface RangeChoices {
  range: DayRange;
  /** Maximum length in days. */
  max: number;
  /** The first day with data, which offers all of them. */
  firstDay?: string | null | undefined;
  onChange: (range: DayRange) => void;
}

/** The usual ranges, and a calendar and fields for any other one. */
export default function RangeChoices({ range, max, firstDay, onChange }: RangeChoices) {
  const t = useCalendarTexts();
  const to = today();
  const choices: [label: string, range: DayRange][] = [
    [t.today, { from: to, to }],
    ...PRESET_DAYS.map((days): [string, DayRange] => [t.days(days), lastDays(days)]),
    [t.thisMonth, { from: monthOf(to).from, to }],
    [t.lastMonth, monthOf(to, 1)],
    [t.thisQuarter, { from: quarterStart(to), to }],
    [t.thisYear, { from: `${to.slice(0, 4)}-01-01`, to }],
  ];
  if (firstDay != null) choices.push([t.allTime, { from: firstDay, to }]);
  return (
    <>
      <Group gap="xs" mb="sm" maw={360}>
        {choices
          .filter(([, preset]) => daysIn(preset) <= max)
          .map(([label, preset]) => (
            <Button key={label} size="compact-xs" variant="light" onClick={() => onChange(preset)}>
              {label}
            </Button>
          ))}
      </Group>
      <DaysForm range={range} max={max} onChoice={onChange} />
    </>
  );
}

/** The first day of the quarter of a day. */
const quarterStart = (day: string) => monthOf(day, (Number(day.slice(5, 7)) - 1) % 3).from;
