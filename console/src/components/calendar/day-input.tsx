import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useReader } from '../../language/language.tsx';
import { today } from '../day-range.ts';
import { laterPart } from '../lazy-part.tsx';
import { useCommonTexts } from '../texts.ts';
import { dayText, readDayText } from './day-text.ts';
import { useCalendarTexts } from './texts.ts';

const DayMenu = laterPart(() => import('../menus/day-menu.tsx'));

export interface DayFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'type'> {
  /** A day such as `2026-11-22`; empty for none. */
  value: string;
  /** The first and the last day that can be chosen. */
  min?: string;
  max?: string;
  onChange: (day: string) => void;
  'data-autofocus'?: boolean | undefined;
}

/** A text with a year of four digits is read while it is typed; a shorter one may be the beginning of another day. */
const IS_COMPLETE = /\d{4}/;

/** The input of `DayField`. */
export default function DayInput({ value, min, max, onChange, error, ...props }: DayFieldProps) {
  const { faults } = useCommonTexts();
  const t = useCalendarTexts();
  const { locale } = useReader();
  const input = useRef<HTMLInputElement>(null);
  /** What was typed, until the value becomes another one. */
  const [typed, setTyped] = useState<{ text: string; value: string } | null>(null);
  const [isLeft, setIsLeft] = useState(false);
  const written = value === '' ? '' : dayText(value, locale);
  const text = typed?.value === value ? typed.text : written;
  const day = text === '' ? '' : readDayText(text, locale);
  const fault =
    day === null ? t.dayLike(dayText(`${today().slice(0, 4)}-12-31`, locale)) : faultOf(day, { min, max, t: faults });
  // The rules of forms read it, and so does the browser of a form without rules.
  useEffect(() => input.current?.setCustomValidity(fault ?? ''), [fault]);
  // The dialog focused what was shown before this input was loaded.
  const isFirst = props['data-autofocus'] !== undefined;
  useEffect(() => {
    if (isFirst && document.activeElement === document.body) input.current?.focus();
  }, [isFirst]);
  const change = (next: string) => {
    const read = next === '' ? '' : readDayText(next, locale);
    const isRead = read !== null && (read === '' || IS_COMPLETE.test(next));
    setTyped({ text: next, value: isRead ? read : value });
    setIsLeft(false);
    if (isRead && read !== value) onChange(read);
  };
  const commit = () => {
    setIsLeft(true);
    if (day === null) return;
    setTyped(null);
    if (day !== value) onChange(day);
  };
  return (
    <TextInput
      {...props}
      ref={input}
      inputMode="numeric"
      autoComplete="off"
      error={error ?? (isLeft && fault)}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && commit()}
      rightSection={
        <DayMenu
          target={
            <ActionIcon variant="subtle" color="gray" size="sm" disabled={props.disabled ?? false} aria-label={t.open}>
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          }
          day={day ?? ''}
          min={min}
          max={max}
          onChange={(chosen) => {
            setTyped(null);
            onChange(chosen);
          }}
        />
      }
    />
  );
}

/** The sentence about a day outside of the limits; undefined if there is none. */
function faultOf(
  day: string,
  {
    min,
    max,
    t,
  }: {
    min: string | undefined;
    max: string | undefined;
    t: ReturnType<typeof useCommonTexts>['faults'];
  },
): string | undefined {
  if (day === '') return undefined;
  if (min !== undefined && day < min) return min === today() ? t.notPast : t.later;
  if (max !== undefined && day > max) return max === today() ? t.notFuture : t.earlier;
  return undefined;
}
