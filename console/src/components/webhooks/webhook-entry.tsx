import { Button, Collapse, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import { client } from '../../api.ts';
import { useFormats } from '../../language/formats.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { FailureText } from '../failure.tsx';
import { NamedState } from '../named-state.tsx';
import { Note } from '../note.tsx';
import { useApiMutation } from '../use-api-mutation.ts';
import { Deliveries } from './deliveries.tsx';
import { useWebhooksTexts } from './texts.ts';
import type { Webhook } from './webhook.ts';
import { WebhookTools } from './webhook-tools.tsx';

/** A webhook with its state and actions, and the log of its deliveries on request. */
export function WebhookEntry({ webhook }: { webhook: Webhook }) {
  const t = useWebhooksTexts();
  const [isOpen, { toggle }] = useDisclosure(false);
  const [isAsking, { open: ask, close }] = useDisclosure(false);
  const panel = useId();
  const { id, url, events, status } = webhook;
  const path = { webhook: id };
  const isActive = status === 'active';
  const test = useApiMutation(() => client.POST('/v2/webhooks/{webhook}/test', { params: { path } }), {
    done: t.tested,
  });
  const change = useApiMutation(
    (next: 'active' | 'paused') => client.PATCH('/v2/webhooks/{webhook}', { params: { path }, body: { status: next } }),
    { done: t.saved },
  );
  const remove = useApiMutation(() => client.DELETE('/v2/webhooks/{webhook}', { params: { path } }), {
    done: t.removed,
    onDone: close,
  });
  const button = { size: 'compact-sm', variant: 'subtle' } as const;
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm">
        <div>
          <NamedState name={url} mood={isActive ? 'good' : 'warning'}>
            {t[status]}
          </NamedState>
          <Note size="xs">{events.join(', ')}</Note>
          <Note size="xs">
            <Health webhook={webhook} />
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
          <Button {...button} color="red" aria-label={t.removeLabel(url)} onClick={ask}>
            {t.remove}
          </Button>
        </Group>
      </Group>
      <FailureText message={test.failure ?? change.failure} />
      <Collapse expanded={isOpen} id={panel}>
        {isOpen && <WebhookTools webhook={webhook} />}
        {isOpen && <Deliveries webhook={webhook} />}
      </Collapse>
      <ConfirmDialog
        title={t.removeTitle}
        words={t.removeWords}
        action={t.remove}
        opened={isAsking}
        doing={remove}
        onClose={close}
      />
    </Stack>
  );
}

function Health({ webhook }: { webhook: Webhook }) {
  const t = useWebhooksTexts();
  const { relative } = useFormats();
  const { pause_reason: reason, failing_since: failing, last_success_at: succeeded } = webhook;
  if (reason !== null) return t.reasons[reason];
  if (failing !== null) return t.failing(relative(failing));
  return succeeded === null ? t.unused : t.succeeded(relative(succeeded));
}
