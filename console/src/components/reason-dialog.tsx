import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, type RefObject, useState } from 'react';
import { FailureAlert } from './failure.tsx';
import { sendOnKeys } from './form.tsx';
import { returnFocusTo } from './return-focus.ts';
import { useCommonTexts } from './texts.ts';

/** Maximum length of a reason in the API. */
const MAX_REASON = 1000;

interface ReasonDialogProps {
  title: string;
  words: string;
  /** Inputs and details above the reason. */
  children?: ReactNode;
  action: string;
  /** Label of the reason; "Reason" by default. */
  label?: string;
  /** What the reason is used for. */
  hint?: string;
  isOptional?: boolean;
  /** Whether the action is destructive. */
  isHarmful?: boolean;
  opened: boolean;
  /** The menu button that opened the dialog; gets the focus back. */
  openedBy?: RefObject<HTMLElement | null>;
  doing: { mutate: (reason: string) => void; isPending: boolean; failure: string | null };
  onClose: () => void;
}

/** Confirmation dialog of an action that is stored with a reason. The text is empty each time the dialog opens. */
export function ReasonDialog({ title, opened, openedBy, onClose, ...form }: ReasonDialogProps) {
  const { cancel } = useCommonTexts();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': cancel }}
      {...returnFocusTo(openedBy)}
    >
      <ReasonForm {...form} onClose={onClose} />
    </Modal>
  );
}

function ReasonForm({
  words,
  children,
  action,
  label,
  hint,
  isOptional = false,
  isHarmful = false,
  doing,
  onClose,
}: Omit<ReasonDialogProps, 'title' | 'opened' | 'openedBy'>) {
  const t = useCommonTexts();
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isOptional || reason.trim() !== '') doing.mutate(reason.trim());
  };
  return (
    <form onSubmit={submit} onKeyDown={sendOnKeys}>
      <Stack>
        <Text size="sm">{words}</Text>
        {children}
        <Textarea
          label={label ?? t.reason}
          description={hint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required={!isOptional}
          maxLength={MAX_REASON}
          autosize
          minRows={2}
          data-autofocus
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <FailureAlert message={doing.failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button
            type="submit"
            {...(isHarmful ? { color: 'red' } : {})}
            disabled={!isOptional && reason.trim() === ''}
            loading={doing.isPending}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
