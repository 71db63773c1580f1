import { CreatorCard } from './creator-card.tsx';
import { DeleteList } from './delete-list.tsx';
import type { Found } from './found.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { ListDialog } from './list-dialog.tsx';
import { RenameList } from './rename-list.tsx';

/** What is open beside the card: inviting the selected creators, or a whole list; adding to a list; renaming or deleting one. */
export type FindingDialog = 'invite' | 'invite-list' | 'list' | 'rename' | 'delete';

interface FindingPartsProps {
  /** Null: an administrator searches. */
  store: number | null;
  /** The creator whose card is open. */
  creator: number | undefined;
  /** What the list has read of that creator. */
  known: Found | undefined;
  mayWrite: boolean;
  dialog: FindingDialog | null;
  /** The selected creators. */
  chosen: readonly number[];
  lists: readonly { id: number; name: string }[];
  /** The list that filters the search. */
  list: { id: number; name: string } | undefined;
  onOpen: (creator: number | undefined) => void;
  onDone: () => void;
  onListDeleted: () => void;
  onClose: () => void;
}

/** The card and the dialogs of the search for creators. One file, because a page loads only a few. */
export default function FindingParts(props: FindingPartsProps) {
  const { store, creator, known, mayWrite, dialog, chosen, lists, list, onOpen, onDone, onListDeleted, onClose } =
    props;
  const isInviting = dialog === 'invite' || dialog === 'invite-list';
  return (
    <>
      {creator !== undefined && (
        <CreatorCard
          store={store}
          creator={creator}
          known={known}
          mayWrite={mayWrite}
          list={list}
          onOpen={onOpen}
          onClose={() => onOpen(undefined)}
        />
      )}
      {store !== null && isInviting && (
        <InviteDialog
          store={store}
          users={dialog === 'invite' ? chosen : []}
          list={dialog === 'invite-list' ? list?.id : undefined}
          onDone={onDone}
          onClose={onClose}
        />
      )}
      {store !== null && dialog === 'list' && (
        <ListDialog store={store} users={chosen} lists={lists} onDone={onDone} onClose={onClose} />
      )}
      {store !== null && dialog === 'rename' && list !== undefined && (
        <RenameList store={store} list={list} onClose={onClose} />
      )}
      {store !== null && dialog === 'delete' && list !== undefined && (
        <DeleteList store={store} list={list} onDone={onListDeleted} onClose={onClose} />
      )}
    </>
  );
}
