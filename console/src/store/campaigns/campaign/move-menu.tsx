import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useCampaignTexts } from '../texts.ts';
import { moveWords, nameOf, type Participant, type Status } from './participant.ts';

/** Menu of a participant's available moves. */
export function MoveMenu({
  part,
  isMoving,
  onMove,
}: {
  part: Participant;
  isMoving: boolean;
  onMove: (to: Status) => void;
}) {
  const { board: t } = useCampaignTexts();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="light"
          loading={isMoving}
          rightSection={<IconChevronDown size={12} aria-hidden />}
          aria-label={t.move(nameOf(part))}
        >
          {t.moveShort}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(part.transitions ?? []).map(({ status }) => (
          <Menu.Item key={status} onClick={() => onMove(status)}>
            {moveWords(part, status, t)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
