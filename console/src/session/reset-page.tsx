import { Checkbox, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { client } from '../api.ts';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useMailedCode } from './mailed-code.ts';
import { Happened, SessionForm, SessionPage } from './session-form.tsx';
import { useSessionTexts } from './texts.ts';

/** The target of the mail of a password reset. */
export function ResetPage() {
  const { reset: t } = useSessionTexts();
  return (
    <SessionPage title={t.title}>
      <Form />
    </SessionPage>
  );
}

function Form() {
  const { reset: t } = useSessionTexts();
  const code = useMailedCode();
  const [password, setPassword] = useState('');
  const [keepTokens, setKeepTokens] = useState(false);
  const doing = useApiMutation(
    async () =>
      await client.PUT('/v2/password-resets/{code}', {
        params: { path: { code } },
        body: { password, keep_tokens: keepTokens },
      }),
  );
  if (doing.isSuccess) return <Happened>{t.done}</Happened>;
  return (
    <SessionForm doing={{ ...doing, mutate: () => doing.mutate() }} action={t.action}>
      <PasswordInput
        label={t.password}
        description={t.hint}
        autoComplete="new-password"
        required
        minLength={8}
        value={password}
        onChange={({ currentTarget: { value } }) => setPassword(value)}
      />
      <Checkbox
        label={t.keep}
        checked={keepTokens}
        onChange={({ currentTarget: { checked } }) => setKeepTokens(checked)}
      />
    </SessionForm>
  );
}
