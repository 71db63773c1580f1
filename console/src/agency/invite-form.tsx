import { Alert, Button, Group, Stack, TextInput, Title } from '@mantine/core';
import { ApiError } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { client as tributary } from '../api.ts';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useAgencyTexts } from './texts.ts';

/** Form that invites a team member by e-mail. */
export function InviteForm({ client }: { client: number }) {
  const t = useAgencyTexts().people;
  const [email, setEmail] = useState('');
  const invite = useApiMutation(
    async () =>
      (await tributary.POST('/v2/clients/{client}/invites', { params: { path: { client } }, body: { email } })).data!,
    { done: (sent) => t.sent(sent.email), onDone: () => setEmail('') },
  );
  const fields = invite.error instanceof ApiError ? invite.error.fields : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Title order={3} size="h5">
          {t.invite}
        </Title>
        {invite.failure && fields.email === undefined && (
          <Alert color="red" variant="light" role="alert">
            {invite.failure}
          </Alert>
        )}
        <TextInput
          type="email"
          label={t.email}
          description={t.emailHint}
          required
          maw={460}
          value={email}
          error={fields.email?.join(', ')}
          onChange={({ currentTarget: { value } }) => setEmail(value)}
        />
        <Group>
          <Button type="submit" size="sm" loading={invite.isPending}>
            {t.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
