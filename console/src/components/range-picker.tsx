import { Button, Group } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { MAX_RANGE_DAYS } from '../../../src/platform/limits.ts';
import { useFormats } from '../language/formats.ts';
import { type DayRange, lastDays } from './day-range.ts';
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
  const usual = PRESET_DAYS.map((days) => ({ key: String(days), label: t.days(days), range: lastDays(days) }));
  const chosen = usual.find((choice) => choice.range.from === range.from && choice.range.to === range.to)?.key ?? '';
  return (
    <Group gap="xs">
      <Segments
        visibleFrom="sm"
        size="xs"
        aria-label={t.label}
        choices={usual.map(({ key, label }) => ({ value: key, label }))}
        value={chosen}
        onChange={(key) => onChange(usual.find((choice) => choice.key === key)!.range)}
      />
      <RangeMenu
        target={
          <Button size="xs" variant="default" leftSection={<IconCalendar size={14} />}>
            {day(range.from)} – {day(range.to)}
          </Button>
        }
        firstDay={firstDay}
        range={range}
        max={max}
        onChange={onChange}
      />
    </Group>
  );
}
