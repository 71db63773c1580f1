import { Badge, Button, Card, Group, Skeleton, Stack, Text } from '@mantine/core';
import { api, client } from '../../api.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Failure } from '../../components/failure.tsx';
import { Note } from '../../components/note.tsx';
import { useMay } from '../../components/role-limit.tsx';
import { useFormats } from '../../language/formats.ts';
import { BEHIND_CURSOR } from '../behind-cursor.ts';
import { useMessageTexts } from '../texts.ts';
import { useLeftOut } from './left-out.ts';

/** A dialog with the messages of a store to many: what is scheduled, whom they have reached and who was left out. */
export default function SentMessages({ store, onClose }: { store: number; onClose: () => void }) {
  const t = useMessageTexts();
  const path = { store };
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = api.useInfiniteQuery(
    'get',
    '/v2/stores/{store}/broadcasts',
    { params: { path } },
    BEHIND_CURSOR,
  );
  const { time, number } = useFormats();
  const mayWrite = useMay('manage');
  const leftOut = useLeftOut();
  const messages = data?.pages.flatMap((page) => page.data);
  return (
    <Dialog opened size="lg" title={t.many.open} onClose={onClose}>
      <Stack gap="sm">
        {error !== null && <Failure error={error} onRetry={refetch} />}
        {messages === undefined && error === null && <Skeleton h={160} />}
        {messages?.length === 0 && <Note>{t.many.none}</Note>}
        {messages?.map(({ id, subject, offer, state, sent, left_out, send_at: at }) => (
          <Card key={id} padding="sm" withBorder>
            <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
              <Group gap="xs">
                <Text size="sm" fw={600}>
                  {subject}
                </Text>
                <Badge size="sm" variant="light">
                  {t.many.states[state]}
                </Badge>
              </Group>
              <Text size="sm">
                {[time(at), offer?.title, state === 'scheduled' ? undefined : t.many.sent(number(sent))]
                  .filter((part) => part !== undefined)
                  .join(' · ')}
              </Text>
              {leftOut(left_out) !== null && <Text size="sm">{leftOut(left_out)}</Text>}
              {state === 'scheduled' && mayWrite && (
                <div>
                  <ConfirmButton
                    button={{ size: 'compact-sm', variant: 'default', 'aria-label': t.many.removeLabel(subject) }}
                    title={t.many.removeTitle}
                    text={t.many.removeText}
                    action={t.many.remove}
                    act={() =>
                      client.DELETE('/v2/stores/{store}/broadcasts/{broadcast}', {
                        params: { path: { store, broadcast: id } },
                      })
                    }
                    done={t.many.removed}
                  />
                </div>
              )}
            </Stack>
          </Card>
        ))}
        {hasNextPage && (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {t.more}
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}
