import { Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api, client } from '../../api.ts';
import type { Column } from '../../components/data-table.tsx';
import { FilteredList } from '../../components/filtered-list.tsx';
import { Note, Strong } from '../../components/note.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReasonButton } from '../../components/reason-dialog.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { useFormats } from '../../language/formats.ts';
import { omitUndefined } from '../components/list-search.ts';
import { useVoidsTexts } from './texts.ts';

type Void = paths['/v2/admin/voids']['get']['responses']['200']['content']['application/json']['data'][number];

/** List of voids with their effect, which can be undone. */
export function VoidsPage() {
  const t = useVoidsTexts();
  const { page = 1, sort, kind, state } = useSearch({ from: '/console/admin/voids' });
  const params = { query: omitUndefined({ page, sort_by: sort, kind, state }) };
  const voids = api.useList('get', '/v2/admin/voids', { params });
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/console/admin/voids/new" />}
        >
          {t.make}
        </Button>
      </PageHeader>
      <FilteredList
        name="voids"
        label={t.title}
        filters={[
          { name: 'kind', label: t.kind, words: t.kinds, value: kind },
          { name: 'state', label: t.state, words: t.states, value: state },
        ]}
        columns={useColumns()}
        query={voids}
        keyOf={({ id }) => id}
        empty={t.empty}
        nothingFound={t.nothingFound}
        page={page}
        sort={sort}
      />
    </>
  );
}

function useColumns(): Column<Void>[] {
  const t = useVoidsTexts();
  const { day, shortDay, moneyOf, number } = useFormats();
  return [
    {
      key: 'what',
      label: t.columns.what,
      value: ({ kind, items }) => t.items[kind](items, String(items)),
      cell: ({ kind, items, filter: { from, to } }) => (
        <Stack gap={0}>
          <Strong>{t.items[kind](items, number(items))}</Strong>
          {from !== undefined && to !== undefined && <Note size="xs">{t.days(shortDay(from), shortDay(to))}</Note>}
        </Stack>
      ),
    },
    {
      key: 'effect',
      label: t.columns.effect,
      wideOnly: true,
      cell: ({ effects }) => (
        <Stack gap={0}>
          {effects.map(({ currency, cost, creators }) => (
            <Text key={currency} size="sm">
              {t.new.columns.cost}: {moneyOf(cost.amount, currency)}
              <Text span size="xs" c="dimmed" display="block">
                {t.new.columns.creators}: {moneyOf(creators.amount, currency)}
              </Text>
            </Text>
          ))}
        </Stack>
      ),
    },
    {
      key: 'reason',
      label: t.columns.reason,
      wideOnly: true,
      value: ({ reason }) => reason,
      cell: ({ reason, undo_reason: undone }) => (
        <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
          <Text size="sm">{reason}</Text>
          {undone !== null && <Note size="xs">{t.undoneBecause(undone)}</Note>}
        </Stack>
      ),
    },
    {
      key: 'created_at',
      sortable: true,
      latestFirst: true,
      label: t.columns.made,
      wideOnly: true,
      value: ({ created_at: at }) => at,
      cell: ({ created_at: at }) => day(at),
    },
    {
      key: 'state',
      label: t.columns.state,
      wideOnly: true,
      value: ({ undone_at: at }) => (at === null ? t.states.current : t.states.undone),
      cell: ({ undone_at: at }) =>
        at === null ? (
          <StateBadge tone="bad">{t.states.current}</StateBadge>
        ) : (
          <StateBadge tone="neutral">{t.undoneOn(day(at))}</StateBadge>
        ),
    },
    {
      key: 'action',
      isFixed: true,
      label: t.columns.action,
      cell: (one) => one.undone_at === null && <Undo one={one} />,
    },
  ];
}

function Undo({ one: { id, kind, items } }: { one: Void }) {
  const t = useVoidsTexts();
  const { number } = useFormats();
  const what = t.items[kind](items, number(items));
  return (
    <ReasonButton
      button={{ size: 'compact-sm', variant: 'default', 'aria-label': t.undoLabel(what) }}
      title={t.undoTitle(what)}
      text={t.undoWords}
      hint={t.logHint}
      action={t.undo}
      send={({ reason }) =>
        client.POST('/v2/admin/voids/{void}/undo', { params: { path: { void: id } }, body: { reason } })
      }
      done={t.undone}
    />
  );
}
