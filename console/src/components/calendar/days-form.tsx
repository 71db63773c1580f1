import { Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useFormats } from '../../language/formats.ts';
import { useReader } from '../../language/language.tsx';
import { type DayRange, daysIn, FIRST_DAY, rangeError } from '../day-range.ts';
import { DayCalendar } from './day-calendar.tsx';
import { dayText, readDayText } from './day-text.ts';
import { useCalendarTexts } from './texts.ts';

interface DaysFormProps {
  range: DayRange;
  max: number;
  onChoice: (range: DayRange) => void;
}

/**
 * Fields for the first and last day, as the reader writes them. Neither limits the other, so that both can be edited in any order. An
 * invalid range is reported immediately.
 */
export function DaysForm({ range, max, onChoice }: DaysFormProps) {
  const t = useCalendarTexts();
  const { day, number } = useFormats();
  const { locale } = useReader();
  const [draft, setDraft] = useState(() => textsOf(range, locale));
  const says = useId();
  const read = { from: readDayText(draft.from, locale) ?? '', to: readDayText(draft.to, locale) ?? '' };
  const isUnread = (draft.from !== '' && read.from === '') || (draft.to !== '' && read.to === '');
  const fault = rangeError(read, max);
  const words = {
    missing: isUnread ? t.unreadable(dayText('2026-12-31', locale)) : t.missing,
    reversedRange: t.reversedRange,
    early: t.early(day(FIRST_DAY)),
    long: fault === 'long' ? t.long(number(max), number(daysIn(read))) : '',
  };
  const field = {
    size: 'xs',
    required: true,
    flex: '1 1 128px',
    inputMode: 'numeric',
    autoComplete: 'off',
    error: fault !== undefined,
    'aria-describedby': says,
  } as const;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fault === undefined) onChoice(read);
  };
  return (
    <form onSubmit={submit} noValidate>
      <DayCalendar
        range={fault === undefined ? read : range}
        onChange={(chosen) => setDraft(textsOf(chosen, locale))}
      />
      <Group align="flex-end" gap="xs" mt="xs">
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

const textsOf = ({ from, to }: DayRange, locale: string) => ({ from: dayText(from, locale), to: dayText(to, locale) });
