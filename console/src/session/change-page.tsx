import { client } from '../api.ts';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useMailedCode } from './mailed-code.ts';
import { Happened, SessionForm, SessionPage } from './session-form.tsx';
import { useSessionTexts } from './texts.ts';

/** The target of the mail of a change of address. It also requires a session of the account. */
export function ChangePage() {
  const { change: t } = useSessionTexts();
  return (
    <SessionPage title={t.title}>
      <Form />
    </SessionPage>
  );
}

function Form() {
  const { change: t } = useSessionTexts();
  const code = useMailedCode();
  const doing = useApiMutation(
    async () => await client.PUT('/v2/me/email-changes/{code}', { params: { path: { code } } }),
  );
  if (doing.isSuccess) return <Happened>{t.done}</Happened>;
  return (
    <SessionForm doing={{ ...doing, mutate: () => doing.mutate() }} action={t.action}>
      {t.hint}
    </SessionForm>
  );
}
