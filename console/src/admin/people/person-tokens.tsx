import { Button, Card, Text } from '@mantine/core';
import { useState } from 'react';
import { api, client } from '../../api.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx';
import { SectionHeader } from '../../components/section-header.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import { OneTimeSecret } from '../components/one-time-secret.tsx';
import { RecordForm } from '../components/record-form.tsx';
import { nameOf, type Person } from './person.ts';
import { usePeopleTexts } from './texts.ts';

/** API tokens of a user. */
export function PersonTokens({ person }: { person: Person }) {
  const t = usePeopleTexts();
  const { day, relative } = useFormats();
  const [page, setPage] = useState(1);
  const [isMaking, setIsMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<{ id: number; name: string } | null>(null);
  const path = { user: person.id };
  const tokens = api.useQuery('get', '/v2/users/{user}/tokens', { params: { path, query: { page, size: 10 } } });
  const revoking = useApiMutation(
    async (token: number) => client.DELETE('/v2/tokens/{token}', { params: { path: { token } } }),
    { done: t.revoked, onDone: () => setLeaving(null) },
  );
  type Token = NonNullable<typeof tokens.data>['data'][number];
  const titleOf = ({ name, purpose }: Token) => name || t.tokenPurposes[purpose];
  const columns: Column<Token>[] = [
    { key: 'name', label: t.tokenColumns.name, value: titleOf, cell: titleOf },
    {
      key: 'hint',
      label: t.tokenColumns.hint,
      wideOnly: true,
      value: ({ hint }) => hint,
      cell: ({ hint }) => <code>{hint}</code>,
    },
    {
      key: 'made',
      label: t.tokenColumns.made,
      wideOnly: true,
      value: ({ created_at: at }) => at,
      cell: ({ created_at: at }) => day(at),
    },
    {
      key: 'used',
      label: t.tokenColumns.used,
      wideOnly: true,
      value: ({ last_used_at: at }) => at,
      cell: ({ last_used_at: at }) => (at === null ? t.never : relative(at)),
    },
    {
      key: 'ends',
      label: t.tokenColumns.ends,
      wideOnly: true,
      value: ({ expires_at: at }) => at,
      cell: ({ expires_at: at }) => (at === null ? t.never : day(at)),
    },
    {
      key: 'action',
      label: t.tokenColumns.action,
      cell: (token) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t.revokeLabel(titleOf(token))}
          onClick={() => setLeaving({ id: token.id, name: titleOf(token) })}
        >
          {t.revoke}
        </Button>
      ),
    },
  ];
  return (
    <Card component="section" aria-labelledby="tokens">
      <SectionHeader id="tokens" title={t.tokens} hint={t.tokensHint}>
        <Button variant="light" onClick={() => setIsMaking(true)}>
          {t.makeToken}
        </Button>
      </SectionHeader>
      {tokens.data?.meta.total === 0 ? (
        <Text size="sm">{t.noTokens}</Text>
      ) : (
        <DataTable
          label={t.tokens}
          columns={columns}
          rows={tokens.data?.data}
          keyOf={({ id }) => id}
          error={tokens.error}
          onRetry={tokens.refetch}
          empty={{ title: t.noTokens }}
          page={page}
          pages={tokens.data?.meta.last_page}
          onPage={setPage}
        />
      )}
      <Dialog opened={isMaking} onClose={() => setIsMaking(false)} title={`${t.makeToken}: ${nameOf(person)}`}>
        <RecordForm
          fields={[
            { name: 'name', label: t.tokenName, required: true },
            { name: 'days', label: t.tokenDays, kind: 'number', isNeverNull: true },
          ]}
          send={async (body) =>
            (await client.POST('/v2/users/{user}/tokens', { params: { path }, body: body as { name: string } })).data!
          }
          onDone={({ token }) => {
            setIsMaking(false);
            setSecret(token);
          }}
          submit={t.makeToken}
          onCancel={() => setIsMaking(false)}
        />
      </Dialog>
      <OneTimeSecret title={t.tokenOnce} words={t.tokenOnceWords} secret={secret} onClose={() => setSecret(null)} />
      <ConfirmDialog
        title={t.revokeTitle(leaving?.name ?? '')}
        text={t.revokeWords}
        action={t.revoke}
        opened={leaving !== null}
        mutation={{ ...revoking, mutate: () => leaving && revoking.mutate(leaving.id) }}
        onClose={() => setLeaving(null)}
      />
    </Card>
  );
}
