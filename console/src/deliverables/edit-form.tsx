import { client, ifMatch } from '../api.ts';
import { Form } from '../components/form.tsx';
import { useCommonTexts } from '../components/texts.ts';
import { showUndo } from '../components/undo-toast.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { changesOf, useForm } from '../components/use-form.ts';
import type { DeliverableWithDrafts } from './deliverable.ts';
import { DeliverableFields } from './deliverable-fields.tsx';
import { useDeliverableTexts } from './texts.ts';

type Values = Pick<DeliverableWithDrafts, 'title' | 'instructions' | 'due_on'>;

interface EditFormProps {
  deliverable: DeliverableWithDrafts;
  reread: () => Promise<DeliverableWithDrafts>;
  onClose: () => void;
}

const valuesOf = ({ title, instructions, due_on }: DeliverableWithDrafts): Values => ({ title, instructions, due_on });

/** Edits a deliverable that is not approved. The change can be undone. Input is kept when the dialog is closed, until it is saved or discarded. */
export function EditForm({ deliverable, reread, onClose }: EditFormProps) {
  const { edit: t, form: labels } = useDeliverableTexts();
  const { undo } = useCommonTexts();
  const { id } = deliverable;
  const write = async (body: Partial<Values>, headers: Record<string, string>) => {
    await client.PATCH('/v2/deliverables/{deliverable}', { params: { path: { deliverable: id } }, body, headers });
  };
  // The undo restores only the fields that this form has changed, and the version after the change may not have been read yet.
  const undoing = useApiMutation((before: Partial<Values>) => write(before, {}), { done: t.undone });
  const form = useForm<Values, Partial<Values>>(valuesOf(deliverable), {
    name: `deliverable:${id}`,
    record: {
      reread: async () => valuesOf(await reread()),
      labels: { title: labels.deliverable, instructions: labels.instructions, due_on: labels.day },
    },
    send: async (values, saved) => {
      await write(changesOf(values, saved), ifMatch(`/v2/deliverables/${id}`));
      return changesOf(saved, values);
    },
    onDone: (before) => {
      showUndo({ message: t.saved, label: undo, onUndo: () => undoing.mutate(before) });
      onClose();
    },
  });
  return (
    <Form of={form} action={t.save} isEdit label={t.title}>
      <DeliverableFields of={form} />
    </Form>
  );
}
