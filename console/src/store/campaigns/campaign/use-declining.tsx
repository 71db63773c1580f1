import { useState } from 'react';
import { ReasonDialog } from '../../../components/reason-dialog.tsx';
import { useCampaignTexts } from '../texts.ts';
import { nameOf, type Participant, type Status } from './participant.ts';
import type { useMoveParticipants } from './use-move-participants.ts';

/** Moves participants. Before creators who have applied are declined, a dialog asks for a reason that they read. */
export function useDeclining(moving: ReturnType<typeof useMoveParticipants>) {
  const { board: t } = useCampaignTexts();
  const [declined, setDeclined] = useState<readonly Participant[]>([]);
  const hasApplied = ({ status }: Participant) => status === 'applied' || status === 'second_prio';
  const move = (participants: readonly Participant[], to: Status) => {
    if (to === 'store_denied' && participants.some(hasApplied)) setDeclined(participants);
    else moving.mutate({ participants, to });
  };
  const who = declined.length === 1 ? nameOf(declined[0]!) : t.several(declined.length);
  const dialog = (
    <ReasonDialog
      title={t.declining.title(who)}
      text={t.declining.text}
      label={t.declining.reason}
      hint={t.declining.hint}
      isOptional
      action={t.moveTo.store_denied}
      opened={declined.length > 0}
      send={({ reason }) =>
        moving.mutateAsync({ participants: declined, to: 'store_denied', ...(reason !== '' && { reason }) })
      }
      onClose={() => setDeclined([])}
    />
  );
  return { move, dialog };
}
