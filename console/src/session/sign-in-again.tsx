import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client, ME_KEY } from '../api.ts';
import { Dialog } from '../components/dialog.tsx';
import { FailureAlert } from '../components/failure.tsx';
import { Form } from '../components/form.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useForm } from '../components/use-form.ts';
import { missingCode } from './missing-code.ts';
import { answerWithPasskey } from './passkey.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { signInQuestion } from './question.ts';
import { useSessionTexts } from './texts.ts';
import type { Me } from './use-me.ts';

/** Asks for the password, code or passkey of the person whose session has ended. */
export default function SignInAgain({ me }: { me: Me }) {
  const t = useSessionTexts();
  const queries = useQueryClient();
  const { data: options } = api.useQuery('get', '/v2/sign-in-options');
  const onDone = ({ user }: { user: Me }) => {
    // The content of the page belongs to the previous account.
    if (user.id !== me.id) return window.location.assign('/console');
    queries.setQueryData(ME_KEY, user);
    signInQuestion.answer(true);
  };
  const [asksCode, setAsksCode] = useState(false);
  const [asksMailed, setAsksMailed] = useState(false);
  const byPassword = useForm(
    { password: '', code: '', mailedCode: '' },
    {
      isGuarded: false,
      send: async ({ password, code, mailedCode }) => {
        const body = {
          email: me.email,
          password,
          ...(asksCode ? { code } : {}),
          ...(asksMailed ? { mailed_code: mailedCode.trim() } : {}),
        };
        try {
          return (await client.POST('/v2/sessions/console', { body })).data!;
        } catch (error) {
          if (missingCode(error) === 'second_factor_required') setAsksCode(true);
          if (missingCode(error) === 'mailed_code_required') setAsksMailed(true);
          throw error;
        }
      },
      onDone,
      explain: (error) => {
        if (missingCode(error) !== null) return null;
        const { status } = error;
        return status === 401 ? (asksCode ? t.wrongCode : t.wrong) : undefined;
      },
    },
  );
  const byPasskey = useApiMutation(
    async () => {
      const response = (await answerWithPasskey()) as never;
      return (await client.POST('/v2/sessions/console/passkey', { body: { response } })).data!;
    },
    { onDone },
  );
  // Does not use the client, whose requests wait for this dialog.
  const elsewhere = useApiMutation(
    async () => {
      const reply = await fetch('/v2/me');
      if (!reply.ok) throw new Error(t.ended.notYet);
      return { user: (await reply.json()) as Me };
    },
    { onDone },
  );
  const leave = () => {
    queries.setQueryData(ME_KEY, null);
    signInQuestion.answer(false);
  };
  const identity = options?.identity ?? null;
  return (
    <Dialog opened title={t.ended.title} isRequired onClose={leave}>
      <Stack gap="md">
        <Text size="sm">{t.ended.hint(me.email)}</Text>
        {me.has_password && (
          <Form of={byPassword} action={t.signIn} isWide>
            <PasswordInput
              label={t.password}
              autoComplete="current-password"
              required
              data-autofocus
              {...byPassword.text('password')}
            />
            {asksMailed && (
              <TextInput
                label={t.mailedCode}
                description={t.mailedCodeHint}
                autoComplete="one-time-code"
                required
                autoFocus
                {...byPassword.text('mailedCode')}
              />
            )}
            {asksCode && (
              <TextInput label={t.code} autoComplete="one-time-code" required autoFocus {...byPassword.text('code')} />
            )}
          </Form>
        )}
        <PasskeyButton label={t.passkey} isPending={byPasskey.isPending} onClick={() => byPasskey.mutate()} />
        {identity !== null && (
          <Group gap="sm">
            <Anchor href="/v2/sessions/identity" target="_blank" rel="noreferrer" size="sm">
              {t.ended.elsewhere(identity.name)}
            </Anchor>
            <Button size="compact-sm" variant="light" loading={elsewhere.isPending} onClick={() => elsewhere.mutate()}>
              {t.ended.proceed}
            </Button>
          </Group>
        )}
        <FailureAlert message={elsewhere.failure ?? byPasskey.failure} />
        <Button variant="subtle" onClick={leave}>
          {t.ended.leave}
        </Button>
      </Stack>
    </Dialog>
  );
}
