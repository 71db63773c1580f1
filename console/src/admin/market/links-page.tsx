import { Anchor, Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api, client, KEEP_PREVIOUS } from '../../api.ts';
import { AmountLink } from '../../components/amount-link.tsx';
import type { Column } from '../../components/data-table.tsx';
import { addDays, today } from '../../components/day-range.ts';
import { daysOf } from '../../components/explanation/places.ts';
import { wordsOf } from '../../components/filter-select.tsx';
import { FilteredList } from '../../components/filtered-list.tsx';
import { Note } from '../../components/note.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { BEHIND_CURSOR, listOfPages, ShowMore } from '../../components/table/cursor-list.tsx';
import { useFormats } from '../../language/formats.ts';
import { omitUndefined } from '../components/list-search.ts';
import { NameLink, personPage, storePage } from './party.tsx';
import { ARCHIVED } from './search.ts';
import { CreatorFilter, StoreFilter } from './store-filter.tsx';
import { useMarketTexts } from './texts.ts';

const PATH = '/v2/admin/links';
type AnyLink = paths[typeof PATH]['get']['responses']['200']['content']['application/json']['data'][number];

/** The most days that the page of a link's clicks and orders shows. */
const MAX_DAYS = 730;

/** The links of all creators. */
export function AllLinksPage() {
  const { links: t } = useMarketTexts();
  const { query: q, archived, store, creator } = useSearch({ from: '/console/admin/links' });
  const query = omitUndefined({ q, advertiser_id: store, user_id: creator, archived });
  const list = api.useInfiniteQuery('get', PATH, { params: { query } }, { ...BEHIND_CURSOR, ...KEEP_PREVIOUS });
  const read = async (after: number | undefined, size: number) =>
    (await client.GET(PATH, { params: { query: omitUndefined({ ...query, after, size }) } })).data!;
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <FilteredList
        name="all-links"
        label={t.title}
        search={{ label: t.search, value: q, maxLength: 120 }}
        filters={[{ name: 'archived', label: t.archived, words: wordsOf(ARCHIVED, t.archivedWords), value: archived }]}
        further={{ store, creator }}
        columns={useColumns()}
        query={listOfPages(list, read)}
        keyOf={({ id }) => id}
        empty={t.empty}
        nothingFound={t.nothingFound}
        page={1}
      >
        <StoreFilter value={store} />
        <CreatorFilter value={creator} />
      </FilteredList>
      <ShowMore of={list} />
    </>
  );
}

/** The clicks and orders of a link by day, from its first day. */
function daysOfLink({ id, created_at: at, advertiser }: AnyLink) {
  const to = today();
  const [first, earliest] = [at.slice(0, 10), addDays(to, 1 - MAX_DAYS)];
  return daysOf({ store: advertiser.id }, { from: first < earliest ? earliest : first, to }, { link: id });
}

function useColumns(): Column<AnyLink>[] {
  const t = useMarketTexts();
  const { day, money, number } = useFormats();
  const nameOf = ({ title, original_url: url }: AnyLink) => title || url;
  return [
    {
      key: 'link',
      label: t.links.link,
      value: nameOf,
      cell: (link) => (
        <Stack gap={0} style={{ overflowWrap: 'anywhere' }} miw={160}>
          <Anchor size="sm" fw={600} href={link.original_url} target="_blank" rel="noopener noreferrer nofollow">
            {nameOf(link)}
          </Anchor>
          <Note size="xs">{link.service_url}</Note>
        </Stack>
      ),
    },
    {
      key: 'creator',
      label: t.creator,
      wideOnly: true,
      value: ({ user }) => user.public_name,
      cell: ({ user }) => <NameLink to={personPage(user.id)}>{user.public_name}</NameLink>,
    },
    {
      key: 'store',
      label: t.store,
      wideOnly: true,
      value: ({ advertiser }) => advertiser.name,
      cell: ({ advertiser }) => <NameLink to={storePage(advertiser.id)}>{advertiser.name}</NameLink>,
    },
    {
      key: 'created',
      label: t.links.created,
      wideOnly: true,
      value: ({ created_at: at }) => at,
      cell: ({ created_at: at }) => day(at),
    },
    {
      key: 'clicks',
      label: t.clicks,
      numeric: true,
      value: ({ number_of_clicks: clicks }) => clicks,
      cell: (link) => (
        <AmountLink to={daysOfLink(link)} of={t.links.clicksOf(nameOf(link))}>
          {number(link.number_of_clicks)}
        </AmountLink>
      ),
    },
    {
      key: 'cost',
      label: t.links.cost,
      numeric: true,
      wideOnly: true,
      value: ({ cost }) => cost.minor,
      cell: (link) => (
        <AmountLink to={daysOfLink(link)} of={t.links.costOf(nameOf(link))}>
          {money(link.cost.minor, link.cost.currency)}
        </AmountLink>
      ),
    },
  ];
}
