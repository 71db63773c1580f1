import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { client } from '../../api.ts';
import { useFormats } from '../../language/formats.ts';
import { DayField } from '../day-field.tsx';
import { ConfirmDialog } from '../dialog.tsx';
import { FailureText } from '../failure.tsx';
import { useApiMutation } from '../use-api-mutation.ts';
import type { Receiver, ReceiverKind } from '../webhooks/receiver-kind.ts';
import { ShownSecret } from '../webhooks/shown-secret.tsx';
import { useLogTexts } from './texts.ts';

interface ReceiverProps {
  kind: ReceiverKind;
  receiver: Receiver;
}

/** Sends the events since a day again, and gives a webhook another secret. */
export function ReceiverTools({ kind, receiver }: ReceiverProps) {
  return (
    <Group align="flex-end" gap="sm" justify="space-between" mb="sm">
      <Replay kind={kind} receiver={receiver} />
      {kind.hasSecret && <Rotation webhook={receiver} />}
    </Group>
  );
}

function Replay({ kind, receiver: { id, url, status } }: ReceiverProps) {
  const { range: t } = useLogTexts();
  const { number } = useFormats();
  const [since, setSince] = useState('');
  const replay = useApiMutation(() => kind.replay(id, new Date(`${since}T00:00`).toISOString()), {
    done: (count) => t.done(number(count)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    replay.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="sm">
        <DayField size="xs" required label={t.label} value={since} onChange={setSince} />
        <Button
          type="submit"
          size="xs"
          variant="default"
          aria-label={t.actionLabel(url)}
          disabled={since === '' || status !== 'active'}
          loading={replay.isPending}
        >
          {t.action}
        </Button>
      </Group>
      <FailureText message={replay.failure} mt="xs" />
    </form>
  );
}

function Rotation({ webhook: { id, url } }: { webhook: Receiver }) {
  const { rotation: t } = useLogTexts();
  const [isAsking, { open: ask, close }] = useDisclosure(false);
  const rotate = useApiMutation(
    async () =>
      (await client.POST('/v2/webhooks/{webhook}/rotate-secret', { params: { path: { webhook: id } } })).data!.secret,
    { onDone: close },
  );
  return (
    <>
      <Button size="xs" variant="default" aria-label={t.actionLabel(url)} onClick={ask}>
        {t.action}
      </Button>
      {rotate.data !== undefined && <ShownSecret secret={rotate.data} words={t.done} />}
      <ConfirmDialog
        title={t.title}
        text={t.words}
        action={t.action}
        opened={isAsking}
        mutation={rotate}
        onClose={close}
      />
    </>
  );
}
