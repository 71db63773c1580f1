import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api, client } from '../../api.ts';
import { type Column, DataTable, listed } from '../../components/data-table.tsx';
import { FilterSelect } from '../../components/filter-select.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import { omitUndefined } from '../components/list-search.ts';
import { VOID_KINDS } from './search.ts';
import { useVoidsTexts } from './texts.ts';

type Void = paths['/v2/admin/voids']['get']['responses']['200']['content']['application/json']['data'][number];

const STATES = ['current', 'undone'] as const;

/** Voids with their effect, and their undoing. */
export function VoidsPage() {
  const t = useVoidsTexts();
  const { page = 1, kind, state } = useSearch({ from: '/console/admin/voids' });
  const navigate = useNavigate({ from: '/console/admin/voids' });
  const voids = api.useQuery(
    'get',
    '/v2/admin/voids',
    { params: { query: omitUndefined({ page, kind, state }) } },
    { placeholderData: keepPreviousData },
  );
  const narrow = (change: object) =>
    navigate({ search: (before) => omitUndefined({ ...before, page: undefined, ...change }), replace: true });
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
      <Group mb="md" align="flex-end">
        <FilterSelect
          label={t.kind}
          words={VOID_KINDS.map((word) => [word, t.kinds[word]] as const)}
          value={kind}
          onChange={(word) => narrow({ kind: word })}
        />
        <FilterSelect
          label={t.state}
          words={STATES.map((word) => [word, t.states[word]] as const)}
          value={state}
          onChange={(word) => narrow({ state: word })}
        />
      </Group>
      <DataTable
        label={t.title}
        columns={useColumns()}
        {...listed(voids)}
        keyOf={({ id }) => id}
        empty={kind === undefined && state === undefined ? t.empty : t.nothingFound}
        page={page}
        onPage={(next) => navigate({ search: (before) => ({ ...before, page: next }) })}
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
      cell: ({ kind, items, filter: { from, to } }) => (
        <Stack gap={0}>
          <Text size="sm" fw={600}>
            {t.items[kind](items, number(items))}
          </Text>
          {from !== undefined && to !== undefined && (
            <Text size="xs" c="dimmed">
              {t.days(shortDay(from), shortDay(to))}
            </Text>
          )}
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
      cell: ({ reason, undo_reason: undone }) => (
        <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
          <Text size="sm">{reason}</Text>
          {undone !== null && (
            <Text size="xs" c="dimmed">
              {t.undoneBecause(undone)}
            </Text>
          )}
        </Stack>
      ),
    },
    { key: 'made', label: t.columns.made, wideOnly: true, cell: ({ created_at: at }) => day(at) },
    {
      key: 'state',
      label: t.columns.state,
      wideOnly: true,
      cell: ({ undone_at: at }) =>
        at === null ? (
          <StateBadge mood="bad">{t.states.current}</StateBadge>
        ) : (
          <StateBadge mood="neutral">{t.undoneOn(day(at))}</StateBadge>
        ),
    },
    { key: 'action', label: t.columns.action, cell: (one) => one.undone_at === null && <Undo one={one} /> },
  ];
}

function Undo({ one: { id, kind, items } }: { one: Void }) {
  const t = useVoidsTexts();
  const { number } = useFormats();
  const [isAsking, setIsAsking] = useState(false);
  const what = t.items[kind](items, number(items));
  const undoing = useApiMutation(
    (reason: string) =>
      client.POST('/v2/admin/voids/{void}/undo', { params: { path: { void: id } }, body: { reason } }),
    { done: t.undone, onDone: () => setIsAsking(false) },
  );
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={t.undoLabel(what)} onClick={() => setIsAsking(true)}>
        {t.undo}
      </Button>
      <ReasonDialog
        title={t.undoTitle(what)}
        words={t.undoWords}
        hint={t.logHint}
        action={t.undo}
        opened={isAsking}
        doing={undoing}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
