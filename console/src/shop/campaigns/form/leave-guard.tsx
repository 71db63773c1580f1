import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useCampaignTexts } from '../texts.ts';

/** Asks before what was typed is left behind, by a link, the way back, or closing the window. */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const t = useCampaignTexts().form.leave;
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty() && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={t.title}
      closeButtonProps={{ 'aria-label': t.stay }}
    >
      <Stack>
        <Text size="sm">{t.hint}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => reset?.()} data-autofocus>
            {t.stay}
          </Button>
          <Button color="red.9" onClick={() => proceed?.()}>
            {t.go}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
