import { Group, Stack, Text, Title } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { useFormats } from '../../../language/formats.ts';
import { useCampaignTexts } from '../texts.ts';
import classes from './board.module.css';
import { DropZones } from './drop-zones.tsx';
import { commonMoves, type Participant, type Profile, STAGES, type Status } from './participant.ts';
import { ParticipantCard } from './participant-card.tsx';

const SLIP_PX = 40;

interface ColumnsProps {
  participants: readonly Participant[];
  /** Facts about applicants, by participant. */
  profiles: ReadonlyMap<number, Profile>;
  chosen: ReadonlySet<number>;
  /** Participants that are being moved. */
  moving: readonly Participant[];
  onChoose: (id: number, isChosen: boolean) => void;
  onOpen: (id: number) => void;
  onMove: (participants: readonly Participant[], to: Status) => void;
}

/** Columns of the board. Dragging a selected card moves all selected participants. */
export function Columns({ participants, profiles, chosen, moving, onChoose, onOpen, onMove }: ColumnsProps) {
  const { board: t } = useCampaignTexts();
  const { number } = useFormats();
  const [dragged, setDragged] = useState<readonly Participant[]>([]);
  const moves = commonMoves(dragged);
  const taken = useRef({ x: 0, y: 0 });
  const drop = (to: Status, { clientX, clientY }: DragEvent) => {
    setDragged([]);
    // A drop zone may be below the card itself, so a short drag is ignored.
    if (Math.hypot(clientX - taken.current.x, clientY - taken.current.y) >= SLIP_PX) onMove(dragged, to);
  };
  const startDragging = (event: DragEvent, participant: Participant) => {
    taken.current = { x: event.clientX, y: event.clientY };
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', String(participant.id));
    // Browsers cancel a drag if the page changes at its start, so the drop zones appear afterwards.
    setTimeout(() =>
      setDragged(chosen.has(participant.id) ? participants.filter(({ id }) => chosen.has(id)) : [participant]),
    );
  };
  return (
    <div className={classes.board} data-dragging={dragged.length > 0}>
      {STAGES.map(({ key, statuses }) => {
        const here = participants
          .filter(({ status }) => statuses.includes(status))
          .sort((a, b) => statuses.indexOf(a.status) - statuses.indexOf(b.status));
        return (
          <section key={key} aria-label={t.stages[key]} className={classes.column}>
            <Group justify="space-between" mb="xs" wrap="nowrap">
              <Title order={3} size="sm">
                {t.stages[key]}
              </Title>
              <Text size="sm" c="light-dark(var(--mantine-color-gray-7), var(--mantine-color-dark-1))">
                {number(here.length)}
              </Text>
            </Group>
            <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
              {here.map((participant) => (
                <ParticipantCard
                  key={participant.id}
                  participant={participant}
                  profile={profiles.get(participant.id)}
                  isChosen={chosen.has(participant.id)}
                  isMoving={moving.some(({ id }) => id === participant.id)}
                  onChoose={(isChosen) => onChoose(participant.id, isChosen)}
                  onOpen={() => onOpen(participant.id)}
                  onMove={(to) => onMove([participant], to)}
                  onDragStart={(event) => startDragging(event, participant)}
                  onDragEnd={() => setDragged([])}
                />
              ))}
            </Stack>
            <DropZones dragged={dragged} moves={moves.filter((to) => statuses.includes(to))} onDrop={drop} />
          </section>
        );
      })}
    </div>
  );
}
