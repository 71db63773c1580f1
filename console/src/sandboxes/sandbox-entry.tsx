import { Button, Group, Progress, Stack } from '@mantine/core';
import { useState } from 'react';
import { client } from '../api.ts';
import { ConfirmButton } from '../components/confirm-button.tsx';
import { Fact } from '../components/fact.tsx';
import { FailureText } from '../components/failure.tsx';
import { Note } from '../components/note.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useFormats } from '../language/formats.ts';
import { AdvanceForm } from './advance-form.tsx';
import { enterSandbox, isElsewhere } from './enter.ts';
import { EventList, MailList } from './lists.tsx';
import type { Sandbox } from './sandbox.ts';
import { useSandboxTexts } from './texts.ts';
import { TrafficForm } from './traffic-form.tsx';

const TONES = { making: 'neutral', ready: 'good', advancing: 'warning' } as const;

/** One sandbox: its data, its clock and its content. */
export function SandboxEntry({ sandbox }: { sandbox: Sandbox }) {
  const t = useSandboxTexts();
  const { time, day } = useFormats();
  const { id, name, state, advance } = sandbox;
  const [shown, setShown] = useState<'inbox' | 'events' | null>(null);
  const toggle = (list: 'inbox' | 'events') => setShown((now) => (now === list ? null : list));
  return (
    <SectionCard
      id={`sandbox-${id}`}
      // The colour of test mode, as in the header.
      style={{ borderInlineStart: '4px solid var(--mantine-color-grape-8)' }}
      title={
        <Group gap="xs" component="span">
          <span style={{ overflowWrap: 'anywhere' }}>{name}</span>
          <StateBadge tone={TONES[state]}>{t.states[state]}</StateBadge>
        </Group>
      }
    >
      <Stack gap="md">
        <Group component="dl" gap="xl" m={0}>
          <Fact label={t.clock}>{time(sandbox.clock)}</Fact>
          <Fact label={t.id}>{id}</Fact>
          <Fact label={t.url}>{sandbox.public_url}</Fact>
          <Fact label={t.kept}>{day(sandbox.expires_at)}</Fact>
        </Group>
        {advance !== null && (
          <div>
            <Progress value={advance.progress * 100} aria-label={t.progress(name)} />
            <Note size="xs">{t.advancing(time(sandbox.clock))}</Note>
          </div>
        )}
        <FailureText message={sandbox.failure} />
        {state === 'ready' && (
          <>
            <AdvanceForm sandbox={sandbox} />
            <TrafficForm sandbox={sandbox} />
          </>
        )}
        <Group gap="sm">
          <Button
            variant="default"
            disabled={state !== 'ready'}
            aria-expanded={shown === 'inbox'}
            aria-label={t.inboxOf(name)}
            onClick={() => toggle('inbox')}
          >
            {t.inbox}
          </Button>
          <Button
            variant="default"
            disabled={state !== 'ready'}
            aria-expanded={shown === 'events'}
            aria-label={t.eventsOf(name)}
            onClick={() => toggle('events')}
          >
            {t.events}
          </Button>
          {state === 'ready' && isElsewhere(sandbox.public_url) && <Enter sandbox={sandbox} />}
          <Remove sandbox={sandbox} />
        </Group>
        {state === 'ready' && shown === 'inbox' && <MailList sandbox={sandbox} />}
        {state === 'ready' && shown === 'events' && <EventList sandbox={sandbox} />}
      </Stack>
    </SectionCard>
  );
}

/** The owner's browser enters a sandbox on another host by a code; on the same host it is known there. */
function Enter({ sandbox: { id, name } }: { sandbox: Sandbox }) {
  const t = useSandboxTexts();
  const mutation = useApiMutation(() => enterSandbox(id));
  return (
    <Button
      variant="default"
      aria-label={t.enterLabel(name)}
      loading={mutation.isPending}
      onClick={() => mutation.mutate(undefined)}
    >
      {t.enter}
    </Button>
  );
}

function Remove({ sandbox: { id, name } }: { sandbox: Sandbox }) {
  const t = useSandboxTexts();
  return (
    <ConfirmButton
      button={{ variant: 'subtle', color: 'red', 'aria-label': t.removeLabel(name) }}
      title={t.removeTitle(name)}
      text={t.removeWords}
      action={t.remove}
      act={() => client.DELETE('/v2/sandboxes/{sandbox}', { params: { path: { sandbox: id } } })}
      done={t.removed}
    />
  );
}
