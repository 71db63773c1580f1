import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useFormats } from '../../language/formats.ts';
import { useReader } from '../../language/language.tsx';
import { addDays, type DayRange, eachDay, monthOf, today } from '../day-range.ts';
import { weekStartIn } from './day-text.ts';
import { useCalendarTexts } from './texts.ts';

const TABLE = { width: '100%', borderCollapse: 'collapse', fontSize: 'var(--mantine-font-size-xs)' } as const;
const HEADING = { padding: '4px 0', color: 'var(--mantine-color-dimmed)', fontWeight: 500 } as const;
const RANGE = 'light-dark(var(--mantine-color-gray-1), var(--mantine-color-dark-6))';
const MOVES: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

interface DayCalendarProps {
  /** Undefined: no day is selected. */
  range: DayRange | undefined;
  /** The first and the last day that can be selected. */
  min?: string | undefined;
  max?: string;
  /** A range of one day is selected, and not the first and then the last day. */
  isSingle?: boolean;
  onChange: (range: DayRange) => void;
}

/**
 * A month of days, of which the first and then the last day of a range are selected. One day is reached by Tab, the others by the
 * arrow keys, and other months by Page Up and Page Down.
 */
export function DayCalendar({ range, min, max = today(), isSingle = false, onChange }: DayCalendarProps) {
  const t = useCalendarTexts();
  const { day: written, month: writtenMonth } = useFormats();
  const { locale } = useReader();
  const [shown, setShown] = useState(range?.to ?? today());
  /** The selected first day, while the last one is not. */
  const [start, setStart] = useState<string>();
  const body = useRef<HTMLTableSectionElement>(null);
  const hasMoved = useRef(false);
  const month = monthOf(shown);
  const offset = (new Date(`${month.from}T00:00:00Z`).getUTCDay() - weekStartIn(locale) + 7) % 7;
  const first = addDays(month.from, -offset);
  const weeks = Array.from({ length: Math.ceil((offset + Number(month.to.slice(8))) / 7) }, (_, week) =>
    eachDay({ from: addDays(first, week * 7), to: addDays(first, week * 7 + 6) }),
  );
  const names = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const move = (to: string) => {
    hasMoved.current = true;
    setShown(to);
  };
  // The day that the keys moved to may be in a month that has just been rendered.
  useEffect(() => {
    if (hasMoved.current) body.current?.querySelector<HTMLButtonElement>(`[data-day="${shown}"]`)?.focus();
    hasMoved.current = false;
  }, [shown]);
  const press = (event: KeyboardEvent) => {
    const days = MOVES[event.key];
    const months = { PageUp: 1, PageDown: -1 }[event.key];
    if (days === undefined && months === undefined) return;
    event.preventDefault();
    move(days === undefined ? monthOf(shown, months).from : addDays(shown, days));
  };
  const choose = (day: string) => {
    setShown(day);
    if (isSingle) return onChange({ from: day, to: day });
    setStart(start === undefined ? day : undefined);
    if (start === undefined) onChange({ from: day, to: day });
    else onChange(day < start ? { from: day, to: start } : { from: start, to: day });
  };
  const isIn = (day: string) => range !== undefined && day >= range.from && day <= range.to;
  const isEnd = (day: string) => day === range?.from || day === range?.to;
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.earlier}
          onClick={() => setShown(monthOf(shown, 1).from)}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <Text size="sm" fw={600} aria-live="polite">
          {writtenMonth(shown)}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.later}
          onClick={() => setShown(monthOf(shown, -1).from)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </Group>
      <table style={TABLE} aria-label={writtenMonth(shown)}>
        <thead>
          <tr>
            {weeks[0]!.map((day) => (
              <th key={day} scope="col" style={HEADING}>
                {names.format(new Date(`${day}T00:00:00Z`))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} style={{ padding: 0, background: isIn(day) ? RANGE : undefined }}>
                  {day >= month.from && day <= month.to && (
                    <Button
                      fullWidth
                      size="xs"
                      px={0}
                      fw={400}
                      {...(isEnd(day)
                        ? { variant: 'filled' }
                        : { variant: 'transparent', color: 'var(--mantine-color-text)' })}
                      data-day={day}
                      tabIndex={day === shown ? 0 : -1}
                      disabled={day > max || (min !== undefined && day < min)}
                      aria-label={written(day)}
                      aria-pressed={isEnd(day)}
                      onClick={() => choose(day)}
                      onKeyDown={press}
                    >
                      {Number(day.slice(8))}
                    </Button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
