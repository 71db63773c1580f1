import { Conversation } from '../../../components/conversation/conversation.tsx';
import { useCampaignTexts } from '../texts.ts';
import { DrawerSection } from './drawer-section.tsx';
import type { Status } from './participant.ts';

/** Comments and status changes of a participation. */
export function ParticipantConversation({ participant }: { participant: number }) {
  const { board } = useCampaignTexts();
  const t = board.drawer;
  const words = (status: string | undefined) => board.status[status as Status] ?? status ?? '';
  return (
    <DrawerSection title={t.talk} hint={t.talkHint}>
      <Conversation
        participant={participant}
        nothing={t.noLog}
        say={t.say}
        moved={(from, to) => t.statusChange(words(from), words(to))}
      />
    </DrawerSection>
  );
}
