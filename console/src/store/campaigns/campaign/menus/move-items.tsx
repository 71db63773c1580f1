import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import type { Status } from '../participant.ts';

interface MoveItemsProps {
  /** The button that opens the menu. */
  target: ReactElement;
  moves: readonly { status: Status; label: string }[];
  onMove: (to: Status) => void;
}

/** The available moves of a participant. */
export default function MoveItems({ target, moves, onMove }: MoveItemsProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {moves.map(({ status, label }) => (
          <Menu.Item key={status} onClick={() => onMove(status)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
