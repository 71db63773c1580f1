import { Conversation } from '../../../components/conversation/conversation.tsx';
import { useCampaignTexts } from '../texts.ts';
import { DrawerSection } from './drawer-section.tsx';
import { nameOf, type Participant, type Status } from './participant.ts';

/** Comments and status changes of a participation. */
export function ParticipantConversation({ participant }: { participant: Participant }) {
  const { board } = useCampaignTexts();
  const t = board.drawer;
  const words = (status: string | undefined) => board.status[status as Status] ?? status ?? '';
  return (
    <DrawerSection title={t.talk} hint={t.talkHint}>
      <Conversation
        participant={participant.id}
        {...(participant.user_id !== null && { creator: { id: participant.user_id, name: nameOf(participant) } })}
        nothing={t.noLog}
        say={t.say}
        moved={(from, to) => t.statusChange(words(from), words(to))}
      />
    </DrawerSection>
  );
}
