import { Button, Group, Text, TextInput } from '@mantine/core';
import { ApiError } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { api, client } from '../../api.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FailureAlert } from '../../components/failure.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import { useAgenciesTexts } from './texts.ts';

const MOODS = { pending: 'warning', accepted: 'good', expired: 'neutral', revoked: 'neutral' } as const;

/** Invitations to an agency's team. */
export function AgencyInvites({ id }: { id: number }) {
  const t = useAgenciesTexts();
  const { day } = useFormats();
  const [email, setEmail] = useState('');
  const [page, setPage] = useState(1);
  const path = { client: id };
  const invites = api.useQuery('get', '/v2/clients/{client}/invites', { params: { path, query: { page, size: 5 } } });
  const inviting = useApiMutation(
    async (to: string) =>
      (await client.POST('/v2/clients/{client}/invites', { params: { path }, body: { email: to } })).data!,
    { done: (made) => t.invited(made.email), onDone: () => setEmail('') },
  );
  const revoking = useApiMutation(
    async (invite: number) =>
      client.DELETE('/v2/clients/{client}/invites/{invite}', { params: { path: { client: id, invite } } }),
    { done: t.takenBack },
  );
  const atField = inviting.error instanceof ApiError ? inviting.error.fields.email?.join(' ') : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    inviting.mutate(email);
  };
  const failure = atField === undefined ? (inviting.failure ?? revoking.failure) : null;
  return (
    <SectionCard id="invites" title={t.invites} hint={t.invitesHint}>
      <form onSubmit={submit}>
        <Group align="flex-end" mb="md">
          <TextInput
            type="email"
            label={t.email}
            required
            flex={1}
            value={email}
            error={atField}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <Button type="submit" variant="light" loading={inviting.isPending}>
            {t.invite}
          </Button>
        </Group>
      </form>
      <FailureAlert message={failure} mb="md" />
      {invites.data?.meta.total === 0 ? (
        <Text size="sm">{t.noInvites}</Text>
      ) : (
        <DataTable
          label={t.invites}
          columns={[
            { key: 'email', label: t.inviteColumns.email, cell: (one) => one.email },
            {
              key: 'state',
              label: t.inviteColumns.state,
              cell: ({ status }) => <StateBadge mood={MOODS[status]}>{t.inviteStates[status]}</StateBadge>,
            },
            { key: 'made', label: t.inviteColumns.made, wideOnly: true, cell: ({ created_at: at }) => day(at) },
            {
              key: 'action',
              label: t.inviteColumns.action,
              cell: ({ id: invite, status, email: to }) =>
                status === 'pending' && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t.takeBackLabel(to)}
                    onClick={() => revoking.mutate(invite)}
                  >
                    {t.takeBack}
                  </Button>
                ),
            },
          ]}
          rows={invites.data?.data}
          keyOf={(one) => one.id}
          error={invites.error}
          onRetry={invites.refetch}
          empty={{ title: t.noInvites }}
          page={page}
          pages={invites.data?.meta.last_page}
          onPage={setPage}
        />
      )}
    </SectionCard>
  );
}
