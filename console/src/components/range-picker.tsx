import { Button, Group, Popover, SegmentedControl, Text, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import { useFormats } from '../language/formats.ts';
import { type DayRange, daysIn, FIRST_DAY, lastDays, MAX_RANGE_DAYS, monthOf, rangeError, today } from './day-range.ts';
import { useCommonTexts } from './texts.ts';

const PRESET_DAYS = [7, 30, 90];

interface RangePickerProps {
  range: DayRange;
  onChange: (range: DayRange) => void;
  /** Maximum length in days; the API limits most figures to `MAX_RANGE_DAYS`. */
  most?: number;
}

/** Selects the range of days of a page. */
export function RangePicker({ range, onChange, most = MAX_RANGE_DAYS }: RangePickerProps) {
  const t = useCommonTexts().range;
  const { day } = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  const choices = [
    ...PRESET_DAYS.map((days) => ({ key: String(days), label: t.days(days), range: lastDays(days) })),
    { key: 'month', label: t.thisMonth, range: { from: monthOf(today()).from, to: today() } },
    { key: 'last', label: t.lastMonth, range: monthOf(today(), 1) },
  ];
  const chosen = choices.find((choice) => choice.range.from === range.from && choice.range.to === range.to)?.key ?? '';
  return (
    <Group gap="xs">
      <SegmentedControl
        visibleFrom="sm"
        size="xs"
        aria-label={t.label}
        data={choices.slice(0, PRESET_DAYS.length).map(({ key, label }) => ({ value: key, label }))}
        value={chosen}
        onChange={(key) => onChange(choices.find((choice) => choice.key === key)!.range)}
      />
      <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus>
        <Popover.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconCalendar size={14} />}
            onClick={() => setIsOpen(!isOpen)}
          >
            {day(range.from)} – {day(range.to)}
          </Button>
        </Popover.Target>
        <Popover.Dropdown maw="calc(100vw - 2rem)">
          <Group gap="xs" mb="sm">
            {choices.map(({ key, label, range: preset }) => (
              <Button
                key={key}
                size="compact-xs"
                variant="light"
                onClick={() => {
                  onChange(preset);
                  setIsOpen(false);
                }}
              >
                {label}
              </Button>
            ))}
          </Group>
          <DaysForm
            range={range}
            most={most}
            onChoice={(days) => {
              onChange(days);
              setIsOpen(false);
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}

interface DaysFormProps {
  range: DayRange;
  most: number;
  onChoice: (range: DayRange) => void;
}

/**
 * Fields for the first and last day. Neither limits the other, so that both can be edited in any order. An invalid range is reported
 * immediately.
 */
function DaysForm({ range, most, onChoice }: DaysFormProps) {
  const t = useCommonTexts().range;
  const { day, number } = useFormats();
  const [draft, setDraft] = useState(range);
  const says = useId();
  const fault = rangeError(draft, most);
  const words = {
    missing: t.missing,
    upsideDown: t.upsideDown,
    early: t.early(day(FIRST_DAY)),
    long: fault === 'long' ? t.long(number(most), number(daysIn(draft))) : '',
  };
  const field = {
    type: 'date',
    size: 'xs',
    required: true,
    flex: '1 1 128px',
    error: fault !== undefined,
    'aria-describedby': says,
  } as const;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fault === undefined) onChoice(draft);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-end" gap="xs">
        <TextInput
          {...field}
          label={t.from}
          value={draft.from}
          onChange={({ currentTarget: { value } }) => setDraft({ ...draft, from: value })}
        />
        <TextInput
          {...field}
          label={t.to}
          value={draft.to}
          onChange={({ currentTarget: { value } }) => setDraft({ ...draft, to: value })}
        />
        <Button type="submit" size="xs" disabled={fault !== undefined}>
          {t.show}
        </Button>
      </Group>
      <Text size="xs" mt={fault === undefined ? 0 : 6} id={says} aria-live="polite" className="is-worse">
        {fault && words[fault]}
      </Text>
    </form>
  );
}
