import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api, client, ifMatch } from '../../api.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PayeeDetails } from '../../components/payees/payee-details.tsx';
import { PayoutAccounts } from '../../components/payees/payout-accounts.tsx';
import { VatConfirmation } from '../../components/payees/vat-confirmation.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import { RecordForm } from '../components/record-form.tsx';
import { PlaceHold } from '../holds/place-hold.tsx';
import { nameOf, type Person } from './person.ts';
import { PersonChannels } from './person-channels.tsx';
import { PersonMemberships } from './person-memberships.tsx';
import { PersonState } from './person-state.tsx';
import { PersonTags } from './person-tags.tsx';
import { PersonTokens } from './person-tokens.tsx';
import { usePeopleTexts } from './texts.ts';
import { usePersonFields } from './use-person-fields.ts';

/** All data about one person, and the actions on them. */
export function PersonPage() {
  const user = Number(useParams({ from: '/console/admin/people/$user' }).user);
  const person = api.useQuery('get', '/v2/admin/users/{user}', { params: { path: { user } } });
  const t = usePeopleTexts();
  const { relative } = useFormats();
  const { data } = person;
  const active = data?.last_active_at ?? null;
  return (
    <>
      <PageHeader
        above={{ label: t.back, link: { to: '/console/admin/people' } }}
        title={t.one}
        hint={t.oneHint}
        name={data && nameOf(data)}
        facts={data && `${data.email} · ${active === null ? t.neverActive : t.lastActive(relative(active))}`}
      >
        {data && (
          <>
            <PersonState person={data} />
            <PlaceHold subject={{ kind: 'user', id: data.id, name: nameOf(data) }} />
            <Suspension person={data} />
          </>
        )}
      </PageHeader>
      <QueryResult query={person}>{(known) => <KnownPerson key={user} person={known} />}</QueryResult>
    </>
  );
}

function KnownPerson({ person }: { person: Person }) {
  const t = usePeopleTexts();
  return (
    <Stack gap="lg">
      {person.is_suspended && (
        <Alert color="red" variant="light">
          {t.isSuspended}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <PersonTags person={person} />
        <PersonMemberships person={person} />
      </SimpleGrid>
      <PersonChannels user={person.id} />
      <SectionCard id="profile" title={t.profile}>
        <Profile person={person} />
      </SectionCard>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <PayeeDetails owner={{ kind: 'user', id: person.id }} />
        <PayoutAccounts owner={{ kind: 'user', id: person.id }} />
      </SimpleGrid>
      <VatConfirmation owner={{ kind: 'user', id: person.id }} />
      <PersonTokens person={person} />
    </Stack>
  );
}

function usePersonChange(person: Person, done: string, onDone?: () => void) {
  return useApiMutation(
    async (body: Record<string, unknown>) =>
      (await client.PATCH('/v2/admin/users/{user}', { params: { path: { user: person.id } }, body })).data!,
    { done, ...(onDone === undefined ? {} : { onDone }) },
  );
}

function Profile({ person }: { person: Person }) {
  const t = usePeopleTexts();
  const queries = useQueryClient();
  const params = { path: { user: person.id } };
  return (
    <RecordForm
      key={person.id}
      name={`user:${person.id}`}
      fields={usePersonFields()}
      values={person}
      reread={() => queries.fetchQuery(api.queryOptions('get', '/v2/admin/users/{user}', { params }, { staleTime: 0 }))}
      send={(body) =>
        client.PATCH('/v2/admin/users/{user}', { params, body, headers: ifMatch(`/v2/admin/users/${person.id}`) })
      }
      done={t.saved}
    />
  );
}

function Suspension({ person }: { person: Person }) {
  const t = usePeopleTexts();
  const [isAsking, setIsAsking] = useState(false);
  const suspending = usePersonChange(person, t.suspended, () => setIsAsking(false));
  const restoring = usePersonChange(person, t.unsuspended);
  if (person.is_suspended)
    return (
      <Group gap="xs">
        {restoring.failure !== null && <Text size="sm">{restoring.failure}</Text>}
        <Button
          variant="default"
          loading={restoring.isPending}
          onClick={() => restoring.mutate({ is_suspended: false })}
        >
          {t.unsuspend}
        </Button>
      </Group>
    );
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {t.suspend}
      </Button>
      <ConfirmDialog
        title={t.suspendTitle(nameOf(person))}
        text={t.suspendWords}
        action={t.suspend}
        opened={isAsking}
        mutation={{ ...suspending, mutate: () => suspending.mutate({ is_suspended: true }) }}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
