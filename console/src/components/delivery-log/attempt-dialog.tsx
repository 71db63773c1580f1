import { Code, Stack, Text } from '@mantine/core';
import { Dialog } from '../dialog.tsx';
import { Note } from '../note.tsx';
import type { Delivery } from '../webhooks/receiver-kind.ts';
import { useLogTexts } from './texts.ts';

/** The last request of a delivery and its reply. */
export function AttemptDialog({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { attempt: t, noReply } = useLogTexts();
  const last = delivery.attempts.at(-1);
  const sent = last?.request.body ?? (last?.request.method === 'POST' ? JSON.stringify(delivery.event, null, 2) : null);
  return (
    <Dialog title={t.title} opened size="lg" onClose={onClose}>
      <Stack gap="xs">
        {last === undefined && <Note>{t.none}</Note>}
        {last && (
          <>
            <Text fw={600}>{t.request}</Text>
            <Code block>{`${last.request.method} ${last.request.url}`}</Code>
            {sent !== null && <Code block>{sent}</Code>}
            <Text fw={600}>{t.reply}</Text>
            <Code block>{last.reply === null ? (last.error ?? noReply) : String(last.reply.status)}</Code>
            {last.reply !== null && last.reply.body !== '' && <Code block>{last.reply.body}</Code>}
          </>
        )}
      </Stack>
    </Dialog>
  );
}
