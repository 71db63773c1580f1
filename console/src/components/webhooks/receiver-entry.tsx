import { Button, Collapse, Group, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense, useId } from 'react';
import { useFormats } from '../../language/formats.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { FailureText } from '../failure.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { NamedState } from '../named-state.tsx';
import { Note } from '../note.tsx';
import { useApiMutation } from '../use-api-mutation.ts';
import type { Receiver, ReceiverKind } from './receiver-kind.ts';
import { useWebhooksTexts } from './texts.ts';

const DeliveryLog = lazyPart(() => import('../delivery-log/delivery-log.tsx'));

/** A webhook or a postback with its state and actions, and the log of its deliveries on request. */
export function ReceiverEntry({ kind, receiver }: { kind: ReceiverKind; receiver: Receiver }) {
  const t = useWebhooksTexts();
  const words = t.kinds[kind.name];
  const [isOpen, { toggle }] = useDisclosure(false);
  const panel = useId();
  const { id, url, events, status } = receiver;
  const isActive = status === 'active';
  const test = useApiMutation(() => kind.test(id), { done: t.tested });
  const change = useApiMutation((next: Receiver['status']) => kind.change(id, next), { done: words.saved });
  const button = { size: 'compact-sm', variant: 'subtle' } as const;
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm">
        <div>
          <NamedState name={url} tone={isActive ? 'good' : 'warning'}>
            {t[status]}
          </NamedState>
          <Note size="xs">{events.join(', ')}</Note>
          <Note size="xs">
            <Health receiver={receiver} />
          </Note>
        </div>
        <Group gap="xs">
          <Button {...button} aria-expanded={isOpen} aria-controls={panel} aria-label={t.logOf(url)} onClick={toggle}>
            {t.log}
          </Button>
          {isActive && (
            <Button {...button} aria-label={t.testLabel(url)} loading={test.isPending} onClick={() => test.mutate()}>
              {t.test}
            </Button>
          )}
          <Button
            {...button}
            aria-label={isActive ? t.pauseLabel(url) : t.resumeLabel(url)}
            loading={change.isPending}
            onClick={() => change.mutate(isActive ? 'paused' : 'active')}
          >
            {isActive ? t.pause : t.resume}
          </Button>
          <ConfirmButton
            button={{ ...button, color: 'red', 'aria-label': t.removeLabel(url) }}
            title={words.removeTitle}
            text={t.removeWords}
            action={t.remove}
            act={() => kind.remove(id)}
            done={words.removed}
          />
        </Group>
      </Group>
      <FailureText message={test.failure ?? change.failure} />
      <Collapse expanded={isOpen} id={panel}>
        {isOpen && (
          <Suspense fallback={<Skeleton h={120} />}>
            <DeliveryLog kind={kind} receiver={receiver} label={t.logOf(url)} />
          </Suspense>
        )}
      </Collapse>
    </Stack>
  );
}

function Health({ receiver }: { receiver: Receiver }) {
  const t = useWebhooksTexts();
  const { relative } = useFormats();
  const { pause_reason: reason, failing_since: failing, last_success_at: succeeded } = receiver;
  if (reason !== null) return t.reasons[reason];
  if (failing !== null) return t.failing(relative(failing));
  return succeeded === null ? t.unused : t.succeeded(relative(succeeded));
}
