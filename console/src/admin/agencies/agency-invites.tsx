import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, client } from '../../api.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FailureAlert } from '../../components/failure.tsx';
import { Form } from '../../components/form.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useForm } from '../../components/use-form.ts';
import { useFormats } from '../../language/formats.ts';
import { useAgenciesTexts } from './texts.ts';

const TONES = { pending: 'warning', accepted: 'good', expired: 'neutral', revoked: 'neutral' } as const;

/** Invitations to an agency's team. */
export function AgencyInvites({ id }: { id: number }) {
  const t = useAgenciesTexts();
  const { day } = useFormats();
  const [page, setPage] = useState(1);
  const path = { client: id };
  const invites = api.useQuery('get', '/v2/clients/{client}/invites', { params: { path, query: { page, size: 5 } } });
  const form = useForm(
    { email: '' },
    {
      send: async (body) => (await client.POST('/v2/clients/{client}/invites', { params: { path }, body })).data!,
      done: (made) => t.invited(made.email),
    },
  );
  const revoking = useApiMutation(
    async (invite: number) =>
      client.DELETE('/v2/clients/{client}/invites/{invite}', { params: { path: { client: id, invite } } }),
    { done: t.takenBack },
  );
  return (
    <SectionCard id="invites" title={t.invites} hint={t.invitesHint}>
      <Form of={form}>
        <Group align="flex-start" mb="md">
          <TextInput type="email" label={t.email} required flex={1} {...form.text('email')} />
          <Button type="submit" variant="light" mt={25} loading={form.isPending}>
            {t.invite}
          </Button>
        </Group>
      </Form>
      <FailureAlert message={revoking.failure} mb="md" />
      {invites.data?.meta.total === 0 ? (
        <Text size="sm">{t.noInvites}</Text>
      ) : (
        <DataTable
          label={t.invites}
          columns={[
            { key: 'email', label: t.inviteColumns.email, value: (one) => one.email, cell: (one) => one.email },
            {
              key: 'state',
              label: t.inviteColumns.state,
              value: ({ status }) => t.inviteStates[status],
              cell: ({ status }) => <StateBadge tone={TONES[status]}>{t.inviteStates[status]}</StateBadge>,
            },
            {
              key: 'made',
              label: t.inviteColumns.made,
              wideOnly: true,
              value: ({ created_at: at }) => at,
              cell: ({ created_at: at }) => day(at),
            },
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
