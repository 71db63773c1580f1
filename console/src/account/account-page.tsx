import { SimpleGrid, Stack } from '@mantine/core';
import { PageHeader } from '../parts/page-header.tsx';
import { EmailForm } from './email-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { useAccountTexts } from './texts.ts';
import { Tokens } from './tokens.tsx';
import { WhoIAm } from './who-i-am.tsx';

/** Who has signed in, how they show it, where they are signed in, and their tokens for programs. */
export function AccountPage() {
  const t = useAccountTexts();
  return (
    <>
      <PageHeader title={t.title} />
      <Stack gap="xl">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <WhoIAm />
          <PasswordForm />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <SecondFactor />
          <EmailForm />
        </SimpleGrid>
        <Sessions />
        <Tokens />
      </Stack>
    </>
  );
}
