import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client, ME_KEY } from '../api.ts';
import { Form } from '../components/form.tsx';
import { useForm } from '../components/use-form.ts';
import { useMailedCode } from './mailed-code.ts';
import { SessionPage } from './session-page.tsx';
import { useSignUpTexts } from './sign-up-texts.ts';

/**
 * The page to which the mail of a sign-up links. It requires a click, because programs that check the links of mails must not use up
 * the code.
 */
export function VerifyPage() {
  const { verify: t } = useSignUpTexts();
  const code = useMailedCode();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm(
    {},
    {
      send: async () => (await client.POST('/v2/email-verifications/console', { body: { code } })).data!,
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
    <SessionPage title={t.title} hint={t.about}>
      <Form of={form} action={t.action} isWide>
        {t.hint}
      </Form>
    </SessionPage>
  );
}
