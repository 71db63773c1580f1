import { Button, type ButtonProps, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode, RefObject } from 'react';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { LimitedArea } from './limited-area.tsx';
import { useCommonTexts } from './texts.ts';
import { type FieldFaults, useForm } from './use-form.ts';

/** Maximum length of a reason in the API. */
const MAX_REASON = 1000;

/** The form of the dialog: the reason, and the values of the page. */
type ReasonForm<Values extends object> = ReturnType<typeof useForm<Values & { reason: string }>>;

interface FieldsProps<Values extends object, Output> {
  text: string | ((typed: Values) => string);
  /** The initial values of the inputs above the reason. */
  values?: Values;
  /** The inputs above the reason. */
  fields?: (form: ReasonForm<Values>) => ReactNode;
  check?: (typed: Values) => FieldFaults;
  action: string;
  /** Label of the reason; "Reason" by default. */
  label?: string;
  /** The purpose of the reason. */
  hint?: string;
  isOptional?: boolean;
  /** Whether the action is destructive. */
  isHarmful?: boolean;
  /** Performs the action; throws ApiError. The reason has no white space around it. */
  send: (typed: Values & { reason: string }) => Promise<Output>;
  /** The text of the toast on success; none if the action shows one. */
  done?: string | ((output: Output) => string);
  /** Runs on success; closes the dialog by default. */
  onDone?: (output: Output) => unknown;
  onClose: () => void;
  /** As of `useForm`: the input is kept until it is sent. Without it, the text is empty each time the dialog opens. */
  name?: string;
}

interface ReasonDialogProps<Values extends object, Output> extends FieldsProps<Values, Output> {
  title: string;
  opened: boolean;
  /** The menu button that opened the dialog; gets the focus back. */
  openedBy?: RefObject<HTMLElement | null>;
}

/** Confirmation dialog of an action that is stored with a reason. */
export function ReasonDialog<Values extends object, Output>({
  title,
  opened,
  openedBy,
  ...fields
}: ReasonDialogProps<Values, Output>) {
  return (
    <Dialog title={title} opened={opened} openedBy={openedBy} onClose={fields.onClose}>
      <Fields {...fields} />
    </Dialog>
  );
}

interface ReasonButtonProps<Values extends object, Output>
  extends Omit<ReasonDialogProps<Values, Output>, 'opened' | 'openedBy' | 'onClose'> {
  button?: ButtonProps & { 'aria-label'?: string };
}

/** A button whose action is stored with a reason. */
export function ReasonButton<Values extends object, Output>({ button, ...dialog }: ReasonButtonProps<Values, Output>) {
  const [isAsking, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button {...button} onClick={open}>
        {dialog.action}
      </Button>
      <ReasonDialog {...dialog} opened={isAsking} onClose={close} />
    </>
  );
}

function Fields<Values extends object, Output>({
  text,
  values = {} as Values,
  fields,
  check,
  action,
  label,
  hint,
  isOptional = false,
  isHarmful = false,
  send,
  done,
  onDone,
  onClose,
  name,
}: FieldsProps<Values, Output>) {
  const t = useCommonTexts();
  const form = useForm<Values & { reason: string }, Output>(
    { ...values, reason: '' },
    {
      ...(check === undefined ? {} : { check }),
      ...(name === undefined ? {} : { name }),
      send: (typed) => send({ ...typed, reason: typed.reason.trim() }),
      ...(done === undefined ? {} : { done }),
      onDone: onDone ?? onClose,
    },
  );
  const { reason } = form.draft;
  return (
    <Form
      of={form}
      action={action}
      isHarmful={isHarmful}
      isDisabled={!isOptional && reason.trim() === ''}
      onCancel={onClose}
    >
      <Text size="sm">{typeof text === 'string' ? text : text(form.draft)}</Text>
      {fields?.(form)}
      <LimitedArea
        label={label ?? t.reason}
        description={hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required={!isOptional}
        max={MAX_REASON}
        autosize
        minRows={2}
        data-autofocus
        data-field="reason"
        error={form.at('reason') ?? form.at('feedback')}
        value={reason}
        onChange={({ currentTarget: { value } }) =>
          form.type({ reason: value } as Partial<Values & { reason: string }>)
        }
      />
    </Form>
  );
}
