import { TextInput } from '@mantine/core';
import { client } from '../api.ts';
import { Form } from '../components/form.tsx';
import { useForm } from '../components/use-form.ts';
import { Happened, SessionPage } from './session-page.tsx';
import { useSignUpTexts } from './sign-up-texts.ts';
import { useSessionTexts } from './texts.ts';

/** Requests a password reset. */
export function ForgottenPage() {
  const { forgotten: t } = useSignUpTexts();
  const { email: label } = useSessionTexts();
  const form = useForm(
    { email: '' },
    {
      send: async ({ email }) => {
        await client.POST('/v2/password-resets', { body: { email } });
        return email;
      },
    },
  );
  return (
    <SessionPage title={t.title} hint={t.about}>
      {form.data === undefined ? (
        <Form of={form} action={t.action} isWide>
          <TextInput type="email" label={label} autoComplete="username" required {...form.text('email')} />
        </Form>
      ) : (
        <Happened>{t.sent(form.data)}</Happened>
      )}
    </SessionPage>
  );
}
