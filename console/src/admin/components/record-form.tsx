import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { ApiError } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { FailureAlert } from '../../components/failure.tsx';
import { Note } from '../../components/note.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { FieldInput } from './field-input.tsx';
import { type Field, readDraft, writeDraft } from './fields.ts';
import { useAdminCommonTexts } from './texts.ts';

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
  values?: Readonly<Record<string, unknown>>;
  doing: {
    mutate: (input: Record<string, unknown>, then: { onSuccess: () => void }) => void;
    isPending: boolean;
    error: unknown;
    failure: string | null;
  };
  submit?: string;
  onCancel?: () => void;
}) {
  const t = useAdminCommonTexts();
  const { draft, type, forget } = useDraft(readDraft(fields, values));
  const [isSame, setIsSame] = useState(false);
  const faults = doing.error instanceof ApiError ? doing.error.fields : {};
  const elsewhere = Object.keys(faults).filter((name) => !fields.some((field) => field.name === name));
  const isTold = Object.keys(faults).length === 0 || elsewhere.length > 0;
  const send = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const changes = writeDraft(fields, draft, values);
    setIsSame(Object.keys(changes).length === 0);
    if (Object.keys(changes).length > 0) doing.mutate(changes, { onSuccess: forget });
  };
  const input = (field: Field, index: number) => (
    <FieldInput
      key={field.name}
      field={field}
      isFirst={index === 0 && field.kind !== 'flag'}
      value={draft[field.name]!}
      currency={String(draft['currency'] ?? values['currency'] ?? '')}
      error={faults[field.name]?.join(' ')}
      onChange={(value) => type({ [field.name]: value })}
    />
  );
  return (
    <form onSubmit={send} noValidate={false}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
          {fields.filter(({ kind }) => kind !== 'flag').map(input)}
        </SimpleGrid>
        {fields.some(({ kind }) => kind === 'flag') && (
          <Stack gap="sm" mt={4}>
            {fields.filter(({ kind }) => kind === 'flag').map(input)}
          </Stack>
        )}
        {isTold && <FailureAlert message={doing.failure} />}
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
