import { Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api, client } from '../../api.ts';
import type { Column } from '../../components/data-table.tsx';
import { FilteredList } from '../../components/filtered-list.tsx';
import { Note } from '../../components/note.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReasonButton } from '../../components/reason-dialog.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { useFormats } from '../../language/formats.ts';
import { omitUndefined } from '../components/list-search.ts';
import { PartyLink } from '../invoices/party-link.tsx';
import { PlaceHold } from './place-hold.tsx';
import { useHoldsTexts } from './texts.ts';

type Hold = paths['/v2/admin/holds']['get']['responses']['200']['content']['application/json']['data'][number];

/** Holds on payouts, with their release. */
export function HoldsPage() {
  const t = useHoldsTexts();
  const { page = 1, sort, state } = useSearch({ from: '/console/admin/holds' });
  const params = { query: omitUndefined({ page, sort_by: sort, state }) };
  const holds = api.useList('get', '/v2/admin/holds', { params });
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <PlaceHold />
      </PageHeader>
      <FilteredList
        name="holds"
        label={t.title}
        filters={[{ name: 'state', label: t.state, words: t.states, value: state }]}
        columns={useColumns()}
        query={holds}
        keyOf={({ id }) => id}
        empty={t.empty}
        nothingFound={t.nothingFound}
        page={page}
        sort={sort}
      />
    </>
  );
}

const PARTIES = { store: 'store', user: 'creator', client: 'client' } as const;

function useColumns(): Column<Hold>[] {
  const t = useHoldsTexts();
  const { day } = useFormats();
  return [
    {
      key: 'subject',
      sortable: true,
      label: t.columns.subject,
      value: ({ subject }) => subject.name,
      cell: ({ subject: { kind, id, name } }) => (
        <Stack gap={0} align="flex-start">
          <PartyLink kind={PARTIES[kind]} id={id} name={name} />
          <Note size="xs">{t.kinds[kind]}</Note>
        </Stack>
      ),
    },
    {
      key: 'reason',
      label: t.columns.reason,
      wideOnly: true,
      value: ({ reason }) => reason,
      cell: ({ reason, release_reason: released }) => (
        <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
          <Text size="sm">{reason}</Text>
          {released !== null && <Note size="xs">{t.releasedBecause(released)}</Note>}
        </Stack>
      ),
    },
    {
      key: 'created_at',
      sortable: true,
      latestFirst: true,
      label: t.columns.since,
      wideOnly: true,
      value: ({ created_at: at }) => at,
      cell: ({ created_at: at }) => day(at),
    },
    {
      key: 'state',
      label: t.columns.state,
      wideOnly: true,
      value: ({ released_at: at }) => (at === null ? t.states.current : t.states.released),
      cell: ({ released_at: at }) =>
        at === null ? (
          <StateBadge tone="warning">{t.states.current}</StateBadge>
        ) : (
          <StateBadge tone="neutral">{t.releasedOn(day(at))}</StateBadge>
        ),
    },
    {
      key: 'action',
      isFixed: true,
      label: t.columns.action,
      cell: (hold) => hold.released_at === null && <Release hold={hold} />,
    },
  ];
}

function Release({ hold: { id, subject } }: { hold: Hold }) {
  const t = useHoldsTexts();
  return (
    <ReasonButton
      button={{ size: 'compact-sm', variant: 'default', 'aria-label': t.releaseLabel(subject.name) }}
      title={t.releaseTitle(subject.name)}
      text={t.releaseWords}
      hint={t.placeHint}
      action={t.release}
      send={({ reason }) =>
        client.POST('/v2/admin/holds/{hold}/release', { params: { path: { hold: id } }, body: { reason } })
      }
      done={t.released(subject.name)}
    />
  );
}
