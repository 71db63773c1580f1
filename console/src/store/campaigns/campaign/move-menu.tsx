import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { laterPart } from '../../../components/lazy-part.tsx';
import { useCampaignTexts } from '../texts.ts';
import { moveWords, nameOf, type Participant, type Status } from './participant.ts';

const MoveItems = laterPart(() => import('./menus/move-items.tsx'));

/** Menu of a participant's available moves. */
export function MoveMenu({
  participant,
  transitions = participant.transitions ?? [],
  isMoving,
  onMove,
}: {
  participant: Participant;
  /** The moves of the menu; all of the participant by default. */
  transitions?: NonNullable<Participant['transitions']>;
  isMoving: boolean;
  onMove: (to: Status) => void;
}) {
  const { board: t } = useCampaignTexts();
  return (
    <MoveItems
      moves={transitions.map(({ status }) => ({
        status,
        label: moveWords(participant, status, t),
      }))}
      onMove={onMove}
      target={
        <Button
          size="compact-xs"
          variant="light"
          loading={isMoving}
          rightSection={<IconChevronDown size={12} aria-hidden />}
          aria-label={t.move(nameOf(participant))}
        >
          {t.moveShort}
        </Button>
      }
    />
  );
}
