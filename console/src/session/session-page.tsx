import { Anchor, Card, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LanguageChoice } from '../language/language-choice.tsx';
import { Wordmark } from '../shell/wordmark.tsx';
import classes from './session-page.module.css';
import { useSessionTexts } from './texts.ts';

interface SessionPageProps {
  title: string;
  /** What the page is for. The title and this text are painted before the scripts are loaded (`bundle/headings.ts`). */
  hint: string;
  /** What is shown in place of the title after the first step. */
  name?: string;
  children: ReactNode;
}

/** A page for people who have not signed in: a heading and one card below it. */
export function SessionPage({ title, hint, name = title, children }: SessionPageProps) {
  const t = useSessionTexts();
  useDocumentTitle(`${name} · Tributary`);
  return (
    <main className={classes.page}>
      <Stack w="100%" maw={440} gap="lg">
        <Wordmark size={28} />
        <div>
          <Title order={1} size="h2" lts={-0.4} mb={4}>
            {name}
          </Title>
          <Text c="dimmed">{hint}</Text>
        </div>
        <Card padding="xl">{children}</Card>
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
