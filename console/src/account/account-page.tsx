import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../components/lazy-part.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { useMe } from '../session/use-me.ts';
import { Deletion } from './deletion.tsx';
import { EmailForm } from './email-form.tsx';
import { LanguageForm } from './language-form.tsx';
import { OwnData } from './own-data.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileSection } from './profile-section.tsx';
import { Programs } from './programs.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { Terms } from './terms.tsx';
import { useAccountTexts } from './texts.ts';
import { Tokens } from './tokens.tsx';

const Identity = lazyPart(() => import('../components/profile/identity.tsx'));

/** Profile, credentials, sessions, API tokens, data and deletion of the signed-in user. */
export function AccountPage() {
  const t = useAccountTexts();
  const { id, roles } = useMe();
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <Stack gap="xl">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <ProfileSection />
          <PasswordForm />
        </SimpleGrid>
        {roles.includes('creator') && (
          <Suspense fallback={<Skeleton h={200} />}>
            <Identity user={id} />
          </Suspense>
        )}
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Passkeys />
          <SecondFactor />
          <EmailForm />
          <LanguageForm />
          <Terms />
        </SimpleGrid>
        <Sessions />
        <Tokens />
        <Programs />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <OwnData />
          <Deletion />
        </SimpleGrid>
      </Stack>
    </>
  );
}
