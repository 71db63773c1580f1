import { Badge, Button, Card, Group, Stack, Switch, Text } from '@mantine/core';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { Suspense, useState } from 'react';
import { api, client, KEEP_PREVIOUS } from '../api.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Failure } from '../components/failure.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { useMay } from '../components/role-limit.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useFormats } from '../language/formats.ts';
import { PagePending } from '../shell/page-pending.tsx';
import { BEHIND_CURSOR } from './behind-cursor.ts';
import { OpenConversation } from './open-conversation.tsx';
import { useMessageTexts } from './texts.ts';

const NewMessage = lazyPart(() => import('./dialogs/new-message.tsx'));
const SentMessages = lazyPart(() => import('./dialogs/sent-messages.tsx'));
const Templates = lazyPart(() => import('./dialogs/templates.tsx'));

type Conversation =
  paths['/v2/me/conversations']['get']['responses']['200']['content']['application/json']['data'][number];

const queryOf = (unread: true | undefined) => ({ query: unread ? { unread } : {} });

/** The conversations of a store, and messages to many. */
export function StoreMessagesPage() {
  const t = useMessageTexts();
  const from = '/console/shop/$store/messages';
  const store = Number(useParams({ from }).store);
  const { open, unread, to } = useSearch({ from });
  const router = useRouter();
  const show = (search: Search) => router.navigate({ to: from, params: { store: String(store) }, search });
  const found = api.useInfiniteQuery(
    'get',
    '/v2/stores/{store}/conversations',
    { params: { path: { store }, ...queryOf(unread) } },
    { ...BEHIND_CURSOR, ...KEEP_PREVIOUS },
  );
  const mayWrite = useMay('manage');
  const [opened, setOpened] = useState<'new' | 'many' | 'templates' | null>(null);
  const close = () => {
    setOpened(null);
    if (to !== undefined) void show(unread ? { unread } : {});
  };
  const inbox: Inbox = { side: 'store', found, open, unread, show };
  return (
    <>
      <PageHeader title={t.title} hint={t.hint.store} {...openedIn(inbox)}>
        <InboxActions inbox={inbox} />
        {open === undefined && (
          <>
            <Button variant="default" onClick={() => setOpened('many')}>
              {t.many.open}
            </Button>
            <Button variant="default" onClick={() => setOpened('templates')}>
              {t.templates.open}
            </Button>
          </>
        )}
        {mayWrite && open === undefined && <Button onClick={() => setOpened('new')}>{t.write.open}</Button>}
      </PageHeader>
      <InboxList inbox={inbox} />
      {opened === 'many' && (
        <Suspense>
          <SentMessages store={store} onClose={close} />
        </Suspense>
      )}
      {opened === 'templates' && (
        <Suspense>
          <Templates store={store} mayWrite={mayWrite} onClose={close} />
        </Suspense>
      )}
      {mayWrite && (opened === 'new' || to !== undefined) && (
        <Suspense>
          <NewMessage store={store} participants={to ?? []} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** The conversations of a creator. */
export function CreatorMessagesPage() {
  const t = useMessageTexts();
  const from = '/console/creator/messages';
  const { open, unread } = useSearch({ from });
  const router = useRouter();
  const show = (search: Search) => router.navigate({ to: from, search });
  const found = api.useInfiniteQuery(
    'get',
    '/v2/me/conversations',
    { params: queryOf(unread) },
    { ...BEHIND_CURSOR, ...KEEP_PREVIOUS },
  );
  const inbox: Inbox = { side: 'creator', found, open, unread, show };
  return (
    <>
      <PageHeader title={t.title} hint={t.hint.creator} {...openedIn(inbox)}>
        <InboxActions inbox={inbox} />
      </PageHeader>
      <InboxList inbox={inbox} />
    </>
  );
}

/** The conversations of an agency’s creators. */
export function AgencyMessagesPage() {
  const t = useMessageTexts();
  const from = '/console/agency/$client/messages';
  const agency = Number(useParams({ from }).client);
  const { open, unread } = useSearch({ from });
  const router = useRouter();
  const show = (search: Search) => router.navigate({ to: from, params: { client: String(agency) }, search });
  const found = api.useInfiniteQuery(
    'get',
    '/v2/clients/{client}/conversations',
    { params: { path: { client: agency }, ...queryOf(unread) } },
    { ...BEHIND_CURSOR, ...KEEP_PREVIOUS },
  );
  const inbox: Inbox = { side: 'agency', found, open, unread, show };
  return (
    <>
      <PageHeader title={t.title} hint={t.hint.agency} {...openedIn(inbox)}>
        <InboxActions inbox={inbox} />
      </PageHeader>
      <InboxList inbox={inbox} />
    </>
  );
}

interface Search {
  open?: number;
  unread?: true;
}

interface Inbox {
  side: 'store' | 'creator' | 'agency';
  found: {
    data: { pages: readonly { data: readonly Conversation[] }[] } | undefined;
    error: unknown;
    refetch: () => unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
  open: number | undefined;
  unread: true | undefined;
  show: (search: Search) => unknown;
}

const conversationsOf = ({ found }: Inbox) => found.data?.pages.flatMap((page) => page.data);

const openConversation = (inbox: Inbox): Conversation | undefined =>
  conversationsOf(inbox)?.find((one) => one.participant_id === inbox.open);

/** The other side and the campaign of the conversation that is open, for the heading. */
function openedIn(inbox: Inbox): { name?: string; facts?: string } {
  const opened = openConversation(inbox);
  return opened === undefined ? {} : { name: titleOf(opened, inbox.side), facts: opened.offer.title };
}

/** The filter of the list, or what can be done with the conversation that is open. */
function InboxActions({ inbox }: { inbox: Inbox }) {
  const t = useMessageTexts();
  const { side, open, unread, show } = inbox;
  const opened = openConversation(inbox);
  if (open === undefined)
    return (
      <Switch
        label={t.unreadOnly}
        checked={unread ?? false}
        onChange={(event) => show(event.currentTarget.checked ? { unread: true } : {})}
      />
    );
  return (
    <>
      {side === 'creator' && opened !== undefined && <Mute store={opened.store} />}
      <Button variant="default" onClick={() => show(unread ? { unread } : {})}>
        {t.back}
      </Button>
    </>
  );
}

/** The list, or the conversation that is open. */
function InboxList({ inbox }: { inbox: Inbox }) {
  const t = useMessageTexts();
  const { side, found, open, unread, show } = inbox;
  const { error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = found;
  const conversations = conversationsOf(inbox);
  const filter = unread ? { unread } : {};
  if (open !== undefined) {
    const creator = side === 'store' ? (openConversation(inbox)?.creator ?? null) : null;
    return <OpenConversation participant={open} creator={creator} />;
  }
  return (
    <Stack gap="md">
      {error !== null && <Failure error={error} onRetry={refetch} />}
      {conversations === undefined && error === null && <PagePending />}
      {conversations?.length === 0 && <EmptyState title={t.empty} hint={t.emptyHint} />}
      {conversations !== undefined && conversations.length > 0 && (
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t.list}>
          {conversations.map((one) => (
            <Entry
              key={one.participant_id}
              conversation={one}
              side={side}
              onOpen={() => show({ ...filter, open: one.participant_id })}
            />
          ))}
        </Stack>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t.more}
        </Button>
      )}
    </Stack>
  );
}

/** The other side; for an agency, both. */
function titleOf({ creator, store }: Conversation, side: Inbox['side']): string {
  if (side === 'creator') return store.name;
  const name = creator?.public_name ?? '–';
  return side === 'store' ? name : `${name} · ${store.name}`;
}

function Entry({
  conversation,
  side,
  onOpen,
}: {
  conversation: Conversation;
  side: Inbox['side'];
  onOpen: () => void;
}) {
  const t = useMessageTexts();
  const { relative, time, number } = useFormats();
  const { unread, offer, last_message: last } = conversation;
  const at = last.created_at;
  return (
    <Card component="li" padding="md">
      <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          <Button variant="subtle" size="compact-md" ml={-8} onClick={onOpen}>
            {titleOf(conversation, side)}
          </Button>
          {unread > 0 && <Badge size="sm">{t.unread(number(unread))}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {offer.title}
        </Text>
        <Text size="sm" lineClamp={2}>
          {last.is_deleted ? t.isDeleted : `${last.author}: ${last.text}`}
        </Text>
        <Text size="xs" c="dimmed" component="time" dateTime={at} title={time(at)}>
          {relative(at)}
        </Text>
      </Stack>
    </Card>
  );
}

/** Turns the store’s messages to many off and on. */
function Mute({ store: { id: store, name } }: { store: { id: number; name: string } }) {
  const t = useMessageTexts();
  const { data } = api.useQuery('get', '/v2/me/muted-stores');
  const isMuted = data?.data.some((one) => one.store.id === store);
  const params = { path: { store } };
  const change = useApiMutation(
    async (muted: boolean) =>
      muted
        ? await client.DELETE('/v2/me/muted-stores/{store}', { params })
        : await client.PUT('/v2/me/muted-stores/{store}', { params }),
    { done: isMuted ? t.unmuted : t.muted },
  );
  if (isMuted === undefined) return null;
  return (
    <>
      <Button variant="default" loading={change.isPending} onClick={() => change.mutate(isMuted)}>
        {isMuted ? t.unmute(name) : t.mute(name)}
      </Button>
      {change.error !== null && <Failure error={change.error} />}
    </>
  );
}
