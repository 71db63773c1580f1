import { Box } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { useCampaignTexts } from '../texts.ts';
import classes from './board.module.css';
import { moveWords, type Participant, type Status } from './participant.ts';

interface DropZonesProps {
  dragged: readonly Participant[];
  /** Available moves of the dragged participants into this column. */
  moves: readonly Status[];
  onDrop: (to: Status, event: DragEvent) => void;
}

/**
 * Drop zones of a column while cards are dragged, one per move. They are for the mouse only and hidden from screen readers; the
 * menu on each card does the same.
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
