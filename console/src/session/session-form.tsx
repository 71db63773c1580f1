import { Anchor, Button, Card, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { FormEvent, ReactNode } from 'react';
import { FailureAlert } from '../components/failure.tsx';
import { LanguageChoice } from '../language/language-choice.tsx';
import { Wordmark } from '../shell/wordmark.tsx';
import classes from './session-form.module.css';
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

/** The form of such a page: its fields, the failure, and its button. */
export function SessionForm({
  doing,
  action,
  children,
}: {
  doing: { mutate: () => void; isPending: boolean; failure: string | null };
  action: string;
  children: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    doing.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <FailureAlert message={doing.failure} />
        {children}
        <Button type="submit" loading={doing.isPending} fullWidth>
          {action}
        </Button>
      </Stack>
    </form>
  );
}

/** The result, in place of the form. */
export function Happened({ children }: { children: ReactNode }) {
  return <Text role="status">{children}</Text>;
}
