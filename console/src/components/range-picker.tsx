import { Button, Group } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { MAX_RANGE_DAYS } from '../../../src/platform/limits.ts';
import { useFormats } from '../language/formats.ts';
import { type DayRange, daysIn, lastDays, monthOf, today } from './day-range.ts';
import { laterPart } from './lazy-part.tsx';
import { Segments } from './segments.tsx';
import { useCommonTexts } from './texts.ts';

const RangeMenu = laterPart(() => import('./menus/range-menu.tsx'));

const PRESET_DAYS = [7, 30, 90];

interface RangePickerProps {
  range: DayRange;
  onChange: (range: DayRange) => void;
  /** Maximum length in days; the API limits most figures to `MAX_RANGE_DAYS`. */
  max?: number;
  /** The first day with data, which offers all of them. */
  firstDay?: string | null | undefined;
}

/** Selects the range of days of a page. */
export function RangePicker({ range, onChange, max = MAX_RANGE_DAYS, firstDay }: RangePickerProps) {
  const t = useCommonTexts().range;
  const { day } = useFormats();
  const to = today();
  const usual = PRESET_DAYS.map((days) => ({ key: String(days), label: t.days(days), range: lastDays(days) }));
  const choices = [
    { key: 'today', label: t.today, range: { from: to, to } },
    ...usual,
    { key: 'month', label: t.thisMonth, range: { from: monthOf(to).from, to } },
    { key: 'last', label: t.lastMonth, range: monthOf(to, 1) },
    { key: 'quarter', label: t.thisQuarter, range: { from: quarterStart(to), to } },
    { key: 'year', label: t.thisYear, range: { from: `${to.slice(0, 4)}-01-01`, to } },
    ...(firstDay == null ? [] : [{ key: 'all', label: t.allTime, range: { from: firstDay, to } }]),
  ].filter((choice) => daysIn(choice.range) <= max);
  const chosen = choices.find((choice) => choice.range.from === range.from && choice.range.to === range.to)?.key ?? '';
  return (
    <Group gap="xs">
      <Segments
        visibleFrom="sm"
        size="xs"
        aria-label={t.label}
        choices={usual.map(({ key, label }) => ({ value: key, label }))}
        value={chosen}
        onChange={(key) => onChange(choices.find((choice) => choice.key === key)!.range)}
      />
      <RangeMenu
        target={
          <Button size="xs" variant="default" leftSection={<IconCalendar size={14} />}>
            {day(range.from)} – {day(range.to)}
          </Button>
        }
        choices={choices}
        range={range}
        max={max}
        onChange={onChange}
      />
    </Group>
  );
}

/** The first day of the quarter of a day. */
const quarterStart = (day: string) => monthOf(day, (Number(day.slice(5, 7)) - 1) % 3).from;
