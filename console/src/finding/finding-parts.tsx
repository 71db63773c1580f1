import { CreatorCard } from './creator-card.tsx';
import { DeleteList } from './delete-list.tsx';
import type { Found } from './found.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { JoinDialog } from './join-dialog.tsx';
import { ListDialog } from './list-dialog.tsx';
import type { Owner } from './owner.ts';
import { RenameList } from './rename-list.tsx';
import { SentInvitations } from './sent-invitations.tsx';

/** What is open beside the card: inviting the selected creators, or a whole list; adding to a list; renaming or deleting one; the invitations of an agency. */
export type FindingDialog = 'invite' | 'invite-list' | 'list' | 'rename' | 'delete' | 'invitations';

interface FindingPartsProps {
  /** Null: an administrator searches. */
  owner: Owner | null;
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
  const { owner, creator, known, mayWrite, dialog, chosen, lists, list, onOpen, onDone, onListDeleted, onClose } =
    props;
  const isInviting = dialog === 'invite' || dialog === 'invite-list';
  return (
    <>
      {creator !== undefined && (
        <CreatorCard
          owner={owner}
          creator={creator}
          known={known}
          mayWrite={mayWrite}
          list={list}
          onOpen={onOpen}
          onClose={() => onOpen(undefined)}
        />
      )}
      {owner?.kind === 'agency' && isInviting && (
        <JoinDialog
          client={owner.id}
          users={dialog === 'invite' ? chosen : []}
          list={dialog === 'invite-list' ? list?.id : undefined}
          onDone={onDone}
          onClose={onClose}
        />
      )}
      {owner?.kind === 'agency' && dialog === 'invitations' && (
        <SentInvitations client={owner.id} mayRevoke={mayWrite} onClose={onClose} />
      )}
      {owner?.kind === 'store' && isInviting && (
        <InviteDialog
          store={owner.id}
          users={dialog === 'invite' ? chosen : []}
          list={dialog === 'invite-list' ? list?.id : undefined}
          onDone={onDone}
          onClose={onClose}
        />
      )}
      {owner !== null && dialog === 'list' && (
        <ListDialog owner={owner} users={chosen} lists={lists} onDone={onDone} onClose={onClose} />
      )}
      {owner !== null && dialog === 'rename' && list !== undefined && (
        <RenameList owner={owner} list={list} onClose={onClose} />
      )}
      {owner !== null && dialog === 'delete' && list !== undefined && (
        <DeleteList owner={owner} list={list} onDone={onListDeleted} onClose={onClose} />
      )}
    </>
  );
}
