import { SimpleGrid, Stack } from '@mantine/core';
import { useRef } from 'react';
import { Form } from '../../components/form.tsx';
import { useCommonTexts } from '../../components/texts.ts';
import { useForm } from '../../components/use-form.ts';
import { FieldInput } from './field-input.tsx';
import { type Field, readDraft, writeDraft } from './fields.ts';
import { useAdminCommonTexts } from './texts.ts';

type RecordValues = Readonly<Record<string, unknown>>;

interface RecordFormProps<Output> {
  fields: readonly Field[];
  /** The saved record, or the initial values of a new one. Another record needs another `key`. */
  values?: RecordValues;
  /** Sends the changed fields of a record, with `ifMatch` of `api.ts` if there is `reread`. */
  send: (changes: Record<string, unknown>) => Promise<Output>;
  /** Reads the record again, which another user may have changed. */
  reread?: () => Promise<RecordValues>;
  /** The form and its record, such as `agency:7`, under which the input is kept until it is saved; absent for forms with a password. */
  name?: string;
  /** The text of the toast after saving. */
  done?: string | ((output: Output) => string);
  onDone?: (output: Output) => unknown;
  submit?: string;
  onCancel?: () => void;
  /** The form of an existing record. */
  isEdit?: boolean;
}

/** A form that a list of fields describes. */
export function RecordForm<Output>({
  fields,
  values = {},
  send,
  reread,
  name,
  done,
  onDone,
  submit,
  onCancel,
  isEdit = reread !== undefined,
}: RecordFormProps<Output>) {
  const t = useAdminCommonTexts();
  const { conflict } = useCommonTexts();
  // The record as it was last read. Only the difference to it is sent.
  const latest = useRef(values);
  latest.current = values;
  const hasPassword = fields.some(({ kind }) => kind === 'password');
  const form = useForm(readDraft(fields, values), {
    send: (now) => send(writeDraft(fields, now, latest.current)),
    ...(name === undefined || hasPassword ? {} : { name }),
    ...(hasPassword ? { isGuarded: true } : {}),
    ...(done === undefined ? {} : { done }),
    ...(onDone === undefined ? {} : { onDone }),
    ...(reread === undefined
      ? {}
      : {
          record: {
            reread: async () => {
              latest.current = await reread();
              return readDraft(fields, latest.current);
            },
            labels: Object.fromEntries(fields.map((field) => [field.name, field.label])),
            show: (value, field) => {
              if (typeof value === 'boolean') return value ? conflict.yes : conflict.no;
              const { options } = fields.find((one) => one.name === field)!;
              return options?.find((option) => option.value === value)?.label ?? value;
            },
          },
        }),
  });
  const input = (field: Field, index: number) => (
    <FieldInput
      key={field.name}
      field={field}
      isFirst={index === 0 && field.kind !== 'flag'}
      currency={String(form.draft['currency'] ?? values['currency'] ?? '')}
      {...form.value(field.name)}
      value={form.draft[field.name]!}
    />
  );
  return (
    <Form of={form} action={submit ?? t.save} onCancel={onCancel} isEdit={isEdit}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        {fields.filter(({ kind }) => kind !== 'flag').map(input)}
      </SimpleGrid>
      {fields.some(({ kind }) => kind === 'flag') && (
        <Stack gap="sm" mt={4}>
          {fields.filter(({ kind }) => kind === 'flag').map(input)}
        </Stack>
      )}
    </Form>
  );
}
