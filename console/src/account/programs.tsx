import { Button, Stack, Text } from '@mantine/core';
import type { paths } from '@tributary/client';
import { MAX_PAGE_SIZE } from '../../../src/platform/page-size.ts';
import { api, client } from '../api.ts';
import { type Column, DataTable, listed } from '../components/data-table.tsx';
import { Section } from '../components/section-card.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useFormats } from '../language/formats.ts';
import { useProgramWords } from './programs-words.ts';

type Grant = paths['/v2/me/grants']['get']['responses']['200']['content']['application/json']['data'][number];

/** The programs that the user permits to act for them, and the address with which another one connects. */
export function Programs() {
  const t = useProgramWords();
  const grants = api.useList('get', '/v2/me/grants', { params: { query: { size: MAX_PAGE_SIZE } } });
  const end = useApiMutation(
    async (grant: number) => await client.DELETE('/v2/me/grants/{grant}', { params: { path: { grant } } }),
    { done: t.ended },
  );
  const columns = useColumns((grant) => end.mutate(grant));
  return (
    <Section id="programs" title={t.title} hint={t.hint}>
      <Stack gap="lg">
        <DataTable
          label={t.table}
          columns={columns}
          {...listed(grants)}
          keyOf={({ id }) => id}
          error={grants.error ?? end.error}
          empty={{ title: t.empty, hint: t.emptyHint }}
        />
        <Text size="sm">
          {t.address}: <code>{`${window.location.origin}/mcp`}</code>
        </Text>
      </Stack>
    </Section>
  );
}

function useColumns(onEnd: (grant: number) => void): Column<Grant>[] {
  const t = useProgramWords();
  const { day, relative } = useFormats();
  const nameOf = ({ client: name }: Grant) => name ?? t.unnamed;
  const scopesOf = ({ scopes }: Grant) => scopes.map((one) => t.scopeNames[one]).join(', ');
  return [
    { key: 'name', label: t.name, value: nameOf, cell: nameOf },
    { key: 'host', label: t.host, value: ({ host }) => host, cell: ({ host }) => host ?? t.local },
    { key: 'scopes', label: t.scopes, wideOnly: true, value: scopesOf, cell: scopesOf },
    {
      key: 'used',
      label: t.used,
      wideOnly: true,
      value: ({ last_used_at: at }) => at,
      cell: ({ last_used_at: at }) => (at === null ? t.never : relative(at)),
    },
    {
      key: 'expires',
      label: t.expires,
      wideOnly: true,
      value: ({ expires_at: at }) => at,
      cell: ({ expires_at: at }) => day(at),
    },
    {
      key: 'end',
      label: t.end,
      numeric: true,
      cell: (grant) => (
        <Button
          size="compact-sm"
          variant="light"
          color="red"
          aria-label={t.endOf(nameOf(grant))}
          onClick={() => onEnd(grant.id)}
        >
          {t.end}
        </Button>
      ),
    },
  ];
}
