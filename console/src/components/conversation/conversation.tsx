import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';

import { IconArrowRight, IconArrowUp, IconMessage } from '@tabler/icons-react';
import { useRef } from 'react';
import { client } from '../../api.ts';
import { useFormats } from '../../language/formats.ts';
import { useMe } from '../../session/use-me.ts';
import { Failure } from '../failure.tsx';
import { Note } from '../note.tsx';
import { Comment } from './comment.tsx';
import { MessageForm } from './message-form.tsx';
import { useConversationTexts } from './texts.ts';
import { type Activity, useActivities } from './use-activities.ts';

interface ConversationProps {
  participant: number;
  /** Text for an empty log. */
  nothing: string;
  /** Label of the comment field. */
  say: string;
  /** Describes a status change to the reader. */
  moved: (from: string | undefined, to: string | undefined) => string;
  /** The creator, whom the log names by username, if the reader is somebody else. */
  creator?: { id: number; name: string };
}

/** Comments and status changes of a participation, with a field for a new comment. */
export function Conversation({ participant, nothing, say, ...shown }: ConversationProps) {
  const t = useConversationTexts();
  const { activities, error, refetch, earlier } = useActivities(participant);
  const list = useRef<HTMLDivElement>(null);
  return (
    <>
      {error && <Failure error={error} onRetry={refetch} />}
      {activities === undefined && !error && <Skeleton h={120} />}
      {activities?.length === 0 && <Note>{nothing}</Note>}
      {activities !== undefined && earlier !== undefined && (
        <Button
          size="compact-sm"
          variant="subtle"
          mb="md"
          ml={-8}
          leftSection={<IconArrowUp size={14} aria-hidden />}
          onClick={() => {
            earlier();
            // The button disappears with the last page; the focus moves to the entries.
            list.current?.focus({ preventScroll: true });
          }}
        >
          {t.earlier}
        </Button>
      )}
      <Stack
        ref={list}
        tabIndex={-1}
        gap="md"
        component="ol"
        p={0}
        m={0}
        style={{ listStyle: 'none', outline: 'none' }}
      >
        {activities?.map(({ number, ...activity }) => (
          <Entry key={number} activity={activity} participant={participant} {...shown} />
        ))}
      </Stack>
      <Write participant={participant} label={say} />
    </>
  );
}

function Entry({
  activity,
  participant,
  moved,
  creator,
}: { activity: Activity } & Pick<ConversationProps, 'participant' | 'moved' | 'creator'>) {
  const t = useConversationTexts();
  const { time, relative } = useFormats();
  const isMine = useMe().id === activity.actor_id;
  const name = creator?.id === activity.actor_id ? creator?.name : activity.actor_display_name;
  const { type, created_at, updated_at, comment_id, comment_text } = activity;
  const Icon = type === 'STATUS_CHANGE' ? IconArrowRight : IconMessage;
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <Icon size={16} aria-hidden style={{ marginTop: 3, flexShrink: 0 }} />
      <div style={{ flex: 1, minWidth: 0 }}>
        <Text size="sm">
          <b>{isMine ? t.you : (name ?? t.system)}</b>{' '}
          <Text span size="xs" c="dimmed" title={time(created_at)}>
            {relative(created_at)}
            {updated_at !== undefined && ` · ${t.edited}`}
          </Text>
        </Text>
        {type === 'COMMENT' ? (
          <Comment text={comment_text ?? ''} path={{ offerUser: participant, comment: comment_id! }} isMine={isMine} />
        ) : (
          <Note>{type === 'DELETED_COMMENT' ? t.wasDeleted : moved(activity.old_status, activity.new_status)}</Note>
        )}
      </div>
    </Group>
  );
}

function Write({ participant, label }: { participant: number; label: string }) {
  const t = useConversationTexts();
  const params = { path: { offerUser: participant } };
  return (
    <Box mt="lg">
      <MessageForm
        key={participant}
        name={`comment:${participant}`}
        label={label}
        action={t.send}
        send={(comment) => client.POST('/v2/offer-users/{offerUser}/comments', { params, body: { comment } })}
        done={t.sent}
      />
    </Box>
  );
}
