import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type ReactNode, useContext, useEffect, useRef } from 'react';
import { DialogButtons } from './dialog-buttons.tsx';
import { DialogContext } from './dialog-guard.ts';
import { FailureAlert } from './failure.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { nativeFaults } from './native-faults.ts';
import { RestoredNote } from './restored-note.tsx';
import { useCommonTexts } from './texts.ts';
import type { FormState } from './use-form.ts';

interface FormProps {
  of: FormState;
  /** Label of the button; a form with another layout has its own submit button among its children. */
  action?: string;
  /** Closes the dialog or section of the form, whose input is discarded. */
  onCancel?: (() => void) | undefined;
  /** The action is destructive. */
  isHarmful?: boolean;
  /** The form cannot be sent yet. */
  isDisabled?: boolean;
  /** The form of a record: its buttons are shown once something has changed, with one that discards the change. */
  isEdit?: boolean;
  /** The button has the width of the form. */
  isWide?: boolean;
  /** Accessible name, of a form that its surroundings do not name. */
  label?: string;
  children: ReactNode;
}

/**
 * The form of `useForm`. It sends the input on Enter, on Ctrl or Cmd and Enter, and by its button; rules of the inputs (`required`,
 * `type`, `min`, …) are checked before, with sentences in the language of the console. The first field with a fault gets the focus.
 */
export function Form({
  of: form,
  action,
  onCancel,
  isHarmful = false,
  isDisabled = false,
  isEdit = false,
  isWide = false,
  label,
  children,
}: FormProps) {
  const { discard, faults } = useCommonTexts();
  const frame = useRef<HTMLFormElement>(null);
  const isInDialog = useContext(DialogContext) !== null;
  const { refusal } = form;
  useEffect(() => {
    if (refusal !== null) frame.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusal]);
  useEffect(() => form.recheck?.(nativeFaults(frame.current!, faults)));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // A dialog inside another form is outside of it in the document only.
    event.stopPropagation();
    // The button is hidden as well.
    if (isEdit && !form.isChanged) return;
    form.submit(nativeFaults(frame.current!, faults));
  };
  return (
    <form ref={frame} onSubmit={onSubmit} onKeyDown={sendOnKeys} noValidate aria-label={label}>
      {(form.isGuarded ?? isInDialog) && <LeaveGuard isDirty={form.isDirty} onLeave={form.discard} />}
      {form.dialog}
      <Stack gap="md">
        <RestoredNote form={form} />
        {children}
        <FailureElsewhere form={form} />
        {action !== undefined && onCancel !== undefined && (
          <DialogButtons
            action={action}
            isHarmful={isHarmful}
            isDisabled={isDisabled || (isEdit && !form.isChanged)}
            isPending={form.isPending}
            onCancel={() => {
              form.discard();
              onCancel();
            }}
          />
        )}
        {action !== undefined && onCancel === undefined && (!isEdit || form.isChanged) && (
          <Group gap="sm">
            <Button type="submit" disabled={isDisabled} loading={form.isPending} fullWidth={isWide}>
              {action}
            </Button>
            {isEdit && (
              <Button variant="default" disabled={form.isPending} onClick={form.discard}>
                {discard}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
}

/** Sends a form on Ctrl or Cmd and Enter, also from a text of several lines. */
function sendOnKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.requestSubmit();
}

/** Rendered after the fields, which then have named themselves. */
function FailureElsewhere({ form }: { form: FormState }) {
  return <FailureAlert message={form.failureElsewhere()} />;
}
