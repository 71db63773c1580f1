import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';

const VISIBLE_MS = 8000;

/** Shows a toast with a button that undoes the last action. */
export function showUndo({ message, label, onUndo }: { message: string; label: string; onUndo: () => void }): void {
  const id = notifications.show({
    color: 'river',
    autoClose: VISIBLE_MS,
    message: (
      <Group justify="space-between" wrap="nowrap">
        {message}
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id);
            onUndo();
          }}
        >
          {label}
        </Button>
      </Group>
    ),
  });
}
