import { NativeSelect } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { client } from '../api.ts';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { LimitedInput } from '../components/limited-input.tsx';
import { Note } from '../components/note.tsx';
import { useForm } from '../components/use-form.ts';
import { useFormats } from '../language/formats.ts';
import { idsOf, type Owner, pathOf } from './owner.ts';
import { useFindingTexts } from './texts.ts';

/** The longest name of a list. */
export const MAX_NAME = 80;

interface ListDialogProps {
  owner: Owner;
  users: readonly number[];
  lists: readonly { id: number; name: string }[];
  onDone: () => void;
  onClose: () => void;
}

/** Adds creators to a list of the store or the agency, or to a new one. */
export function ListDialog({ owner, users, lists, onDone, onClose }: ListDialogProps) {
  const t = useFindingTexts();
  const { number } = useFormats();
  const form = useForm(
    { list: lists.length === 0 ? '' : String(lists[0]!.id), name: '' },
    {
      send: async ({ list, name }) => {
        const path = idsOf(owner);
        const id =
          list === ''
            ? (
                await client.POST(pathOf(owner, '/v2/stores/{store}/creator-lists'), {
                  params: { path },
                  body: { name: name.trim() },
                })
              ).data!.id
            : Number(list);
        await client.POST(pathOf(owner, '/v2/stores/{store}/creator-lists/{list}/members'), {
          params: { path: { ...path, list: id } },
          body: { user_ids: [...users] },
        });
        const known = lists.find((one) => one.id === id)?.name;
        notifications.show({ message: t.added(known ?? name.trim()), color: 'river' });
      },
      onDone,
    },
  );
  return (
    <Dialog opened title={t.addToList} onClose={onClose}>
      <Form of={form} action={t.add} onCancel={onClose}>
        <Note>{t.chosen(number(users.length))}</Note>
        <NativeSelect
          label={t.list}
          data-autofocus
          data={[...lists.map(({ id, name }) => ({ value: String(id), label: name })), { value: '', label: t.newList }]}
          {...form.text('list')}
        />
        {form.draft.list === '' && <LimitedInput label={t.listName} required max={MAX_NAME} {...form.text('name')} />}
      </Form>
    </Dialog>
  );
}
