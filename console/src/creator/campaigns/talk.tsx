import { Alert, Button, Card, Group, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core';
import type { paths } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { api, client } from '../../api.ts';
import { useFormats } from '../../language/formats.ts';
import { Failure } from '../../parts/failure.tsx';
import { useDoing } from '../../parts/use-doing.ts';
import { useMe } from '../../session/use-me.ts';
import { useCampaignTexts } from './texts.ts';

type Activity =
  paths['/v2/offer-users/{offerUser}/activities']['get']['responses']['200']['content']['application/json']['data'][number];

const MOST = 100;

/** What creator and shop have said to each other, and what has happened. */
export function Talk({ participant }: { participant: number }) {
  const t = useCampaignTexts();
  const { data, error, refetch } = api.useQuery('get', '/v2/offer-users/{offerUser}/activities', {
    params: { path: { offerUser: participant }, query: { size: MOST } },
  });
  return (
    <Card component="section" aria-labelledby="talk">
      <Title order={2} size="h4" mb="md" id="talk">
        {t.talk}
      </Title>
      {error && <Failure error={error} onRetry={refetch} />}
      {data === undefined && !error && <Skeleton h={120} />}
      {data?.data.length === 0 && <Text c="dimmed">{t.noTalk}</Text>}
      <Stack gap="md" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
        {data?.data.map((activity) => (
          <Entry
            key={`${activity.type} ${activity.created_at} ${activity.comment_id ?? ''}`}
            {...{ activity, participant }}
          />
        ))}
      </Stack>
      <Write participant={participant} />
    </Card>
  );
}

function Entry({ activity, participant }: { activity: Activity; participant: number }) {
  const t = useCampaignTexts();
  const { time, relative } = useFormats();
  const { id: user } = useMe();
  const isMine = activity.actor_id === user;
  const isComment = activity.type === 'COMMENT';
  return (
    <li>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600}>
          {isMine ? t.you : (activity.actor_display_name ?? t.somebody)}{' '}
          <Text span size="xs" c="dimmed" title={time(activity.created_at)}>
            {relative(activity.created_at)}
            {activity.updated_at !== undefined && `, ${t.edited}`}
          </Text>
        </Text>
        {isMine && isComment && <Remove participant={participant} activity={activity} />}
      </Group>
      <Text
        size="sm"
        {...(isComment ? {} : { c: 'dimmed' })}
        style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
      >
        {isComment ? activity.comment_text : eventWords(activity, t)}
      </Text>
    </li>
  );
}

function eventWords({ type, new_status: status }: Activity, t: ReturnType<typeof useCampaignTexts>): string {
  if (type === 'DELETED_COMMENT') return t.deletedComment;
  return t.changed(t.state[status as keyof typeof t.state] ?? String(status));
}

function Remove({ participant, activity }: { participant: number; activity: Activity }) {
  const t = useCampaignTexts();
  const remove = useDoing(
    async () =>
      await client.DELETE('/v2/offer-users/{offerUser}/comments/{comment}', {
        params: { path: { offerUser: participant, comment: activity.comment_id! } },
      }),
    { done: t.removed },
  );
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      loading={remove.isPending}
      aria-label={t.removeOf(activity.comment_text ?? '')}
      title={remove.failure ?? undefined}
      onClick={() => remove.mutate()}
    >
      {t.remove}
    </Button>
  );
}

function Write({ participant }: { participant: number }) {
  const t = useCampaignTexts();
  const [comment, setComment] = useState('');
  const write = useDoing(
    async () =>
      (
        await client.POST('/v2/offer-users/{offerUser}/comments', {
          params: { path: { offerUser: participant } },
          body: { comment: comment.trim() },
        })
      ).data!,
    { done: t.sent, onDone: () => setComment('') },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (comment.trim() !== '') write.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" mt="lg" align="flex-start">
        <Textarea
          w="100%"
          label={t.write}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={4000}
          value={comment}
          onChange={({ currentTarget: { value } }) => setComment(value)}
        />
        {write.failure && (
          <Alert color="red" variant="light" role="alert">
            {write.failure}
          </Alert>
        )}
        <Button type="submit" size="sm" variant="light" loading={write.isPending} disabled={comment.trim() === ''}>
          {t.send}
        </Button>
      </Stack>
    </form>
  );
}
