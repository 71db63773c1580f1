import { client } from '../api.ts';
import { Form } from '../components/form.tsx';
import { useForm } from '../components/use-form.ts';
import { useMailedCode } from './mailed-code.ts';
import { Happened, SessionPage } from './session-page.tsx';
import { useSignUpTexts } from './sign-up-texts.ts';

/** The page to which the mail about a change of address links. It also requires a session of the account. */
export function ChangePage() {
  const { change: t } = useSignUpTexts();
  const code = useMailedCode();
  const form = useForm({}, { send: () => client.PUT('/v2/me/email-changes/{code}', { params: { path: { code } } }) });
  return (
    <SessionPage title={t.title} hint={t.about}>
      {form.isSuccess ? (
        <Happened>{t.done}</Happened>
      ) : (
        <Form of={form} action={t.action} isWide>
          {t.hint}
        </Form>
      )}
    </SessionPage>
  );
}
