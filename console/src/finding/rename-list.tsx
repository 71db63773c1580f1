import { client } from '../api.ts';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { LimitedInput } from '../components/limited-input.tsx';
import { useForm } from '../components/use-form.ts';
import { MAX_NAME } from './list-dialog.tsx';
import { idsOf, type Owner, pathOf } from './owner.ts';
import { useFindingTexts } from './texts.ts';

interface RenameListProps {
  owner: Owner;
  list: { id: number; name: string };
  onClose: () => void;
}

/** Gives a list of creators another name. */
export function RenameList({ owner, list, onClose }: RenameListProps) {
  const t = useFindingTexts();
  const form = useForm(
    { name: list.name },
    {
      send: ({ name }) =>
        client.PATCH(pathOf(owner, '/v2/stores/{store}/creator-lists/{list}'), {
          params: { path: { ...idsOf(owner), list: list.id } },
          body: { name: name.trim() },
        }),
      done: t.renamed,
      onDone: onClose,
    },
  );
  return (
    <Dialog opened title={t.renameList} onClose={onClose}>
      <Form of={form} action={t.saveName} onCancel={onClose}>
        <LimitedInput label={t.listName} data-autofocus required max={MAX_NAME} {...form.text('name')} />
      </Form>
    </Dialog>
  );
}
