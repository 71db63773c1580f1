import { client } from '../api.ts';
import { Form } from '../components/form.tsx';
import { useCommonTexts } from '../components/texts.ts';
import { showUndo } from '../components/undo-toast.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { changesOf, useForm } from '../components/use-form.ts';
import type { DeliverableWithDrafts } from './deliverable.ts';
import { DeliverableFields } from './deliverable-fields.tsx';
import { useDeliverableTexts } from './texts.ts';

type Values = Pick<DeliverableWithDrafts, 'title' | 'instructions' | 'due_on'>;

/** Edits a deliverable that is not approved. The change can be undone. Input is kept when the dialog is closed, until it is saved or discarded. */
export function EditForm({ deliverable, onClose }: { deliverable: DeliverableWithDrafts; onClose: () => void }) {
  const t = useDeliverableTexts().edit;
  const { undo } = useCommonTexts();
  const { id, title, instructions, due_on } = deliverable;
  const write = async (body: Partial<Values>) => {
    await client.PATCH('/v2/deliverables/{deliverable}', { params: { path: { deliverable: id } }, body });
  };
  const undoing = useApiMutation(write, { done: t.undone });
  const form = useForm<Values, Partial<Values>>(
    { title, instructions, due_on },
    {
      name: `deliverable:${id}`,
      send: async (values, saved) => {
        await write(changesOf(values, saved));
        return changesOf(saved, values);
      },
      onDone: (before) => {
        showUndo({ message: t.saved, label: undo, onUndo: () => undoing.mutate(before) });
        onClose();
      },
    },
  );
  return (
    <Form of={form} action={t.save} isEdit label={t.title}>
      <DeliverableFields text={form.text} />
    </Form>
  );
}
