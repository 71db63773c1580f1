import { Alert, Anchor, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { client } from '../api.ts';
import { Form } from '../components/form.tsx';
import { Note } from '../components/note.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useForm } from '../components/use-form.ts';
import { useMe } from '../session/use-me.ts';
import { useAccountTexts } from './texts.ts';

/** The profile and the memberships of the signed-in user. */
export function ProfileSection() {
  const t = useAccountTexts().who;
  const me = useMe();
  return (
    <SectionCard id="who" title={t.title}>
      {me.is_suspended && (
        <Alert color="orange" variant="light" mb="md">
          {t.suspended}
        </Alert>
      )}
      <NameForm name={me.display_name} />
      <Stack component="dl" gap="sm" mt="md" mb={0}>
        <Fact label={t.username}>{me.username}</Fact>
        <Fact label={t.email}>{me.email}</Fact>
        <Fact label={t.roles}>{me.roles.map((role) => t.roleNames[role]).join(', ')}</Fact>
        {me.store_group && <Fact label={t.market}>{t.marketOf(me.store_group.name, me.store_group.currency)}</Fact>}
        {me.client && <Fact label={t.agency}>{me.client.name}</Fact>}
        {me.stores.length > 0 && (
          <Fact label={t.stores}>
            {me.stores.map(({ id, name }) => (
              <Place key={id} name={name} to="/console/shop/$store" params={{ store: String(id) }} />
            ))}
          </Fact>
        )}
        {me.clients.length > 0 && (
          <Fact label={t.clients}>
            {me.clients.map(({ id, name }) => (
              <Place key={id} name={name} to="/console/agency/$client" params={{ client: String(id) }} />
            ))}
          </Fact>
        )}
      </Stack>
      <Note size="xs" mt="md">
        {t.change}
      </Note>
    </SectionCard>
  );
}

function NameForm({ name }: { name: string }) {
  const t = useAccountTexts().who;
  const form = useForm(
    { display_name: name },
    { send: (body) => client.PATCH('/v2/me', { body }), done: t.saved, name: 'profile' },
  );
  return (
    <Form of={form} action={t.save}>
      <TextInput
        label={t.name}
        description={t.nameHint}
        maxLength={128}
        autoComplete="name"
        required
        {...form.text('display_name')}
      />
    </Form>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </div>
  );
}

function Place({ name, to, params }: { name: string; to: string; params: Record<string, string> }) {
  return (
    <Anchor display="block" renderRoot={(props) => <Link {...props} to={to} params={params} />}>
      {name}
    </Anchor>
  );
}
