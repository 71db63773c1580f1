import { client } from '../api.ts';
import { ConfirmDialog } from '../components/dialog.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { idsOf, type Owner, pathOf } from './owner.ts';
import { useFindingTexts } from './texts.ts';

interface DeleteListProps {
  owner: Owner;
  list: { id: number; name: string };
  onDone: () => void;
  onClose: () => void;
}

/** Asks before a list of creators is deleted. */
export function DeleteList({ owner, list, onDone, onClose }: DeleteListProps) {
  const t = useFindingTexts();
  const deleting = useApiMutation(
    () =>
      client.DELETE(pathOf(owner, '/v2/stores/{store}/creator-lists/{list}'), {
        params: { path: { ...idsOf(owner), list: list.id } },
      }),
    { done: t.deleted, onDone },
  );
  return (
    <ConfirmDialog
      opened
      title={list.name}
      text={owner.kind === 'store' ? t.deleteListHint : t.agency.deleteListHint}
      action={t.deleteList}
      mutation={{ ...deleting, mutate: () => deleting.mutate() }}
      onClose={onClose}
    />
  );
}
