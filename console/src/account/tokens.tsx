import { Button, Stack } from '@mantine/core';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { MAX_PAGE_SIZE } from '../../../src/platform/page-size.ts';
import { api, client } from '../api.ts';
import { type Column, DataTable, listed } from '../components/data-table.tsx';
import { ConfirmDialog } from '../components/dialog.tsx';
import { Section } from '../components/section-card.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useFormats } from '../language/formats.ts';
import { NewToken } from './new-token.tsx';
import { useAccountTexts } from './texts.ts';

type Token = paths['/v2/me/tokens']['get']['responses']['200']['content']['application/json']['data'][number];

/** The user's API tokens: a list, a form for a new one, and revocation. */
export function Tokens() {
  const t = useAccountTexts().tokens;
  const [leaving, setLeaving] = useState<Token | null>(null);
  const tokens = api.useList('get', '/v2/me/tokens', { params: { query: { size: MAX_PAGE_SIZE } } });
  const columns = useColumns(setLeaving);
  return (
    <Section id="tokens" title={t.title} hint={t.hint}>
      <Stack gap="lg">
        <NewToken />
        <DataTable
          label={t.table}
          columns={columns}
          {...listed(tokens)}
          keyOf={({ id }) => id}
          empty={{ title: t.empty, hint: t.emptyHint }}
        />
      </Stack>
      <Leave token={leaving} onClose={() => setLeaving(null)} />
    </Section>
  );
}

function useColumns(onRevoke: (token: Token) => void): Column<Token>[] {
  const t = useAccountTexts().tokens;
  const { day, relative } = useFormats();
  return [
    { key: 'name', label: t.name, value: ({ name }) => name, cell: ({ name }) => name },
    {
      key: 'hint',
      label: t.hintColumn,
      wideOnly: true,
      value: ({ hint }) => hint,
      cell: ({ hint }) => <code>{hint}…</code>,
    },
    {
      key: 'scopes',
      label: t.scopes,
      wideOnly: true,
      value: ({ scopes }) => scopes.map((one) => t.scopeNames[one]).join(', '),
      cell: ({ scopes }) => scopes.map((one) => t.scopeNames[one]).join(', '),
    },
    {
      key: 'used',
      label: t.used,
      wideOnly: true,
      value: ({ last_used_at: at }) => at,
      cell: ({ last_used_at: at }) => (at === null ? t.never : relative(at)),
    },
    {
      key: 'holds',
      label: t.holds,
      value: ({ expires_at: at }) => at,
      cell: ({ expires_at: at }) => (at === null ? t.untilRevoked : day(at)),
    },
    {
      key: 'revoke',
      label: t.revoke,
      numeric: true,
      cell: (token) => (
        <Button
          size="compact-sm"
          variant="light"
          color="red"
          aria-label={t.revokeOf(token.name)}
          onClick={() => onRevoke(token)}
        >
          {t.revoke}
        </Button>
      ),
    },
  ];
}

function Leave({ token, onClose }: { token: Token | null; onClose: () => void }) {
  const t = useAccountTexts().tokens;
  const revoke = useApiMutation(
    async (id: number) => await client.DELETE('/v2/me/tokens/{token}', { params: { path: { token: id } } }),
    { done: t.gone, onDone: onClose },
  );
  return (
    <ConfirmDialog
      title={t.sure(token?.name ?? '')}
      text={t.sureText}
      action={t.revoke}
      keep={t.keep}
      opened={token !== null}
      mutation={{ ...revoke, mutate: () => token && revoke.mutate(token.id) }}
      onClose={onClose}
    />
  );
}
