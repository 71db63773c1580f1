import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { paths } from '@tributary/client';
import { api, client as tributary } from '../api.ts';
import { DataTable } from '../components/data-table.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useFormats } from '../language/formats.ts';
import { InviteForm } from './invite-form.tsx';
import { useAgencyTexts } from './texts.ts';

type Invite =
  paths['/v2/clients/{client}/invites']['get']['responses']['200']['content']['application/json']['data'][number];

/** Team members and invitations of the agency. */
export function Representatives({ client }: { client: number }) {
  const t = useAgencyTexts().people;
  const { day } = useFormats();
  const path = { client };
  const people = api.useQuery('get', '/v2/clients/{client}/representatives', {
    params: { path, query: { size: 100 } },
  });
  return (
    <section aria-labelledby="representatives">
      <Title order={2} size="h4" id="representatives">
        {t.title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t.hint}
      </Text>
      <Stack gap="md">
        <DataTable
          label={t.list}
          columns={[
            { key: 'name', label: t.columns.name, cell: ({ name }) => <b>{name}</b> },
            { key: 'email', label: t.columns.email, cell: ({ email }) => email },
            { key: 'since', label: t.columns.since, wideOnly: true, cell: ({ since }) => day(since) },
          ]}
          rows={people.data?.data}
          keyOf={({ id }) => id}
          error={people.error}
          onRetry={people.refetch}
          empty={t.none}
        />
        <Card>
          <InviteForm client={client} />
          <Invites client={client} />
        </Card>
      </Stack>
    </section>
  );
}

/** Pending and expired invitations. */
function Invites({ client }: { client: number }) {
  const t = useAgencyTexts().people;
  const { day } = useFormats();
  const invites = api.useQuery('get', '/v2/clients/{client}/invites', {
    params: { path: { client }, query: { size: 100 } },
  });
  const open = invites.data?.data.filter(({ status }) => status === 'pending' || status === 'expired') ?? [];
  if (open.length === 0) return null;
  return (
    <Stack gap="xs" mt="lg" component="ul" aria-label={t.invites} p={0} mb={0} style={{ listStyle: 'none' }}>
      {open.map((invite) => (
        <Group key={invite.id} component="li" justify="space-between">
          <div>
            <Text size="sm" fw={600}>
              {invite.email}
            </Text>
            <Text size="xs" c="dimmed">
              {t.status[invite.status]} · {day(invite.created_at)}
            </Text>
          </div>
          <TakeBack client={client} invite={invite} />
        </Group>
      ))}
    </Stack>
  );
}

function TakeBack({ client, invite }: { client: number; invite: Invite }) {
  const t = useAgencyTexts().people;
  const takeBack = useApiMutation(
    async () => {
      await tributary.DELETE('/v2/clients/{client}/invites/{invite}', {
        params: { path: { client, invite: invite.id } },
      });
    },
    { done: t.takenBack },
  );
  return (
    <Group gap="xs">
      {takeBack.failure && (
        <Text size="xs" role="alert">
          {takeBack.failure}
        </Text>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={t.takeBackLabel(invite.email)}
        loading={takeBack.isPending}
        onClick={() => takeBack.mutate()}
      >
        {t.takeBack}
      </Button>
    </Group>
  );
}
