import { notifications } from '@mantine/notifications';
import { client } from '../../../api.ts';
import { useCommonTexts } from '../../../components/texts.ts';
import { showUndo } from '../../../components/undo-toast.tsx';
import { useApiMutation } from '../../../components/use-api-mutation.ts';
import { useCampaignTexts } from '../texts.ts';
import { nameOf, type Participant, type Status } from './participant.ts';

/** Only decisions about applications can be undone, because no other move leads back to the previous status. */
const DECISIONS: readonly Status[] = ['accepted', 'store_denied', 'second_prio'];

interface Move {
  participants: readonly Participant[];
  to: Status;
  /** Why the store declines, which the creators read. */
  reason?: string;
}

/** Changes the status of participants one by one, and names those that failed. Decisions about applications can be undone. */
export function useMoveParticipants(offer: number, onDone: () => unknown = () => undefined) {
  const { board: t } = useCampaignTexts();
  const { undo } = useCommonTexts();
  const move = async ({ participants, to, reason }: Move) => {
    const [moved, left]: [Participant[], string[]] = [[], []];
    for (const participant of participants) {
      const path = { offer, participant: participant.id };
      await client
        .PATCH('/v2/offers/{offer}/participants/{participant}/update-status', {
          params: { path },
          body: { status: to, ...(reason !== undefined && { reason }) },
        })
        .then(
          () => moved.push(participant),
          () => left.push(nameOf(participant)),
        );
    }
    return { moved, left };
  };
  const report = ({ moved, left }: Awaited<ReturnType<typeof move>>, to: Status, canUndo: boolean) => {
    const who = moved.length === 1 ? nameOf(moved[0]!) : t.several(moved.length);
    const message = t.moved(who, t.movedTo[to]);
    if (canUndo)
      showUndo({ message, label: undo, onUndo: () => undoing.mutate({ participants: moved, to: 'applied' }) });
    else if (moved.length > 0) notifications.show({ message, color: 'river' });
    if (left.length > 0) notifications.show({ message: t.notMoved(left.join(', ')), color: 'red' });
  };
  const undoing = useApiMutation(move, { onDone: (result, { to }) => report(result, to, false) });
  return useApiMutation(move, {
    onDone: (result, { to }) => {
      const { moved } = result;
      const canUndo = moved.length > 0 && DECISIONS.includes(to) && moved.every(({ status }) => status === 'applied');
      report(result, to, canUndo);
      return onDone();
    },
  });
}
