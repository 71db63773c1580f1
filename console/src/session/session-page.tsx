import { Anchor, Card, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LanguageChoice } from '../language/language-choice.tsx';
import { Wordmark } from '../shell/wordmark.tsx';
import classes from './session-page.module.css';
import { useSessionTexts } from './texts.ts';

/** A page for people who have not signed in: one card in the middle. */
export function SessionPage({ title, children }: { title: string; children: ReactNode }) {
  const t = useSessionTexts();
  useDocumentTitle(`${title} · Tributary`);
  return (
    <main className={classes.page}>
      <Stack w="100%" maw={440} gap="lg">
        <Wordmark size={28} />
        <Card padding="xl">
          <Title order={1} size="h3" mb="md">
            {title}
          </Title>
          {children}
        </Card>
        <Anchor renderRoot={(props) => <Link {...props} to="/console/sign-in" />} size="sm">
          {t.toSignIn}
        </Anchor>
        <LanguageChoice />
      </Stack>
    </main>
  );
}

/** The result, in place of the form. */
export function Happened({ children }: { children: ReactNode }) {
  return <Text role="status">{children}</Text>;
}
