import { Button, Group, Popover, SegmentedControl, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormats } from '../language/formats.ts';
import { type DayRange, lastDays, monthOf, today } from './day-range.ts';
import { usePartTexts } from './texts.ts';

const PRESET_DAYS = [7, 30, 90];

/** Chooses the days that a page is about. */
export function RangePicker({ range, onChange }: { range: DayRange; onChange: (range: DayRange) => void }) {
  const t = usePartTexts().range;
  const { day } = useFormats();
  const [draft, setDraft] = useState(range);
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
            onClick={() => {
              setDraft(range);
              setIsOpen(!isOpen);
            }}
          >
            {day(range.from)} – {day(range.to)}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
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
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (draft.from <= draft.to) {
                onChange(draft);
                setIsOpen(false);
              }
            }}
          >
            <Group align="flex-end" gap="xs">
              <TextInput
                type="date"
                size="xs"
                label={t.from}
                value={draft.from}
                max={draft.to}
                required
                onChange={({ currentTarget: { value } }) => setDraft({ ...draft, from: value })}
              />
              <TextInput
                type="date"
                size="xs"
                label={t.to}
                value={draft.to}
                min={draft.from}
                required
                onChange={({ currentTarget: { value } }) => setDraft({ ...draft, to: value })}
              />
              <Button type="submit" size="xs">
                OK
              </Button>
            </Group>
          </form>
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}
