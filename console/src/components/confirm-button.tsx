import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ConfirmDialog, type ConfirmDialogProps } from './dialog.tsx';
import { useApiMutation } from './use-api-mutation.ts';

interface ConfirmButtonProps<Output>
  extends Pick<ConfirmDialogProps, 'title' | 'text' | 'action' | 'keep' | 'isHarmful' | 'children'> {
  /** The label of the button, if it differs from that of the action. */
  label?: string;
  button?: ButtonProps & { 'aria-label'?: string };
  /** Calls the API once the reader has confirmed. */
  act: () => Promise<Output>;
  /** The text of the toast on success. */
  done?: string;
  /** Runs on success, after the dialog has closed. */
  onDone?: (output: Output) => unknown;
}

/** A button whose action the reader has to confirm. */
export function ConfirmButton<Output>({ label, button, act, done, onDone, ...dialog }: ConfirmButtonProps<Output>) {
  const [isAsking, { open, close }] = useDisclosure(false);
  const mutation = useApiMutation(act, {
    ...(done === undefined ? {} : { done }),
    onDone: (output) => {
      close();
      return onDone?.(output);
    },
  });
  return (
    <>
      <Button {...button} onClick={open}>
        {label ?? dialog.action}
      </Button>
      <ConfirmDialog {...dialog} opened={isAsking} mutation={mutation} onClose={close} />
    </>
  );
}
