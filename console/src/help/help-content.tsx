import { Anchor, List, Stack, Text, Title } from '@mantine/core';
import { Link, useMatches, useParams } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { Note } from '../components/note.tsx';
import { useShellTexts } from '../shell/texts.ts';
import { useHelpTexts } from './texts.ts';
import { type HelpSubject, STEPS, type Step, type Term, TOPICS, topicOf } from './topics.ts';

interface HelpContentProps {
  subject: HelpSubject;
  /** Called when the reader follows a link to another page. */
  onFollow: () => void;
}

/** Explanation of the current page, or of some terms. */
export default function HelpContent({ subject, onFollow }: HelpContentProps) {
  return subject === 'page' ? <PageExplanation onFollow={onFollow} /> : <Terms terms={subject} />;
}

function PageExplanation({ onFollow }: Pick<HelpContentProps, 'onFollow'>) {
  const t = useHelpTexts();
  const { reference } = useShellTexts();
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' });
  const topic = topicOf(path);
  const { steps, terms, hasReference = false } = TOPICS[topic];
  return (
    <Stack gap="lg">
      <Text size="sm">{t.pages[topic]}</Text>
      {(steps.length > 0 || hasReference) && (
        <Section title={t.next}>
          <List size="sm" spacing="xs">
            {steps.map((step) => (
              <List.Item key={step}>
                <ToStep step={step} onFollow={onFollow} />
              </List.Item>
            ))}
            {hasReference && (
              <List.Item>
                <Anchor href="/docs" size="sm">
                  {reference}
                </Anchor>
              </List.Item>
            )}
          </List>
        </Section>
      )}
      {terms.length > 0 && (
        <Section title={t.words}>
          <Terms terms={terms} />
        </Section>
      )}
      <Note>{t.more}</Note>
    </Stack>
  );
}

function ToStep({ step, onFollow }: { step: Step } & Pick<HelpContentProps, 'onFollow'>) {
  const t = useHelpTexts().steps;
  const params = useParams({ strict: false });
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} to={STEPS[step]} params={params} onClick={onFollow} />}>
      {t[step]}
    </Anchor>
  );
}

function Terms({ terms }: { terms: readonly Term[] }) {
  const t = useHelpTexts().terms;
  return (
    <Stack component="dl" gap="sm" m={0}>
      {terms.map((term) => (
        <div key={term}>
          <Text component="dt" size="sm" fw={600}>
            {t[term].name}
          </Text>
          <Text component="dd" size="sm" m={0}>
            {t[term].meaning}
          </Text>
        </div>
      ))}
    </Stack>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Stack gap="xs" component="section" aria-labelledby={id}>
      <Title order={3} size="h6" id={id}>
        {title}
      </Title>
      {children}
    </Stack>
  );
}
