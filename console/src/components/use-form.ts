import { ApiError } from '@tributary/client';
import { type ReactNode, useReducer, useRef, useState } from 'react';
import { isSame, valueAt } from './edits.ts';
import { faultSentence } from './fault-sentence.ts';
import { useCommonTexts } from './texts.ts';
import { useApiMutation } from './use-api-mutation.ts';
import { type CheckedRecord, useCheckedSave } from './use-checked-save.tsx';
import { type Draft, useDraft } from './use-draft.ts';

/** Sentences about fields, by field. */
export type FieldFaults = Readonly<Record<string, string | undefined>>;

interface FormOptions<Values extends object, Output> {
  /** Sends the input; throws ApiError. `saved` is the record that the input was typed over. */
  send: (values: Values, saved: Values) => Promise<Output>;
  /** The text of the toast on success; no toast without it. */
  done?: string | ((output: Output) => string);
  /** Runs on success, before queries are invalidated. */
  onDone?: (output: Output) => unknown;
  /** The form and its record, such as `link:7`: the input is kept until it is saved, and leaving it asks for confirmation. */
  name?: string;
  /** Whether to ask before input is lost. By default, a form with a name asks, and any form asks in a dialog. */
  isGuarded?: boolean;
  /** The input stays after it was sent, because the reply is shown beside it. */
  isFilledAfter?: boolean;
  /** Rules that the browser does not know, by field. They are shown once the form was sent, and then nothing is sent. */
  check?: (values: Values) => FieldFaults;
  /** The record, if others may change it as well: saving does not overwrite their changes. `send` must send `ifMatch`. */
  record?: CheckedRecord<Values>;
  /** Replaces the sentence of a failure; null for a failure that is shown elsewhere, undefined for the usual sentence. */
  explain?: (error: ApiError) => string | null | undefined;
}

/** The names of the fields whose values have a type. */
type FieldOf<Values, Type> = { [Field in keyof Values]: Values[Field] extends Type ? Field : never }[keyof Values] &
  string;

/** The fields whose values differ. */
export const changesOf = <Values extends object>(now: Values, saved: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(now).filter(([field, value]) => !isSame(value, saved[field as keyof Values])),
  ) as Partial<Values>;

/** The state of a form that `Form` shows. */
export interface FormState extends Pick<Draft<object>, 'isChanged' | 'isRestored' | 'discard'> {
  isPending: boolean;
  /** Whether the form has input that leaving would lose. */
  isDirty: () => boolean;
  /** Undefined: only in a dialog. */
  isGuarded: boolean | undefined;
  /** Changes with each refusal, after which the first field with a fault gets the focus. */
  refusal: unknown;
  /** Checks the inputs again after each change, once the form was refused; undefined before. */
  recheck: ((found: FieldFaults) => void) | undefined;
  /** The failure that no field shows. Called after the fields were rendered. */
  failureElsewhere: () => string | null;
  /** @param found faults that the browser has found */
  submit: (found: FieldFaults) => void;
  dialog: ReactNode;
}

/**
 * A form: its input, its checks, how it is sent, and the faults at its fields. `Form` renders it.
 * @param values the saved record, or the initial values of a new one. After saving, the form has the saved values again.
 * @returns beside the state for `Form`: the input, and the properties of the inputs: `text` for those with an event, `flag` for
 *   checkboxes, `value` for those that pass a value, `entry` for those of a list (`list-field.ts`). Their second parameter is the
 *   field's name in the API, if it is another one.
 */
export function useForm<Values extends object, Output = unknown>(
  values: Values,
  {
    send,
    done,
    onDone,
    name,
    isGuarded = name === undefined ? undefined : true,
    isFilledAfter = false,
    check,
    record,
    explain,
  }: FormOptions<Values, Output>,
) {
  const { faults: t } = useCommonTexts();
  const input = useDraft(values, name);
  const { draft, type, isChanged, isRestored } = input;
  const { run, dialog } = useCheckedSave(input, record);
  const sent = useRef<Partial<Values>>({});
  // The input that the server has refused: its faults hold until their field changes.
  const refusedInput = useRef<Values>(draft);
  // The input that was saved, while it is still shown over the record from before: until the record has been read again.
  const stored = useRef<Partial<Values> | null>(null);
  const isStored = () => stored.current !== null && isSame(input.editsNow().typed, stored.current);
  const saves = useRef(0);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const [found, setFound] = useState<FieldFaults | null>(null);
  const [attempt, setAttempt] = useState<object | null>(null);
  const saving = useApiMutation(
    (_save: number) =>
      run((now, saved) => {
        sent.current = input.editsNow().typed;
        refusedInput.current = now;
        return send(now, saved);
      }),
    {
      ...(done === undefined ? {} : { done }),
      onDone: (output) => {
        stored.current = sent.current;
        saves.current += 1;
        input.noteSaved(sent.current);
        renderAgain();
        return onDone?.(output);
      },
    },
  );
  const isSending = saving.isPending && stored.current === null;
  const error = saving.error instanceof ApiError ? saving.error : null;
  const refused = error === null ? [] : Object.entries(error.fields);
  const own: FieldFaults = found === null ? {} : { ...found, ...check?.(draft) };
  const shown = new Set<string>();
  const isAt = (field: string) => (path: string) => path === field || path.startsWith(`${field}.`);
  /** The faults of a field of the API and of its entries: `tags` includes `tags.3`. */
  const at = (path: string): string | undefined => {
    shown.add(path);
    const messages = refused.filter(([one]) => isAt(path)(one)).flatMap(([, texts]) => texts);
    return messages.length === 0 ? undefined : messages.map((message) => faultSentence(message, t)).join(' ');
  };
  const isChangedSince = (one: string) => !isSame(valueAt(draft, one), valueAt(refusedInput.current, one));
  const field = (one: string, path = one) => {
    const refusal = at(path);
    return { 'data-field': one, error: own[one] ?? (isChangedSince(one) ? undefined : refusal) };
  };
  const set = <Field extends keyof Values>(one: Field, value: Values[Field]) =>
    type({ [one]: value } as unknown as Partial<Values>);
  const dropStored = () => {
    stored.current = null;
    input.dropSaved(sent.current);
  };
  const submit = (native: FieldFaults) => {
    const faults = { ...native, ...check?.(draft) };
    const isRight = Object.values(faults).every((fault) => fault === undefined);
    setFound(isRight ? null : native);
    setAttempt(isRight ? null : {});
    // The number of the save lets new input be sent while the record is being read again after the previous save.
    if (!isRight || (saving.isPending && isStored())) return;
    stored.current = null;
    saving.mutate(saves.current, { onSuccess: () => isFilledAfter || dropStored() });
  };
  const discard = () => {
    input.discard();
    stored.current = null;
    setFound(null);
    setAttempt(null);
    saving.reset();
  };
  return {
    draft,
    type,
    set,
    isRestored,
    discard,
    at,
    submit,
    dialog,
    isGuarded,
    isChanged: isChanged && !isStored(),
    isPending: isSending || (saving.isPending && isStored()),
    isSuccess: saving.isSuccess,
    data: saving.data,
    error: saving.error,
    reset: saving.reset,
    /** The fault of an input within a value that is a list, by its path in the API, such as `tiers.0.bonus`. */
    entry: (path: string) => field(path),
    refusal: attempt ?? saving.error,
    recheck:
      found === null
        ? undefined
        : (native: FieldFaults) => {
            if (!isSame(native, found)) setFound(native);
          },
    // Also called between two renderings.
    isDirty: () => input.isChangedNow() && !(saving.isPending && stored.current === null) && !isStored(),
    failureElsewhere: () => {
      const explained = error === null ? undefined : explain?.(error);
      if (explained !== undefined) return explained;
      const isElsewhere = refused.length === 0 || refused.some(([path]) => ![...shown].some((one) => isAt(one)(path)));
      return isElsewhere ? saving.failure : null;
    },
    text: <Field extends FieldOf<Values, string>>(one: Field, path?: string) => ({
      ...field(one, path),
      value: draft[one] as string,
      onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
        set(one, value as Values[Field]),
    }),
    flag: <Field extends FieldOf<Values, boolean>>(one: Field, path?: string) => {
      const { error: fault, ...rest } = field(one, path);
      return {
        ...rest,
        error: fault,
        'aria-invalid': fault !== undefined,
        checked: draft[one] as boolean,
        onChange: ({ currentTarget: { checked } }: { currentTarget: { checked: boolean } }) =>
          set(one, checked as Values[Field]),
      };
    },
    value: <Field extends keyof Values & string>(one: Field, path?: string) => ({
      ...field(one, path),
      value: draft[one],
      onChange: (value: Values[Field]) => set(one, value),
    }),
  };
}
