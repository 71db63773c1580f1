import { Group, List, Skeleton, Stack, Text } from '@mantine/core';
import { api } from '../api.ts';
import { Failure } from '../components/failure.tsx';
import { Note } from '../components/note.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { BEHIND_CURSOR, ShowMore } from '../components/table/cursor-list.tsx';
import { useFormats } from '../language/formats.ts';
import { usePromiseTexts } from './texts.ts';

/** How the terms of a campaign have changed since its first promise, newest first. */
export function TermsHistory({ offer, currency }: { offer: number; currency: string }) {
  const t = usePromiseTexts();
  const { time } = useFormats();
  const list = api.useInfiniteQuery(
    'get',
    '/v2/offers/{offer}/terms-history',
    { params: { path: { offer }, query: { size: 20 } } },
    BEHIND_CURSOR,
  );
  const wordsOf = useChangeWords(currency);
  if (list.error) return <Failure error={list.error} onRetry={list.refetch} />;
  if (list.data === undefined) return <Skeleton h={80} />;
  const changes = list.data.pages.flatMap((page) => page.data);
  if (changes.length === 0) return <Text size="sm">{t.unchanged}</Text>;
  return (
    <>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {changes.map((one) => (
          <li key={one.id}>
            <Note>
              {[
                one.changed_by === null
                  ? time(one.recorded_at)
                  : t.by(one.changed_by.public_name, time(one.recorded_at)),
                one.is_first && t.first,
                one.participant_id !== null && t.ofParticipant,
              ]
                .filter((part) => part !== false)
                .join(' · ')}
            </Note>
            <List size="sm" spacing={2}>
              {one.changes.map((change) => (
                <List.Item key={change.field}>
                  <Group gap="xs" component="span">
                    <span style={{ overflowWrap: 'anywhere' }}>{wordsOf(change, one.is_first)}</span>
                    {change.is_worse && <StateBadge tone="warning">{t.worse}</StateBadge>}
                  </Group>
                </List.Item>
              ))}
            </List>
          </li>
        ))}
      </Stack>
      <ShowMore of={list} />
    </>
  );
}

interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

/** A change in words. Amounts are in minor units of the currency, parts in millionths. */
function useChangeWords(currency: string): (change: Change, isFirst: boolean) => string {
  const t = usePromiseTexts();
  const { money, sharePaid, time, number } = useFormats();
  const nameOf = (field: string) => {
    const plain = field.replace(/^social_/, '');
    const name = t.fields[plain] ?? plain;
    return plain === field ? name : t.social(name);
  };
  const shownValue = (field: string, value: string | null) => {
    if (value === null) return t.nothing;
    if (field.endsWith('_minor')) return money(Number(value), currency);
    if (field.endsWith('_ppm')) return sharePaid(Number(value) / 1_000_000);
    if (field === 'valid_from' || field === 'valid_until') return time(value);
    if (value === 'true' || value === 'false') return value === 'true' ? t.yes : t.no;
    if (/^[[{]/.test(value)) return t.entries(entriesOf(value));
    return /^\d+$/.test(value) ? number(Number(value)) : value;
  };
  return ({ field, before, after }, isFirst) =>
    isFirst
      ? t.set(nameOf(field), shownValue(field, after))
      : t.changed(nameOf(field), shownValue(field, before), shownValue(field, after));
}

/** The number of rules, tiers, steps, events or vouchers in a value. */
function entriesOf(value: string): number {
  const read: unknown = JSON.parse(value);
  if (Array.isArray(read)) return read.length;
  const { tiers, steps, ...others } = read as { tiers?: unknown[]; steps?: unknown[] };
  return (tiers ?? steps ?? Object.keys(others)).length;
}
