import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent } from 'react';
import { client } from '../api.ts';
import { FailureAlert } from '../components/failure.tsx';
import { LeaveGuard } from '../components/leave-guard.tsx';
import { RestoredNote } from '../components/restored-note.tsx';
import { useCommonTexts } from '../components/texts.ts';
import { showUndo } from '../components/undo-toast.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useDraft } from '../components/use-draft.ts';
import { useFieldFaults } from '../components/use-field-faults.ts';
import type { DeliverableWithDrafts } from './deliverable.ts';
import { DeliverableFields } from './deliverable-fields.tsx';
import { useDeliverableTexts } from './texts.ts';

const FIELDS = ['title', 'instructions', 'due_on'] as const;
type Values = Pick<DeliverableWithDrafts, (typeof FIELDS)[number]>;

/** Edits a deliverable that is not approved. The change can be undone. Input is kept when the dialog is closed, until it is saved or cancelled. */
export function EditForm({ deliverable, onClose }: { deliverable: DeliverableWithDrafts; onClose: () => void }) {
  const t = useDeliverableTexts().edit;
  const { cancel, undo } = useCommonTexts();
  const { id, title, instructions, due_on } = deliverable;
  const form = useDraft<Values>({ title, instructions, due_on }, `deliverable:${id}`);
  const write = async (body: Partial<Values>) => {
    await client.PATCH('/v2/deliverables/{deliverable}', { params: { path: { deliverable: id } }, body });
  };
  const undoing = useApiMutation(write, { done: t.undone });
  const saving = useApiMutation(write, {
    onDone: (_, sent) => {
      const before = Object.fromEntries(Object.keys(sent).map((field) => [field, form.saved[field as keyof Values]]));
      form.dropSent(sent);
      showUndo({ message: t.saved, label: undo, onUndo: () => undoing.mutate(before) });
      onClose();
    },
  });
  const { frame, at, isElsewhere } = useFieldFaults(saving.error, FIELDS);
  const { draft } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const changed = FIELDS.filter((field) => draft[field] !== form.saved[field]);
    saving.mutate(Object.fromEntries(changed.map((field) => [field, draft[field]])));
  };
  return (
    <form ref={frame} onSubmit={submit} aria-label={t.title}>
      <LeaveGuard isDirty={() => form.isChanged && !saving.isSuccess} onLeave={form.release} />
      <Stack>
        <RestoredNote form={form} />
        <DeliverableFields values={draft} onChange={form.type} fault={at} />
        {isElsewhere && <FailureAlert message={saving.failure} />}
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => {
              form.discard();
              onClose();
            }}
          >
            {cancel}
          </Button>
          <Button
            type="submit"
            loading={saving.isPending}
            disabled={!form.isChanged || draft.title.trim() === '' || draft.due_on === ''}
          >
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
