import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api.ts';
import { Segments } from '../components/segments.tsx';
import { Redirect } from '../shell/redirect.tsx';
import { useSite } from '../shell/wordmark.tsx';
import { CheckMail, type MailSent } from './check-mail.tsx';
import { PersonForm } from './person-form.tsx';
import { SessionPage } from './session-page.tsx';
import type { SignUpRole } from './sign-up-roles.ts';
import { useSignUpTexts } from './sign-up-texts.ts';
import { StoreForm } from './store-form.tsx';
import { useSession } from './use-me.ts';

/** Creates an account; with the invitation link of a campaign, joins the campaign. A visitor with a session joins immediately. */
export function SignUpPage() {
  const { signUp: t } = useSignUpTexts();
  const { campaign, role } = useSearch({ from: '/console/sign-up' });
  const me = useSession();
  const [sent, setSent] = useState<MailSent | null>(null);
  if (me !== null && campaign !== undefined) return <Redirect to={invitationPath(campaign)} />;
  if (me !== null) return <Redirect to="/console" />;
  return (
    <SessionPage title={t.title} hint={t.about} name={sent === null ? t.title : t.check.title}>
      {sent !== null && <CheckMail key={sent.email} sent={sent} onWrong={() => setSent(null)} />}
      {/* The form keeps its input, so that the address can be corrected. */}
      <div hidden={sent !== null}>
        {campaign === undefined ? (
          <RoleForm role={role} onSent={setSent} />
        ) : (
          <ToCampaign token={campaign} onSent={setSent} />
        )}
      </div>
    </SessionPage>
  );
}

type OnSent = (sent: MailSent) => void;

const invitationPath = (token: string) => `/console/creator/invitations/${encodeURIComponent(token)}`;

/** The form of the chosen role, among the roles that the marketplace admits. */
function RoleForm({ role, onSent }: { role: SignUpRole | undefined; onSent: OnSent }) {
  const { signUp: t } = useSignUpTexts();
  const navigate = useNavigate({ from: '/console/sign-up' });
  const site = useSite();
  if (site === undefined) return <Skeleton h={280} />;
  const isOpen = { creator: site.sign_up === 'open', store: site.store_registration !== 'closed' };
  const roles = (['creator', 'store', 'agency'] as const).filter((one) =>
    one === 'store' ? isOpen.store : isOpen.creator,
  );
  const chosen = roles.find((one) => one === role) ?? roles[0];
  if (chosen === undefined) return <Text>{site.sign_up === 'closed' ? t.closed : t.byInvitation}</Text>;
  return (
    <Stack gap="md">
      {roles.length > 1 && (
        <Stack gap={4}>
          <Text size="sm" fw={500} id="role">
            {t.role}
          </Text>
          <Segments
            aria-labelledby="role"
            value={chosen}
            onChange={(value) => void navigate({ search: { role: value }, replace: true })}
            choices={roles.map((value) => ({ value, label: t.roles[value] }))}
          />
        </Stack>
      )}
      {!isOpen.creator && <Text size="sm">{site.sign_up === 'closed' ? t.closed : t.byInvitation}</Text>}
      {chosen === 'store' ? (
        <StoreForm currencies={site.currencies} isApproved={site.store_registration === 'open'} />
      ) : (
        <PersonForm key={chosen} as={chosen} onSent={onSent} />
      )}
    </Stack>
  );
}

/** Sign-up by the invitation link of a campaign; shows the inviting campaign. */
function ToCampaign({ token, onSent }: { token: string; onSent: OnSent }) {
  const { signUp: t } = useSignUpTexts();
  const { data, error } = api.useQuery('get', '/v2/offer-by-token/{token}/invitation', { params: { path: { token } } });
  const site = useSite();
  if ((data === undefined && !error) || site === undefined) return <Skeleton h={280} />;
  const isJoinable = data?.is_joinable === true;
  return (
    <Stack gap="md">
      <Text size="sm">{isJoinable ? t.invited(data.store.name, data.title) : t.noCampaign}</Text>
      {isJoinable && <Text size="sm">{t.toCampaign}</Text>}
      <Anchor
        size="sm"
        renderRoot={(props) => <Link {...props} to="/console/sign-in" search={{ to: invitationPath(token) }} />}
      >
        {t.haveAccount}
      </Anchor>
      {site.sign_up === 'closed' || (site.sign_up === 'invitation' && !isJoinable) ? (
        <Text size="sm">{site.sign_up === 'closed' ? t.closed : t.byInvitation}</Text>
      ) : (
        <PersonForm as="creator" campaign={isJoinable ? token : undefined} onSent={onSent} />
      )}
    </Stack>
  );
}
