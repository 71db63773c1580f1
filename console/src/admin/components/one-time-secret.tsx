import { Code, Group, Modal, Stack, Text } from '@mantine/core';
import { CopyText } from '../../components/copy-text.tsx';
import { useAdminCommonTexts } from './texts.ts';

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
  const t = useAdminCommonTexts();
  return (
    <Modal opened={secret !== null} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t.cancel }}>
      <Stack>
        <Text size="sm">{words}</Text>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {secret}
        </Code>
        <Group justify="flex-end">
          <CopyText text={secret ?? ''} size="sm" />
        </Group>
      </Stack>
    </Modal>
  );
}
