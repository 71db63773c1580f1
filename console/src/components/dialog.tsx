import { Drawer, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { DialogButtons } from './dialog-buttons.tsx';
import { DialogContext, useDialogGuard } from './dialog-guard.ts';
import { FailureAlert } from './failure.tsx';
import { useCommonTexts } from './texts.ts';

interface DialogProps {
  title: string;
  opened: boolean;
  /** The menu button that opened the dialog; gets the focus back. */
  openedBy?: RefObject<HTMLElement | null> | undefined;
  size?: 'lg' | 'md';
  /** At the side of the page, beside the list that it belongs to. */
  isDrawer?: boolean;
  /** The reader has to answer: Escape, a click outside and a close button do not close it. */
  isRequired?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog or drawer. Closing it by Escape, by a click outside or by its button asks first if a form in it has unsaved input; Escape
 * closes only the uppermost one. The focus moves to the element with `data-autofocus`, and back when it closes.
 */
export function Dialog(dialog: DialogProps) {
  const { opened } = dialog;
  // Nothing is rendered before it is first opened: a table has a dialog in each row. The library returns the focus, and moves the dialog in, only if it was
  // closed before.
  const [isNeeded, setIsNeeded] = useState(opened);
  useLayoutEffect(() => {
    if (opened) setIsNeeded(true);
  }, [opened]);
  return opened || isNeeded ? <NeededDialog {...dialog} opened={opened && isNeeded} /> : null;
}

function NeededDialog({
  title,
  opened,
  openedBy,
  size = 'md',
  isDrawer = false,
  isRequired = false,
  onClose,
  children,
}: DialogProps) {
  const t = useCommonTexts();
  const { frame, isAsking, closeOnEscape, requestClose, stay, leave } = useDialogGuard(opened, onClose);
  const Frame = isDrawer ? Drawer : Modal;
  // The library returns the focus of a dialog that closes, but not of one that is removed while it is open.
  const [before] = useState(() => (opened ? document.activeElement : null));
  useEffect(() => () => void (before instanceof HTMLElement && before.focus()), [before]);
  return (
    <Frame
      opened={opened}
      onClose={requestClose}
      title={title}
      size={size}
      withCloseButton={!isRequired}
      closeOnClickOutside={!isRequired}
      closeOnEscape={!isRequired && closeOnEscape}
      closeButtonProps={{ 'aria-label': t.close }}
      // A menu item is unmounted when its dialog closes, so the focus returns to the menu button.
      {...(openedBy && { returnFocus: false, onExitTransitionEnd: () => openedBy.current?.focus() })}
    >
      <DialogContext value={frame}>
        {children}
        {isAsking && <LeaveQuestion onStay={stay} onLeave={leave} />}
      </DialogContext>
    </Frame>
  );
}

export interface ConfirmDialogProps {
  title: string;
  text: string;
  /** Details above the text. */
  children?: ReactNode;
  action: string;
  /** Label of the cancel button; "Cancel" by default. */
  keep?: string;
  isHarmful?: boolean;
  opened: boolean;
  /** The menu button that opened the dialog; gets the focus back. */
  openedBy?: RefObject<HTMLElement | null>;
  mutation: { mutate: () => void; isPending: boolean; failure: string | null };
  onClose: () => void;
}

/** Confirmation dialog for harmful or irreversible actions. */
export function ConfirmDialog({
  text,
  children,
  action,
  keep,
  isHarmful = true,
  mutation,
  ...dialog
}: ConfirmDialogProps) {
  return (
    <Dialog {...dialog}>
      <Stack>
        {children}
        <Text size="sm">{text}</Text>
        <FailureAlert message={mutation.failure} />
        <DialogButtons
          action={action}
          cancel={keep}
          isHarmful={isHarmful}
          isPending={mutation.isPending}
          onAct={mutation.mutate}
          onCancel={dialog.onClose}
        />
      </Stack>
    </Dialog>
  );
}

/** Asks before unsaved input is lost. */
export function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const t = useCommonTexts().leave;
  return (
    <ConfirmDialog
      title={t.title}
      text={t.hint}
      action={t.go}
      keep={t.stay}
      opened
      mutation={{ mutate: onLeave, isPending: false, failure: null }}
      onClose={onStay}
    />
  );
}
