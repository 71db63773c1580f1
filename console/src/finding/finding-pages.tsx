import { Anchor, Button, Center, Group, Image, Stack } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { omitUndefined } from '../admin/components/list-search.ts';
import { api, KEEP_PREVIOUS } from '../api.ts';
import { useChannelWords } from '../components/channel-words/texts.ts';
import type { Column } from '../components/data-table.tsx';
import { namedById, wordsOf } from '../components/filter-select.tsx';
import { type Filter, FilteredList } from '../components/filtered-list.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { Note } from '../components/note.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { useMay } from '../components/role-limit.tsx';
import { useSelection } from '../components/table/use-selection.ts';
import { useListNavigation } from '../components/use-list-navigation.ts';
import { codesOf, countryName } from '../language/codes.ts';
import { useFormats } from '../language/formats.ts';
import { useReader } from '../language/language.tsx';
import type { FindingDialog } from './finding-parts.tsx';
import { type Found, queryOf, useBandWords } from './found.ts';
import type { Owner } from './owner.ts';
import { ANSWERS, type FindingSearch, ORDERS, PLATFORMS, SIZES } from './search.ts';
import { useFindingTexts } from './texts.ts';

const FindingParts = lazyPart(() => import('./finding-parts.tsx'));

const BEHIND_CURSOR = {
  pageParamName: 'after',
  // Null is left out of the query; undefined would be sent as 0.
  initialPageParam: null,
  getNextPageParam: ({ meta }: { meta: { next_cursor: string | null } }) => meta.next_cursor ?? undefined,
} as const;
/** The lower limits of the bands of clicks. */
const CLICKS = [1, 100, 1_000, 10_000, 100_000];

/** The search of a store. */
export function StoreFindingPage() {
  const t = useFindingTexts();
  const store = Number(useParams({ from: '/console/shop/$store/creators' }).store);
  const search = useSearch({ from: '/console/shop/$store/creators' });
  const { worked, list } = search;
  const path = { store };
  const query = {
    ...queryOf(search),
    ...omitUndefined({ list, worked_together: worked === undefined ? undefined : worked === 'yes' }),
  };
  const found = api.useInfiniteQuery(
    'get',
    '/v2/stores/{store}/creators',
    { params: { path, query } },
    { ...BEHIND_CURSOR, ...KEEP_PREVIOUS },
  );
  const { data: lists } = api.useQuery('get', '/v2/stores/{store}/creator-lists', { params: { path } });
  const mayInvite = useMay('manage');
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <Results
        owner={{ kind: 'store', id: store }}
        mayInvite={mayInvite}
        search={search}
        found={found}
        lists={lists?.data ?? []}
      />
    </>
  );
}

/** The search of an agency. */
export function AgencyFindingPage() {
  const t = useFindingTexts();
  const client = Number(useParams({ from: '/console/agency/$client/find-creators' }).client);
  const search = useSearch({ from: '/console/agency/$client/find-creators' });
  const { worked, list } = search;
  const path = { client };
  const query = {
    ...queryOf(search),
    ...omitUndefined({ list, worked_together: worked === undefined ? undefined : worked === 'yes' }),
  };
  const found = api.useInfiniteQuery(
    'get',
    '/v2/clients/{client}/creators',
    { params: { path, query } },
    { ...BEHIND_CURSOR, ...KEEP_PREVIOUS },
  );
  const { data: lists } = api.useQuery('get', '/v2/clients/{client}/creator-lists', { params: { path } });
  const mayInvite = useMay('manage');
  return (
    <>
      <PageHeader title={t.title} hint={t.agency.hint} />
      <Results
        owner={{ kind: 'agency', id: client }}
        mayInvite={mayInvite}
        search={search}
        found={found}
        lists={lists?.data ?? []}
      />
    </>
  );
}

/** The search of an administrator. */
export function AdminFindingPage() {
  const t = useFindingTexts();
  const search = useSearch({ from: '/console/admin/creators' });
  const found = api.useInfiniteQuery(
    'get',
    '/v2/admin/creators',
    { params: { query: queryOf(search) } },
    { ...BEHIND_CURSOR, ...KEEP_PREVIOUS },
  );
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <Results owner={null} mayInvite={false} search={search} found={found} lists={[]} />
    </>
  );
}

interface Pages {
  data: { pages: readonly { data: readonly Found[] }[] } | undefined;
  error: unknown;
  refetch: () => unknown;
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

interface ResultsProps {
  /** Null: an administrator searches. */
  owner: Owner | null;
  mayInvite: boolean;
  search: FindingSearch;
  found: Pages;
  lists: readonly { id: number; name: string; creators: number }[];
}

function Results({ owner, mayInvite, search, found, lists }: ResultsProps) {
  const t = useFindingTexts();
  const ofAgency = owner?.kind === 'agency' ? t.agency : undefined;
  const invite = ofAgency?.invite ?? t.invite;
  const { narrow } = useListNavigation({ resetScroll: false });
  const selection = useSelection<Found>(owner === null ? 'all' : `${owner.kind} ${owner.id}`);
  const [dialog, setDialog] = useState<FindingDialog | null>(null);
  const rows = found.data?.pages.flatMap(({ data }) => data);
  const open = rows?.find(({ user_id: id }) => id === search.creator);
  const chosen = [...selection.selected.values()].map(({ user_id: id }) => id);
  const list = lists.find(({ id }) => id === search.list);
  const close = () => setDialog(null);
  const done = () => {
    selection.select(new Map());
    close();
  };
  return (
    <>
      <FilteredList
        name={owner === null ? 'all-creators' : 'find-creators'}
        label={t.title}
        search={{ label: t.search, value: search.query, maxLength: 200 }}
        filters={useFilters(search, owner === null ? null : lists, ofAgency)}
        columns={useColumns(owner?.kind === 'store', (creator) => narrow({ creator }))}
        query={{
          data: rows && { data: rows, meta: { last_page: 1 } },
          error: found.error,
          refetch: found.refetch,
          isPlaceholderData: found.isPlaceholderData,
        }}
        keyOf={({ user_id: id }) => id}
        empty={ofAgency?.empty ?? t.empty}
        nothingFound={t.nothingFound}
        page={1}
        bulk={
          mayInvite
            ? {
                ...selection,
                mayBeSelected: () => true,
                labelOf: ({ name }) => t.select(name),
                acts: [
                  { label: invite, run: () => setDialog('invite') },
                  { label: t.addToList, run: () => setDialog('list') },
                ],
                readPage: async () => ({ data: rows ?? [], meta: { last_page: 1 } }),
              }
            : undefined
        }
      >
        {mayInvite && list !== undefined && (
          <Group gap="xs">
            <Button variant="default" onClick={() => setDialog('invite-list')}>
              {t.inviteList}
            </Button>
            <Button variant="default" onClick={() => setDialog('rename')}>
              {t.renameList}
            </Button>
            <Button variant="subtle" color="red" onClick={() => setDialog('delete')}>
              {t.deleteList}
            </Button>
          </Group>
        )}
        {mayInvite && (
          <Button variant="default" onClick={() => setDialog('invite')}>
            {invite}
          </Button>
        )}
        {ofAgency !== undefined && (
          <Button variant="default" onClick={() => setDialog('invitations')}>
            {ofAgency.invitations}
          </Button>
        )}
      </FilteredList>
      {found.hasNextPage && (
        <Center mt="md">
          <Button variant="default" loading={found.isFetchingNextPage} onClick={() => found.fetchNextPage()}>
            {t.more}
          </Button>
        </Center>
      )}
      <Suspense>
        {(search.creator !== undefined || dialog !== null) && (
          <FindingParts
            owner={owner}
            creator={search.creator}
            known={open}
            mayWrite={mayInvite}
            dialog={dialog}
            chosen={chosen}
            lists={lists}
            list={list}
            onOpen={(creator) => narrow({ creator })}
            onDone={done}
            onListDeleted={() => {
              close();
              narrow({ list: undefined });
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

/**
 * @param lists of the store or the agency; null: an administrator searches
 * @param ofAgency the words of an agency, if one searches
 */
function useFilters(
  search: FindingSearch,
  lists: ResultsProps['lists'] | null,
  ofAgency: { worked: string } | undefined,
) {
  const t = useFindingTexts();
  const channelWords = useChannelWords();
  const { number } = useFormats();
  const { language } = useReader();
  const { data: topics } = api.useQuery('get', '/v2/store-categories');
  const words = (set: 'country' | 'language') =>
    codesOf(set, language).map(({ value, label }) => [value, label] as const);
  const bands = CLICKS.map((from, at) => [String(at + 1), number(from)] as const);
  const sizes = SIZES.map((from) => [from, number(Number(from))] as const);
  const filters: Filter[] = [
    { name: 'topic', label: t.topic, words: namedById(topics ?? []), value: search.topic, isId: true },
    { name: 'country', label: t.country, words: words('country'), value: search.country },
    { name: 'language', label: t.language, words: words('language'), value: search.language },
    { name: 'platform', label: t.platform, words: wordsOf(PLATFORMS, channelWords.platforms), value: search.platform },
    { name: 'followers', label: t.followers, words: sizes, value: search.followers },
    { name: 'proven', label: t.proven, words: wordsOf(ANSWERS, t.provenWords), value: search.proven },
    { name: 'clicks', label: t.clicks, words: bands, value: search.clicks, isId: true },
  ];
  if (lists !== null) {
    const named = lists.map(({ id, name, creators }) => [String(id), t.counts(name, number(creators))] as const);
    filters.push({
      name: 'worked',
      label: ofAgency?.worked ?? t.worked,
      words: wordsOf(ANSWERS, t.workedWords),
      value: search.worked,
    });
    filters.push({ name: 'list', label: t.list, words: named, value: search.list, isId: true });
  }
  filters.push({
    name: 'order',
    label: t.order,
    words: wordsOf(ORDERS, t.orders),
    value: search.order,
    none: t.largest,
  });
  return filters;
}

/** @param hasOwn a store searches, which has results of its own */
function useColumns(hasOwn: boolean, open: (creator: number) => void): Column<Found>[] {
  const t = useFindingTexts();
  const channelWords = useChannelWords();
  const bandWords = useBandWords();
  const { number } = useFormats();
  const { language } = useReader();
  const columns: Column<Found>[] = [
    {
      key: 'creator',
      label: t.creator,
      cell: ({ user_id: id, name, picture_url: picture, country, bio }) => (
        <Group gap="sm" wrap="nowrap" align="flex-start">
          {picture !== null && <Image src={picture} alt="" w={40} h={40} fit="cover" radius="sm" />}
          <Stack gap={0} miw={140} style={{ overflowWrap: 'anywhere' }}>
            <Anchor component="button" type="button" size="sm" fw={600} ta="left" onClick={() => open(id)}>
              {name}
            </Anchor>
            {country !== null && <Note size="xs">{countryName(country, language)}</Note>}
            <Note size="xs" lineClamp={2}>
              {bio}
            </Note>
          </Stack>
        </Group>
      ),
    },
    {
      key: 'channels',
      label: t.channels,
      wideOnly: true,
      cell: ({ channels }) => (
        <Stack gap={0}>
          {channels.slice(0, 3).map(({ platform, identifier, followers, stated_followers: stated }) => (
            <Note key={`${platform} ${identifier}`} size="xs">
              {withNumber(channelWords.platforms[platform], followers ?? stated, number)}
            </Note>
          ))}
        </Stack>
      ),
    },
    {
      key: 'topics',
      label: t.topics,
      wideOnly: true,
      cell: ({ topics }) => topics.map(({ name }) => name).join(', '),
    },
    {
      key: 'results',
      label: t.results,
      wideOnly: true,
      cell: ({ results }) => (results.clicks === null ? '' : bandWords('clicks', results.clicks)),
    },
  ];
  if (hasOwn)
    columns.push({
      key: 'own',
      label: t.own,
      numeric: true,
      wideOnly: true,
      cell: ({ own_results: own }) => (own === null ? '' : number(own.clicks)),
    });
  return columns;
}

const withNumber = (name: string, followers: number | null, write: (value: number) => string) =>
  followers === null ? name : `${name} · ${write(followers)}`;
