import { Button, Group } from '@mantine/core';
import { useCommonTexts } from './texts.ts';

interface DialogButtonsProps {
  action: string;
  /** Label of the button that leaves the dialog; "Cancel" by default. */
  cancel?: string | undefined;
  /** The action is destructive: its button is red, and the other button has the focus. */
  isHarmful?: boolean;
  isPending: boolean;
  isDisabled?: boolean;
  /** Undefined: the button sends the form around it. */
  onAct?: () => void;
  onCancel: () => void;
}

/** The buttons at the end of a dialog. */
export function DialogButtons({
  action,
  cancel,
  isHarmful = false,
  isPending,
  isDisabled = false,
  onAct,
  onCancel,
}: DialogButtonsProps) {
  const t = useCommonTexts();
  const first = { 'data-autofocus': true };
  return (
    <Group gap="sm" justify="flex-end">
      <Button variant="default" onClick={onCancel} {...(onAct && isHarmful ? first : {})}>
        {cancel ?? t.cancel}
      </Button>
      <Button
        {...(onAct ? { onClick: () => onAct() } : { type: 'submit' as const })}
        {...(onAct && !isHarmful ? first : {})}
        {...(isHarmful ? { color: 'red' } : {})}
        disabled={isDisabled}
        loading={isPending}
      >
        {action}
      </Button>
    </Group>
  );
}
