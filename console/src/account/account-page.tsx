import { SimpleGrid, Stack } from '@mantine/core';
import { PageHeader } from '../components/page-header.tsx';
import { useMe } from '../session/use-me.ts';
import { PasswordForm } from './password-form.tsx';
import { ProfileSection } from './profile-section.tsx';
import { useAccountTexts } from './texts.ts';
import { Tokens } from './tokens.tsx';

/** Who has signed in, their password, and, for those who may have them, tokens for programs. */
export function AccountPage() {
  const t = useAccountTexts();
  const me = useMe();
  return (
    <>
      <PageHeader title={t.title} />
      <Stack gap="xl">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <ProfileSection />
          <PasswordForm />
        </SimpleGrid>
        {me.roles.includes('admin') && <Tokens user={me.id} />}
      </Stack>
    </>
  );
}
