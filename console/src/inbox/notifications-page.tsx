import { Badge, Button, Card, Group, Pagination, Stack, Switch, Text } from '@mantine/core';
import { useRouter, useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api, client } from '../api.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Failure } from '../components/failure.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { PathLink } from '../components/path-link.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { usePageControls } from '../components/use-page-controls.ts';
import { useFormats } from '../language/formats.ts';
import { PagePending } from '../shell/page-pending.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { useInboxTexts } from './texts.ts';

type Notification =
  paths['/v2/me/notifications']['get']['responses']['200']['content']['application/json']['data'][number];

/** The notifications of the signed-in person, and which of them are e-mailed. */
export function NotificationsPage() {
  const controls = usePageControls();
  const t = useInboxTexts();
  const { page = 1, unread } = useSearch({ from: '/console/notifications' });
  const router = useRouter();
  const { data, error, refetch } = api.useQuery('get', '/v2/me/notifications', {
    params: { query: { page, ...(unread ? { is_read: false } : {}) } },
  });
  const markAll = useApiMutation(
    async (upTo: number) => await client.PATCH('/v2/me/notifications', { body: { is_read: true, up_to: upTo } }),
  );
  const show = (search: { page?: number; unread?: true }) => router.navigate({ to: '/console/notifications', search });
  const newest = data?.data[0];
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <Switch
          label={t.unreadOnly}
          checked={unread ?? false}
          onChange={(event) => show(event.currentTarget.checked ? { unread: true } : {})}
        />
        <Button
          variant="default"
          disabled={page > 1 || newest === undefined}
          loading={markAll.isPending}
          onClick={() => newest && markAll.mutate(newest.id)}
        >
          {t.markAll}
        </Button>
      </PageHeader>
      <Stack gap="xl">
        {error !== null && <Failure error={error} onRetry={refetch} />}
        {markAll.error !== null && <Failure error={markAll.error} />}
        {data === undefined && error === null && <PagePending />}
        {data?.data.length === 0 && <EmptyState title={t.empty} hint={t.emptyHint} />}
        {data !== undefined && data.data.length > 0 && (
          <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t.list}>
            {data.data.map((one) => (
              <Entry key={one.id} notification={one} />
            ))}
          </Stack>
        )}
        {data !== undefined && data.meta.last_page > 1 && (
          <Pagination
            getControlProps={controls}
            value={page}
            total={data.meta.last_page}
            onChange={(next) => show({ ...(next > 1 ? { page: next } : {}), ...(unread ? { unread } : {}) })}
          />
        )}
        <NotificationSettings />
      </Stack>
    </>
  );
}

function Entry({
  notification: { id, title, text, path, is_read: isRead, created_at: at },
}: {
  notification: Notification;
}) {
  const t = useInboxTexts();
  const { relative, time } = useFormats();
  const mark = useApiMutation(
    async (read: boolean) =>
      await client.PATCH('/v2/me/notifications/{notification}', {
        params: { path: { notification: id } },
        body: { is_read: read },
      }),
  );
  return (
    <Card component="li" padding="md">
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={4} flex={1} miw={220} style={{ overflowWrap: 'anywhere' }}>
          <Group gap="xs">
            <PathLink path={path} onOpen={() => !isRead && mark.mutate(true)} fw={isRead ? 450 : 650}>
              {title}
            </PathLink>
            {!isRead && <Badge size="sm">{t.isNew}</Badge>}
          </Group>
          <Text size="sm" maw={640}>
            {text}
          </Text>
          <Text size="xs" c="dimmed" component="time" dateTime={at} title={time(at)}>
            {relative(at)}
          </Text>
        </Stack>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={isRead ? t.markUnread(title) : t.markRead(title)}
          loading={mark.isPending}
          onClick={() => mark.mutate(!isRead)}
        >
          {isRead ? t.unread : t.read}
        </Button>
      </Group>
      {mark.error !== null && <Failure error={mark.error} />}
    </Card>
  );
}
