import { Box } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { useCampaignTexts } from '../texts.ts';
import classes from './board.module.css';
import { moveWords, type Participant, type Status } from './participant.ts';

interface DropZonesProps {
  dragged: readonly Participant[];
  /** The moves of those who are dragged that end in this column. */
  moves: readonly Status[];
  onDrop: (to: Status, event: DragEvent) => void;
}

/**
 * While cards are dragged: over a column, one place to drop them for each move that ends there. It is for the mouse alone, so screen readers
 * are not told of it; the menu on each card does the same.
 */
export function DropZones({ dragged, moves, onDrop }: DropZonesProps) {
  const { board: t } = useCampaignTexts();
  const [over, setOver] = useState<Status | null>(null);
  const [first, ...rest] = dragged;
  if (first === undefined || moves.length === 0) return null;
  return (
    <div className={classes.zones} aria-hidden>
      {moves.map((to) => (
        <Box
          key={to}
          className={classes.zone ?? ''}
          data-over={over === to}
          data-to={to}
          onDragOver={(event) => {
            event.preventDefault();
            event.dataTransfer.dropEffect = 'move';
            setOver(to);
          }}
          onDragLeave={() => setOver(null)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(null);
            onDrop(to, event);
          }}
        >
          <span className={classes.zoneWords}>{rest.length === 0 ? moveWords(first, to, t) : t.moveTo[to]}</span>
        </Box>
      ))}
    </div>
  );
}
