import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { ApiError } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { client } from '../api.ts';
import { FailureAlert } from '../components/failure.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useMe } from '../session/use-me.ts';
import { useAccountTexts } from './texts.ts';

/** Requests a change of the e-mail address. The mail to the new address links to the page that confirms it. */
export function EmailForm() {
  const t = useAccountTexts().address;
  const { has_password: hasPassword } = useMe();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const ask = useApiMutation(
    async () =>
      await client.POST('/v2/me/email-changes', {
        body: { email, ...(hasPassword ? { current_password: password } : {}) },
      }),
    {
      done: t.sent,
      onDone: () => {
        setEmail('');
        setPassword('');
      },
    },
  );
  const fields = ask.error instanceof ApiError ? ask.error.fields : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate();
  };
  return (
    <SectionCard id="address" title={t.title} hint={t.hint}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            type="email"
            label={t.email}
            required
            value={email}
            error={fields.email?.join(' ')}
            onChange={({ currentTarget: { value } }) => setEmail(value)}
          />
          {hasPassword && (
            <PasswordInput
              label={t.password}
              autoComplete="current-password"
              required
              value={password}
              error={fields.current_password?.join(' ')}
              onChange={({ currentTarget: { value } }) => setPassword(value)}
            />
          )}
          {Object.keys(fields).length === 0 && <FailureAlert message={ask.failure} />}
          <Button type="submit" loading={ask.isPending} style={{ alignSelf: 'flex-start' }}>
            {t.action}
          </Button>
        </Stack>
      </form>
    </SectionCard>
  );
}
