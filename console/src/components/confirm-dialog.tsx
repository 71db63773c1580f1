import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { FailureAlert } from './failure.tsx';
import { returnFocusTo } from './return-focus.ts';
import { useCommonTexts } from './texts.ts';

/** Confirmation dialog for harmful or irreversible actions. */
export function ConfirmDialog({
  title,
  words,
  children,
  action,
  keep,
  opened,
  openedBy,
  doing,
  onClose,
}: {
  title: string;
  words: string;
  /** Details above the text. */
  children?: ReactNode;
  action: string;
  /** Label of the cancel button; "Cancel" by default. */
  keep?: string;
  opened: boolean;
  /** The menu button that opened the dialog; gets the focus back. */
  openedBy?: RefObject<HTMLElement | null>;
  doing: { mutate: () => void; isPending: boolean; failure: string | null };
  onClose: () => void;
}) {
  const { cancel } = useCommonTexts();
  const leave = keep ?? cancel;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': leave }}
      {...returnFocusTo(openedBy)}
    >
      <Stack>
        {children}
        <Text size="sm">{words}</Text>
        <FailureAlert message={doing.failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {leave}
          </Button>
          <Button color="red" loading={doing.isPending} onClick={() => doing.mutate()}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
