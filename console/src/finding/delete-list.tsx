import { client } from '../api.ts';
import { ConfirmDialog } from '../components/dialog.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useFindingTexts } from './texts.ts';

interface DeleteListProps {
  store: number;
  list: { id: number; name: string };
  onDone: () => void;
  onClose: () => void;
}

/** Asks before a list of creators is deleted. */
export function DeleteList({ store, list, onDone, onClose }: DeleteListProps) {
  const t = useFindingTexts();
  const deleting = useApiMutation(
    () => client.DELETE('/v2/stores/{store}/creator-lists/{list}', { params: { path: { store, list: list.id } } }),
    { done: t.deleted, onDone },
  );
  return (
    <ConfirmDialog
      opened
      title={list.name}
      text={t.deleteListHint}
      action={t.deleteList}
      mutation={{ ...deleting, mutate: () => deleting.mutate() }}
      onClose={onClose}
    />
  );
}
