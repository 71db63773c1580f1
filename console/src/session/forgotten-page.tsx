import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { client } from '../api.ts';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { Happened, SessionForm, SessionPage } from './session-form.tsx';
import { useSessionTexts } from './texts.ts';

/** Asking for a new password. */
export function ForgottenPage() {
  const { forgotten: t } = useSessionTexts();
  return (
    <SessionPage title={t.title}>
      <Form />
    </SessionPage>
  );
}

function Form() {
  const { forgotten: t, email: label } = useSessionTexts();
  const [email, setEmail] = useState('');
  const doing = useApiMutation(async () => await client.POST('/v2/password-resets', { body: { email } }));
  if (doing.isSuccess) return <Happened>{t.sent(email)}</Happened>;
  return (
    <SessionForm doing={{ ...doing, mutate: () => doing.mutate() }} action={t.action}>
      <TextInput
        type="email"
        label={label}
        autoComplete="username"
        required
        value={email}
        onChange={({ currentTarget: { value } }) => setEmail(value)}
      />
    </SessionForm>
  );
}
