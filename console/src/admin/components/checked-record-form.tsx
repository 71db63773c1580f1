import { useRef } from 'react';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { useCommonTexts } from '../../components/texts.ts';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useCheckedSave } from '../../components/use-checked-save.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { type Field, readDraft, writeDraft } from './fields.ts';
import { RecordFields } from './record-form.tsx';

/**
 * `RecordForm` for a record that several people change: saving does not overwrite the change of somebody else, and the input is
 * kept until it is saved, unless there is a password among it. Another record needs another `key`.
 * @param name of the form and its record, such as `agency:7`
 * @param reread reads the record again
 * @param send sends the changed fields with `ifMatch` of `api.ts`
 * @param done the text after saving
 */
export function CheckedRecordForm({
  name,
  fields,
  values,
  reread,
  send,
  done,
  submit,
}: {
  name: string;
  fields: readonly Field[];
  values: Readonly<Record<string, unknown>>;
  reread: () => Promise<Readonly<Record<string, unknown>>>;
  send: (changes: Record<string, unknown>) => Promise<unknown>;
  done: string;
  submit?: string;
}) {
  const { conflict: t } = useCommonTexts();
  const hasPassword = fields.some(({ kind }) => kind === 'password');
  const form = useDraft(readDraft(fields, values), hasPassword ? undefined : name);
  // The record as it was read last: what is sent is the difference to it.
  const latest = useRef(values);
  latest.current = values;
  const { run, dialog } = useCheckedSave(form, {
    reread: async () => {
      latest.current = await reread();
      return readDraft(fields, latest.current);
    },
    labels: Object.fromEntries(fields.map((field) => [field.name, field.label])),
    show: (value, field) => {
      if (typeof value === 'boolean') return value ? t.yes : t.no;
      const { options } = fields.find((one) => one.name === field)!;
      return options?.find((option) => option.value === value)?.label ?? value;
    },
  });
  const saving = useApiMutation(() => run((now) => send(writeDraft(fields, now, latest.current))), { done });
  return (
    <>
      <LeaveGuard isDirty={() => form.isChanged && !saving.isPending} onLeave={form.discard} />
      {dialog}
      <RecordFields {...{ fields, values, form, submit }} doing={saving} send={() => saving.mutate()} />
    </>
  );
}
