import { Button, Group, Text } from '@mantine/core';
import { MAX_CLICK_DAYS } from '../../../../src/platform/limits.ts';
import { useFormats } from '../../language/formats.ts';
import { type DayRange, daysIn, lastDays } from '../day-range.ts';
import type { EarningsKind } from './names.ts';
import { useResultTexts } from './texts.ts';

/** Whether single clicks would be read for more days than the API reads. */
export const isTooLong = (kind: EarningsKind, range: DayRange): boolean =>
  OF_CLICKS.includes(kind) && daysIn(range) > MAX_CLICK_DAYS;

const OF_CLICKS: readonly EarningsKind[] = ['sources', 'countries', 'devices'];

/** Says so, and offers as many days as can be read. */
export function TooManyDays({ onRange }: { onRange: (range: DayRange) => void }) {
  const t = useResultTexts();
  const { number } = useFormats();
  return (
    <Group>
      <Text c="dimmed">{t.tooLong(number(MAX_CLICK_DAYS))}</Text>
      <Button variant="default" size="xs" onClick={() => onRange(lastDays(MAX_CLICK_DAYS))}>
        {t.lastDays(number(MAX_CLICK_DAYS))}
      </Button>
    </Group>
  );
}
