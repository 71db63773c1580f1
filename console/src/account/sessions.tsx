import { Button } from '@mantine/core';
import type { paths } from '@tributary/client';
import { MAX_PAGE_SIZE } from '../../../src/platform/page-size.ts';
import { api, client } from '../api.ts';
import { type Column, DataTable, listed } from '../components/data-table.tsx';
import { SectionHeader } from '../components/section-header.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { countryName } from '../language/codes.ts';
import { useFormats } from '../language/formats.ts';
import { useReader } from '../language/language.tsx';
import { useAccountTexts } from './texts.ts';

type Session = paths['/v2/me/sessions']['get']['responses']['200']['content']['application/json']['data'][number];

/** Lists the sessions of the user, and ends them. */
export function Sessions() {
  const t = useAccountTexts().sessions;
  const sessions = api.useList('get', '/v2/me/sessions', {
    params: { query: { size: MAX_PAGE_SIZE } },
  });
  const end = useApiMutation(
    async (session: number) => await client.DELETE('/v2/me/sessions/{session}', { params: { path: { session } } }),
    { done: t.ended },
  );
  const endOthers = useApiMutation(
    async () => await client.DELETE('/v2/me/sessions', { params: { query: { keep_current: true } } }),
    { done: t.othersEnded },
  );
  const columns = useColumns((session) => end.mutate(session));
  return (
    <section aria-labelledby="sessions">
      <SectionHeader id="sessions" title={t.title}>
        <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
          {t.endOthers}
        </Button>
      </SectionHeader>
      <DataTable
        label={t.table}
        columns={columns}
        {...listed(sessions)}
        keyOf={({ id }) => id}
        error={sessions.error ?? end.error ?? endOthers.error}
        empty={{ title: t.empty, hint: t.emptyHint }}
      />
    </section>
  );
}

function useColumns(onEnd: (session: number) => void): Column<Session>[] {
  const t = useAccountTexts().sessions;
  const { relative, time } = useFormats();
  const { language } = useReader();
  const nameOf = ({ device }: Session) => device ?? t.unknown;
  return [
    {
      key: 'device',
      label: t.device,
      value: nameOf,
      cell: (session) => (session.is_current ? t.current(nameOf(session)) : nameOf(session)),
    },
    {
      key: 'country',
      label: t.country,
      wideOnly: true,
      value: ({ country }) => country && countryName(country, language),
      cell: ({ country }) => (country === null ? t.unknownCountry : countryName(country, language)),
    },
    {
      key: 'since',
      label: t.since,
      wideOnly: true,
      value: ({ created_at: at }) => at,
      cell: ({ created_at: at }) => time(at),
    },
    {
      key: 'used',
      label: t.used,
      value: ({ last_used_at: at }) => at,
      cell: ({ last_used_at: at }) => (at === null ? t.never : relative(at)),
    },
    {
      key: 'expires',
      label: t.expires,
      wideOnly: true,
      value: ({ expires_at: at }) => at,
      cell: ({ expires_at: at }) => (at === null ? t.never : time(at)),
    },
    {
      key: 'factor',
      label: t.factor,
      wideOnly: true,
      value: ({ second_factor: has }) => (has ? t.yes : t.no),
      cell: ({ second_factor: has }) => (has ? t.yes : t.no),
    },
    {
      key: 'end',
      label: t.end,
      numeric: true,
      cell: (session) => (
        <Button
          size="compact-sm"
          variant="light"
          color="red"
          aria-label={t.endOf(nameOf(session))}
          onClick={() => onEnd(session.id)}
        >
          {t.end}
        </Button>
      ),
    },
  ];
}
