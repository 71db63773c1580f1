import { Button, Group } from '@mantine/core';
import { useCampaignTexts } from '../texts.ts';
import { MoveMenu } from './move-menu.tsx';
import { nameOf, type Participant, type Status } from './participant.ts';

const DECISIONS = ['accepted', 'store_denied'] as const;

interface MovesProps {
  participant: Participant;
  isMoving: boolean;
  onMove: (to: Status) => void;
}

/** The moves of a participant: two buttons that decide about an applicant, and a menu of the other moves. */
export function Moves({ participant, isMoving, onMove }: MovesProps) {
  const { board: t } = useCampaignTexts();
  const { status, transitions = [] } = participant;
  if (status !== 'applied') return <MoveMenu participant={participant} isMoving={isMoving} onMove={onMove} />;
  const decisions = DECISIONS.filter((to) => transitions.some((one) => one.status === to));
  const others = transitions.filter((one) => !DECISIONS.some((to) => to === one.status));
  return (
    <Group gap={4}>
      {decisions.map((to) => (
        <Button
          key={to}
          size="compact-xs"
          variant={to === 'accepted' ? 'filled' : 'default'}
          disabled={isMoving}
          aria-label={`${t.moveTo[to]} ${nameOf(participant)}`}
          onClick={() => onMove(to)}
        >
          {t.moveTo[to]}
        </Button>
      ))}
      {others.length > 0 && (
        <MoveMenu participant={participant} transitions={others} isMoving={isMoving} onMove={onMove} />
      )}
    </Group>
  );
}
