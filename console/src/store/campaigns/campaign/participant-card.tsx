import { Badge, Card, Checkbox, Group, Stack, UnstyledButton } from '@mantine/core';
import type { DragEventHandler } from 'react';
import { Note } from '../../../components/note.tsx';
import { useMay } from '../../../components/role-limit.tsx';
import { useFormats } from '../../../language/formats.ts';
import { useCampaignTexts } from '../texts.ts';
import classes from './board.module.css';
import { ProfileNote } from './creator-profile.tsx';
import { Moves } from './moves.tsx';
import { nameOf, type Participant, type Profile, type Status } from './participant.ts';

interface ParticipantCardProps {
  participant: Participant;
  /** Who an applicant is. */
  profile?: Profile | undefined;
  isChosen: boolean;
  isMoving: boolean;
  onChoose: (isChosen: boolean) => void;
  onOpen: () => void;
  onMove: (to: Status) => void;
  onDragStart: DragEventHandler;
  onDragEnd: DragEventHandler;
}

/** One participant on the board. */
export function ParticipantCard({
  participant,
  profile,
  isChosen,
  isMoving,
  onChoose,
  onOpen,
  onMove,
  ...drag
}: ParticipantCardProps) {
  const { board: t } = useCampaignTexts();
  const { number } = useFormats();
  const name = nameOf(participant);
  const todo = participant.todo ?? [];
  const facts = [
    ...(participant.clicks > 0 ? [t.clickCount(number(participant.clicks))] : []),
    ...(todo.length > 0 ? [t.todoDone(number(todo.filter(({ value }) => value).length), number(todo.length))] : []),
    ...((participant.offer_comments_count ?? 0) > 0 ? [t.comments(number(participant.offer_comments_count!))] : []),
  ];
  const mayManage = useMay('manage');
  const mayMove = mayManage && (participant.transitions ?? []).length > 0;
  return (
    <Card
      component="li"
      p="xs"
      radius="md"
      className={classes.card ?? ''}
      data-chosen={isChosen}
      aria-busy={isMoving}
      draggable={mayMove && !isMoving}
      {...drag}
    >
      <Stack gap={6}>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Checkbox
            size="xs"
            mt={3}
            aria-label={t.choose(name)}
            checked={isChosen}
            onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
          />
          <UnstyledButton className={classes.name ?? ''} fz="sm" onClick={onOpen}>
            {name}
          </UnstyledButton>
        </Group>
        {profile && <ProfileNote profile={profile} />}
        {facts.length > 0 && <Note size="xs">{facts.join(' · ')}</Note>}
        <Group justify="space-between" gap={4}>
          <Badge variant="light" color="gray" tt="none" fw={550} px={8} c="var(--mantine-color-text)">
            {t.status[participant.status]}
          </Badge>
          {mayMove && <Moves participant={participant} isMoving={isMoving} onMove={onMove} />}
        </Group>
      </Stack>
    </Card>
  );
}
