import { Button, Group, Popover, Text, TextInput } from '@mantine/core';
import { cloneElement, type FormEvent, type ReactElement, useId, useState } from 'react';
import { useFormats } from '../../language/formats.ts';
import { type DayRange, daysIn, FIRST_DAY, rangeError } from '../day-range.ts';
import { useCommonTexts } from '../texts.ts';

interface RangeMenuProps {
  /** The button that opens it. */
  target: ReactElement<{ onClick: () => void }>;
  /** Ranges that are often selected. */
  choices: readonly { key: string; label: string; range: DayRange }[];
  range: DayRange;
  /** Maximum length in days. */
  max: number;
  onChange: (range: DayRange) => void;
}

/** Popover with the usual ranges, and fields for any other one. */
export default function RangeMenu({ target, choices, range, max, onChange }: RangeMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const choose = (chosen: DayRange) => {
    onChange(chosen);
    setIsOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus>
      <Popover.Target>{cloneElement(target, { onClick: () => setIsOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown maw="calc(100vw - 2rem)">
        <Group gap="xs" mb="sm">
          {choices.map(({ key, label, range: preset }) => (
            <Button key={key} size="compact-xs" variant="light" onClick={() => choose(preset)}>
              {label}
            </Button>
          ))}
        </Group>
        <DaysForm range={range} max={max} onChoice={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface DaysFormProps {
  range: DayRange;
  max: number;
  onChoice: (range: DayRange) => void;
}

/**
 * Fields for the first and last day. Neither limits the other, so that both can be edited in any order. An invalid range is reported
 * immediately.
 */
function DaysForm({ range, max, onChoice }: DaysFormProps) {
  const t = useCommonTexts().range;
  const { day, number } = useFormats();
  const [draft, setDraft] = useState(range);
  const says = useId();
  const fault = rangeError(draft, max);
  const words = {
    missing: t.missing,
    reversedRange: t.reversedRange,
    early: t.early(day(FIRST_DAY)),
    long: fault === 'long' ? t.long(number(max), number(daysIn(draft))) : '',
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
