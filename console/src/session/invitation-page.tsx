import { PasswordInput, Skeleton, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@tributary/client';
import { useState } from 'react';
import { api, client, ME_KEY } from '../api.ts';
import { Form } from '../components/form.tsx';
import { useForm } from '../components/use-form.ts';
import { Happened, SessionPage } from './session-page.tsx';
import { useSignUpTexts } from './sign-up-texts.ts';
import { useSessionTexts } from './texts.ts';

/** The page to which the mail that invites a person to a store or an agency links. */
export function InvitationPage() {
  const { invitation: t } = useSignUpTexts();
  return (
    <SessionPage title={t.title} hint={t.about}>
      <Invitation />
    </SessionPage>
  );
}

function Invitation() {
  const { invitation: t } = useSignUpTexts();
  const [code] = useState(() => decoded(window.location.hash.slice(1)));
  const { data, error } = api.useQuery(
    'post',
    '/v2/invitations/lookup',
    { body: { token: code } },
    { enabled: code !== '', retry: false, staleTime: Number.POSITIVE_INFINITY },
  );
  if (code === '') return <Text>{t.incomplete}</Text>;
  if (error) return <Text role="alert">{error instanceof ApiError ? t.invalid : t.failed}</Text>;
  if (data === undefined) return <Skeleton h={160} />;
  return <Accept code={code} invitation={data} />;
}

interface InvitationFacts {
  email: string;
  role: 'owner' | 'manager' | 'finance' | 'read_only';
  represents: { kind: 'advertiser' | 'agency'; name: string };
  invited_by: string | null;
  needs_password: boolean;
}

function Accept({ code, invitation }: { code: string; invitation: InvitationFacts }) {
  const { invitation: t, signUp } = useSignUpTexts();
  const { password: passwordLabel } = useSessionTexts();
  const { email, role, represents, invited_by: inviter, needs_password: needsPassword } = invitation;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm(
    { password: '' },
    {
      send: async ({ password }) => {
        const body = { token: code, ...(needsPassword ? { password } : {}) };
        await client.POST('/v2/invitations/accept', { body });
        if (!needsPassword) return null;
        return (await client.POST('/v2/sessions/console', { body: { email, password } })).data!.user;
      },
      onDone: async (user) => {
        queries.removeQueries({ queryKey: ME_KEY });
        if (user === null) return;
        queries.clear();
        queries.setQueryData(ME_KEY, user);
        await navigate({ to: '/console' });
      },
    },
  );
  if (form.isSuccess) return <Happened>{t.accepted(represents.name)}</Happened>;
  return (
    <Form of={form} action={t.action} isWide>
      <Text>{t.invites(inviter, represents.name, t.kinds[represents.kind])}</Text>
      <Text size="sm">{t.as(email, t.roles[role])}</Text>
      {needsPassword && (
        <PasswordInput
          label={passwordLabel}
          description={signUp.passwordHint}
          autoComplete="new-password"
          required
          minLength={8}
          {...form.text('password')}
        />
      )}
    </Form>
  );
}

/** An incomplete address has no code. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
