import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client, ME_KEY } from '../api.ts';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useMailedCode } from './mailed-code.ts';
import { SessionForm, SessionPage } from './session-form.tsx';
import { useSessionTexts } from './texts.ts';

/**
 * The target of the mail of a sign-up. It requires a click, because programs that check the links of mails must not use up the
 * code.
 */
export function VerifyPage() {
  const { verify: t } = useSessionTexts();
  return (
    <SessionPage title={t.title}>
      <Form />
    </SessionPage>
  );
}

function Form() {
  const { verify: t } = useSessionTexts();
  const code = useMailedCode();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const doing = useApiMutation(
    async () => (await client.POST('/v2/email-verifications/console', { body: { code } })).data!,
    {
      onDone: async ({ user, joined_offer_id: joined, offer_token: token }) => {
        queries.clear();
        queries.setQueryData(ME_KEY, user);
        // If a campaign was not joined, the page of its invitation shows why: it has terms, or has ended.
        const invitation =
          token === null || !user.roles.includes('creator') ? '/console' : `/console/creator/invitations/${token}`;
        await navigate({ href: joined === null ? invitation : `/console/creator/campaigns/${joined}` });
      },
    },
  );
  return (
    <SessionForm doing={{ ...doing, mutate: () => doing.mutate() }} action={t.action}>
      {t.hint}
    </SessionForm>
  );
}
