import { Alert, Button, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { IconArrowRight, IconMessage } from '@tabler/icons-react';
import type { paths } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { api, client } from '../../../api.ts';
import { useFormats } from '../../../language/formats.ts';
import { Failure } from '../../../parts/failure.tsx';
import { useDoing } from '../../../parts/use-doing.ts';
import { useMe } from '../../../session/use-me.ts';
import { useCampaignTexts } from '../texts.ts';
import type { Status } from './participant.ts';
import { DrawerPart } from './participant-drawer.tsx';

type Activity =
  paths['/v2/offer-users/{offerUser}/activities']['get']['responses']['200']['content']['application/json']['data'][number];

/** What was said about a participation and what happened in it, in order. */
export function ParticipantTalk({ participant }: { participant: number }) {
  const { board } = useCampaignTexts();
  const t = board.drawer;
  const [text, setText] = useState('');
  const path = { offerUser: participant };
  const { data, error, refetch } = api.useQuery('get', '/v2/offer-users/{offerUser}/activities', {
    params: { path, query: { size: 100 } },
  });
  const sending = useDoing(
    async () => {
      await client.POST('/v2/offer-users/{offerUser}/comments', { params: { path }, body: { comment: text.trim() } });
    },
    { done: t.sent, onDone: () => setText('') },
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') sending.mutate();
  };
  return (
    <DrawerPart title={t.talk} hint={t.talkHint}>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && data === undefined && <Skeleton h={80} />}
      {data?.data.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.noLog}
        </Text>
      )}
      <Stack gap="md" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
        {data?.data.map((activity, index) => (
          <Entry
            key={`${activity.created_at}-${activity.comment_id ?? index}`}
            activity={activity}
            participant={participant}
          />
        ))}
      </Stack>
      <form onSubmit={send}>
        <Textarea
          mt="md"
          label={t.say}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={4000}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {sending.failure && (
          <Alert color="red" variant="light" role="alert" mt="xs">
            {sending.failure}
          </Alert>
        )}
        <Group justify="flex-end" mt="xs">
          <Button type="submit" size="xs" loading={sending.isPending} disabled={text.trim() === ''}>
            {t.send}
          </Button>
        </Group>
      </form>
    </DrawerPart>
  );
}

function Entry({ activity, participant }: { activity: Activity; participant: number }) {
  const { board } = useCampaignTexts();
  const t = board.drawer;
  const { time, relative } = useFormats();
  const isMine = useMe().id === activity.actor_id;
  const words = (status: string | undefined) => board.status[status as Status] ?? status ?? '';
  const Icon = activity.type === 'STATUS_CHANGE' ? IconArrowRight : IconMessage;
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <Icon size={16} aria-hidden style={{ marginTop: 3, flexShrink: 0 }} />
      <div style={{ flex: 1, minWidth: 0 }}>
        <Text size="sm">
          <b>{activity.actor_display_name ?? t.system}</b>{' '}
          <Text span size="xs" c="dimmed" title={time(activity.created_at)}>
            {relative(activity.created_at)}
            {activity.updated_at !== undefined && ` · ${t.edited}`}
          </Text>
        </Text>
        {activity.type === 'STATUS_CHANGE' && (
          <Text size="sm">{t.statusChange(words(activity.old_status), words(activity.new_status))}</Text>
        )}
        {activity.type === 'DELETED_COMMENT' && (
          <Text size="sm" c="dimmed">
            {t.wasDeleted}
          </Text>
        )}
        {activity.type === 'COMMENT' && (
          <Comment
            text={activity.comment_text ?? ''}
            path={{ offerUser: participant, comment: activity.comment_id! }}
            isMine={isMine}
          />
        )}
      </div>
    </Group>
  );
}

function Comment({
  text,
  path,
  isMine,
}: {
  text: string;
  path: { offerUser: number; comment: number };
  isMine: boolean;
}) {
  const { board } = useCampaignTexts();
  const t = board.drawer;
  const [edited, setEdited] = useState<string | null>(null);
  const params = { params: { path } };
  const saving = useDoing(
    async (comment: string) => {
      await client.PUT('/v2/offer-users/{offerUser}/comments/{comment}', { ...params, body: { comment } });
    },
    { onDone: () => setEdited(null) },
  );
  const removing = useDoing(
    async () => {
      await client.DELETE('/v2/offer-users/{offerUser}/comments/{comment}', params);
    },
    { done: t.deleted },
  );
  const failure = saving.failure ?? removing.failure;
  return (
    <>
      {edited === null ? (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      ) : (
        <Textarea
          aria-label={t.editOf}
          autosize
          data-autofocus
          maxLength={4000}
          value={edited}
          onChange={({ currentTarget }) => setEdited(currentTarget.value)}
        />
      )}
      {failure && (
        <Text size="xs" role="alert" className="is-worse">
          {failure}
        </Text>
      )}
      {isMine && (
        <Group gap={4} mt={2}>
          {edited === null ? (
            <>
              <Button size="compact-xs" variant="subtle" aria-label={t.editOf} onClick={() => setEdited(text)}>
                {t.edit}
              </Button>
              <Button
                size="compact-xs"
                variant="subtle"
                color="gray"
                aria-label={t.deleteOf}
                loading={removing.isPending}
                onClick={() => removing.mutate()}
              >
                {t.delete}
              </Button>
            </>
          ) : (
            <>
              <Button
                size="compact-xs"
                loading={saving.isPending}
                disabled={edited.trim() === ''}
                onClick={() => saving.mutate(edited.trim())}
              >
                {t.saveEdit}
              </Button>
              <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setEdited(null)}>
                {t.cancelEdit}
              </Button>
            </>
          )}
        </Group>
      )}
    </>
  );
}
