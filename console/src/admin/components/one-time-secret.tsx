import { Code, Group, Stack, Text } from '@mantine/core';
import { CopyText } from '../../components/copy-text.tsx';
import { Dialog } from '../../components/dialog.tsx';

/** Shows a secret that the API returns only once. */
export function OneTimeSecret({
  title,
  words,
  secret,
  onClose,
}: {
  title: string;
  words: string;
  /** The secret; null while the dialog is closed. */
  secret: string | null;
  onClose: () => void;
}) {
  return (
    <Dialog opened={secret !== null} onClose={onClose} title={title}>
      <Stack>
        <Text size="sm">{words}</Text>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {secret}
        </Code>
        <Group justify="flex-end">
          <CopyText text={secret ?? ''} size="sm" />
        </Group>
      </Stack>
    </Dialog>
  );
}
