import { Talk } from '../../../parts/talk/talk.tsx';
import { useCampaignTexts } from '../texts.ts';
import type { Status } from './participant.ts';
import { DrawerPart } from './participant-drawer.tsx';

/** What was said about a participation and what happened in it, in order. */
export function ParticipantTalk({ participant }: { participant: number }) {
  const { board } = useCampaignTexts();
  const t = board.drawer;
  const words = (status: string | undefined) => board.status[status as Status] ?? status ?? '';
  return (
    <DrawerPart title={t.talk} hint={t.talkHint}>
      <Talk
        participant={participant}
        nothing={t.noLog}
        say={t.say}
        moved={(from, to) => t.statusChange(words(from), words(to))}
      />
    </DrawerPart>
  );
}
