import { PasswordInput, Text, TextInput } from '@mantine/core';
import { api, client } from '../api.ts';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { Note } from '../components/note.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useForm } from '../components/use-form.ts';
import { answerWithPasskey } from './passkey.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { freshQuestion } from './question.ts';
import { useSessionTexts } from './texts.ts';

/** Asks for re-authentication. */
export function FreshQuestion() {
  const { fresh: t, password: passwordLabel } = useSessionTexts();
  const { data: factor } = api.useQuery('get', '/v2/me/second-factor');
  // Recovery codes replace a lost passkey.
  const asksCode = factor !== undefined && (factor.totp || factor.passkeys > 0);
  const byPasskey = useApiMutation(
    async () =>
      await client.POST('/v2/sessions/current/confirmation', {
        body: { passkey: (await answerWithPasskey()) as never },
      }),
    { onDone: () => freshQuestion.answer(true) },
  );
  // One click signs in to the demo, so that nobody has seen its password.
  const demo = api.useQuery('get', '/v2/sign-in-options').data?.demo[0];
  const form = useForm(
    { typed: '' },
    {
      isGuarded: false,
      send: ({ typed }) =>
        client.POST('/v2/sessions/current/confirmation', {
          body: asksCode ? { code: typed } : { password: typed },
        }),
      onDone: () => freshQuestion.answer(true),
    },
  );
  const field = { required: true, 'data-autofocus': true, ...form.text('typed', asksCode ? 'code' : 'password') };
  return (
    <Dialog opened title={t.title} onClose={() => freshQuestion.answer(false)}>
      <Text size="sm" mb="md">
        {t.hint}
      </Text>
      {demo !== undefined && !asksCode && <Note mb="md">{t.demo(demo.password)}</Note>}
      <Form of={form} action={t.action} isWide>
        {factor !== undefined && factor.passkeys > 0 && (
          <PasskeyButton label={t.passkey} isPending={byPasskey.isPending} onClick={() => byPasskey.mutate()} />
        )}
        {asksCode ? (
          <TextInput label={t.code} autoComplete="one-time-code" inputMode="numeric" {...field} />
        ) : (
          <PasswordInput label={passwordLabel} autoComplete="current-password" {...field} />
        )}
      </Form>
    </Dialog>
  );
}
