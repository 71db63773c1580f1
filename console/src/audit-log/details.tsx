import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Formats, useFormats } from '../language/formats.ts';
import { wordsOfName } from './actions.ts';
import { useAuditLogTexts } from './texts.ts';

type Values = Readonly<Record<string, unknown>>;
type Texts = ReturnType<typeof useAuditLogTexts>;

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The details of an entry as labelled values. A change is shown with the old and the new value. */
export function Details({ details }: { details: Values }) {
  const t = useAuditLogTexts();
  const formats = useFormats();
  const rows = rowsOf(details, t, formats);
  if (rows.length === 0) return null;
  return (
    <Stack component="dl" gap={2} m={0}>
      {rows.map(([label, value]) => (
        <Group key={label} gap={6} align="baseline" style={{ overflowWrap: 'anywhere' }}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Value text={value} />
        </Group>
      ))}
    </Stack>
  );
}

/** Characters of a value that is shown whole: about two lines. */
const SHOWN = 120;

/** A value, of which the reader can show the rest if it is long, such as the numbers of many orders. */
function Value({ text }: { text: string }) {
  const t = useAuditLogTexts();
  const [isWhole, setIsWhole] = useState(text.length <= SHOWN);
  const end = isWhole ? text.length : Math.max(text.lastIndexOf(' ', SHOWN), SHOWN / 2);
  return (
    <Text component="dd" size="sm" m={0}>
      {text.slice(0, end)}
      {!isWhole && (
        <>
          {' … '}
          <Anchor component="button" type="button" size="sm" underline="always" onClick={() => setIsWhole(true)}>
            {t.showAll}
          </Anchor>
        </>
      )}
    </Text>
  );
}

/** The pairs of objects that contain the values before and after a change. */
const CHANGES = [
  ['before', 'after'],
  ['from', 'to'],
] as const;

function rowsOf(details: Values, t: Texts, formats: Formats): (readonly [string, string])[] {
  const pair = CHANGES.find(([, after]) => isRecord(details[after]));
  const given = Object.entries(details).filter(([key]) => pair === undefined || !pair.some((side) => side === key));
  const plain = given.map(
    ([key, value]) => [labelOf(key, details, t), wordsFor(value, key, details, t, formats)] as const,
  );
  if (pair === undefined) return plain;
  const after = details[pair[1]] as Values;
  const before = isRecord(details[pair[0]]) ? (details[pair[0]] as Values) : {};
  const changed = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const side = (values: Values, key: string) => wordsFor(values[key], key, values, t, formats);
  return plain.concat(
    changed.map((key) => {
      const now = side(after, key);
      return [labelOf(key, after, t), key in before ? `${side(before, key)} → ${now}` : now] as const;
    }),
  );
}

function labelOf(key: string, of: Values, t: Texts): string {
  const label = t.details[key] ?? wordsOfName(key.replace(/_?minor$/i, ''));
  const isAmount = /minor$/i.test(key) && typeof of[key] === 'number' && typeof of['currency'] !== 'string';
  return isAmount ? t.minorUnits(label) : label;
}

function wordsFor(value: unknown, key: string, of: Values, t: Texts, formats: Formats): string {
  if (value === null || value === undefined || value === '') return t.none;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (typeof value === 'number') {
    const { currency } = of;
    if (/minor$/i.test(key) && typeof currency === 'string') return formats.money(value, currency);
    // Ids are no quantities.
    return /_id$|^id$/.test(key) ? String(value) : formats.number(value);
  }
  if (typeof value === 'string') return textOf(value, key, t, formats);
  if (Array.isArray(value)) {
    if (value.length === 0) return t.none;
    return value
      .map((one) => (key === 'fields' ? labelOf(String(one), {}, t) : wordsFor(one, key, of, t, formats)))
      .join(', ');
  }
  return rowsOf(value as Values, t, formats)
    .map(([label, text]) => `${label}: ${text}`)
    .join(', ');
}

function textOf(text: string, key: string, t: Texts, formats: Formats): string {
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)) return formats.time(text);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formats.day(text);
  if (key === 'month' && /^\d{4}-\d{2}$/.test(text)) return formats.month(text);
  if (/^[a-z]+(_[a-z]+)+$/.test(text)) return t.events[text] ?? wordsOfName(text);
  return t.events[text] ?? text;
}
