import { Checkbox, PasswordInput } from '@mantine/core';
import { client } from '../api.ts';
import { Form } from '../components/form.tsx';
import { useForm } from '../components/use-form.ts';
import { useMailedCode } from './mailed-code.ts';
import { Happened, SessionPage } from './session-page.tsx';
import { useSignUpTexts } from './sign-up-texts.ts';

/** The page to which the mail about a password reset links. */
export function ResetPage() {
  const { reset: t } = useSignUpTexts();
  const code = useMailedCode();
  const form = useForm(
    { password: '', keep_tokens: false },
    { send: (body) => client.PUT('/v2/password-resets/{code}', { params: { path: { code } }, body }) },
  );
  return (
    <SessionPage title={t.title} hint={t.about}>
      {form.isSuccess ? (
        <Happened>{t.done}</Happened>
      ) : (
        <Form of={form} action={t.action} isWide>
          <PasswordInput
            label={t.password}
            description={t.hint}
            autoComplete="new-password"
            required
            minLength={8}
            {...form.text('password')}
          />
          <Checkbox label={t.keep} {...form.flag('keep_tokens')} />
        </Form>
      )}
    </SessionPage>
  );
}
