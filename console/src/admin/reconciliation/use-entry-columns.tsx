import { Group, Stack, Text } from '@mantine/core';
import type { Column } from '../../components/data-table.tsx';
import { Note, Strong } from '../../components/note.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { useFormats } from '../../language/formats.ts';
import type { Entry } from './entry.ts';
import { Prepay } from './prepay.tsx';
import { Decide, Dismiss, Match } from './resolve.tsx';
import { useReconciliationTexts } from './texts.ts';

const TONES = {
  paid: 'good',
  paid_unexpectedly: 'bad',
  returned: 'bad',
  rejected: 'bad',
  invoice_paid: 'good',
  prepaid: 'good',
  known: 'neutral',
  doubtful: 'warning',
  noted: 'neutral',
  unmatched: 'warning',
  dismissed: 'neutral',
} as const;

/** Columns of entries: unmatched or doubtful ones with their actions, or all with their result. */
export function useEntryColumns(which: 'unmatched' | 'doubtful' | 'all'): Column<Entry>[] {
  const t = useReconciliationTexts();
  const { day, moneyOf } = useFormats();
  const entry: Column<Entry> = {
    key: 'party',
    sortable: true,
    label: t.columns.entry,
    value: ({ party }) => party,
    cell: ({ party, day: at, direction, kind }) => (
      <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
        <Strong>{party === '' ? t.unknownParty : party}</Strong>
        <Note size="xs">
          {[t.directions[direction], at === null ? null : day(at), kind].filter((one) => one !== null).join(' · ')}
        </Note>
      </Stack>
    ),
  };
  const amount: Column<Entry> = {
    key: 'amount',
    sortable: true,
    label: t.columns.amount,
    numeric: true,
    value: ({ amount: sum }) => sum,
    cell: ({ amount: sum }) => (sum === null ? '–' : moneyOf(sum.amount, sum.currency)),
  };
  const reference: Column<Entry> = {
    key: 'reference',
    label: t.columns.reference,
    wideOnly: true,
    value: ({ reference, end_to_end_id: id }) => reference || id,
    cell: ({ reference: text, end_to_end_id: id }) => (
      <span style={{ overflowWrap: 'anywhere' }}>{[text, id].filter(Boolean).join(' · ') || '–'}</span>
    ),
  };
  if (which !== 'all')
    return [
      entry,
      amount,
      reference,
      {
        key: 'todo',
        label: t.columns.todo,
        wideOnly: true,
        cell: ({ reason, same_as_id: earlier }) => (
          <Text size="sm">
            {which === 'doubtful' && earlier !== null
              ? t.doubtful.todo(earlier)
              : (t.todo[reason ?? ''] ?? t.otherwise)}
          </Text>
        ),
      },
      {
        key: 'action',
        isFixed: true,
        label: t.columns.action,
        wideOnly: true,
        cell: (one) =>
          which === 'doubtful' ? (
            <Decide entry={one} />
          ) : (
            <Group gap="xs">
              {one.direction === 'in' && one.amount !== null && (
                <>
                  <Match entry={one} />
                  <Prepay entry={one} />
                </>
              )}
              <Dismiss entry={one} />
            </Group>
          ),
      },
    ];
  return [
    entry,
    amount,
    {
      key: 'outcome',
      label: t.columns.outcome,
      wideOnly: true,
      value: ({ outcome }) => t.outcomes[outcome],
      cell: ({ outcome, reason, resolve_reason: resolved, same_as_id: earlier }) => (
        <>
          <StateBadge tone={TONES[outcome]}>{t.outcomes[outcome]}</StateBadge>
          {outcome === 'doubtful' && earlier !== null && <Text size="xs">{t.doubtful.todo(earlier)}</Text>}
          {outcome === 'paid_unexpectedly' && <Text size="xs">{t.unexpected}</Text>}
          {(outcome === 'returned' || outcome === 'rejected') && reason !== null && (
            <Text size="xs">{t.because(reason)}</Text>
          )}
          {resolved !== null && (
            <Note size="xs" style={{ overflowWrap: 'anywhere' }}>
              {t.because(resolved)}
            </Note>
          )}
        </>
      ),
    },
    {
      key: 'settles',
      label: t.columns.settles,
      wideOnly: true,
      value: ({ invoice_numbers: numbers }) => numbers.join(', '),
      cell: ({ payout_id: payout, invoice_numbers: numbers }) =>
        [...(payout === null ? [] : [t.payout(payout)]), ...numbers].join(', ') || '–',
    },
    reference,
  ];
}
