import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FailureAlert } from '../../components/failure.tsx';
import { Note } from '../../components/note.tsx';
import { RestoredNote } from '../../components/restored-note.tsx';
import { type Draft, useDraft } from '../../components/use-draft.ts';
import { useFieldFaults } from '../../components/use-field-faults.ts';
import { FieldInput } from './field-input.tsx';
import { type Field, type FieldValues, readDraft, writeDraft } from './fields.ts';
import { useAdminCommonTexts } from './texts.ts';

type RecordValues = Readonly<Record<string, unknown>>;

interface Saving {
  isPending: boolean;
  error: unknown;
  failure: string | null;
}

/**
 * Form for the fields of a record. Sends only changed fields and shows server errors at their fields.
 * @param values the saved values; undefined for a new record
 */
export function RecordForm({
  fields,
  values = {},
  doing,
  submit,
  onCancel,
}: {
  fields: readonly Field[];
  values?: RecordValues;
  doing: Saving & { mutate: (input: Record<string, unknown>, then: { onSuccess: () => void }) => void };
  submit?: string;
  onCancel?: () => void;
}) {
  const form = useDraft(readDraft(fields, values));
  const send = (changes: Record<string, unknown>) => doing.mutate(changes, { onSuccess: form.forget });
  return <RecordFields {...{ fields, values, form, doing, send, submit, onCancel }} />;
}

/** The inputs of a record's form with its buttons. */
export function RecordFields({
  fields,
  values,
  form,
  doing,
  send,
  submit,
  onCancel,
}: {
  fields: readonly Field[];
  values: RecordValues;
  form: Draft<FieldValues>;
  doing: Saving;
  send: (changes: Record<string, unknown>) => void;
  submit?: string | undefined;
  onCancel?: (() => void) | undefined;
}) {
  const t = useAdminCommonTexts();
  const { draft, type } = form;
  const [isSame, setIsSame] = useState(false);
  const names = fields.map(({ name }) => name);
  const { frame, at, isElsewhere } = useFieldFaults(doing.error, names);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const changes = writeDraft(fields, draft, values);
    setIsSame(Object.keys(changes).length === 0);
    if (Object.keys(changes).length > 0) send(changes);
  };
  const input = (field: Field, index: number) => (
    <FieldInput
      key={field.name}
      field={field}
      isFirst={index === 0 && field.kind !== 'flag'}
      value={draft[field.name]!}
      currency={String(draft['currency'] ?? values['currency'] ?? '')}
      error={at(field.name)}
      onChange={(value) => type({ [field.name]: value })}
    />
  );
  return (
    <form ref={frame} onSubmit={onSubmit} noValidate={false}>
      <Stack gap="md">
        <RestoredNote form={form} />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
          {fields.filter(({ kind }) => kind !== 'flag').map(input)}
        </SimpleGrid>
        {fields.some(({ kind }) => kind === 'flag') && (
          <Stack gap="sm" mt={4}>
            {fields.filter(({ kind }) => kind === 'flag').map(input)}
          </Stack>
        )}
        {isElsewhere && <FailureAlert message={doing.failure} />}
        {isSame && doing.failure === null && <Note role="status">{t.nothingChanged}</Note>}
        <Group justify="flex-end">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t.cancel}
            </Button>
          )}
          <Button type="submit" loading={doing.isPending}>
            {submit ?? t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
