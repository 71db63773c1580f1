import { Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api, client, KEEP_PREVIOUS } from '../../api.ts';
import type { Column } from '../../components/data-table.tsx';
import { wordsOf } from '../../components/filter-select.tsx';
import { FilteredList } from '../../components/filtered-list.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { CampaignBadge } from '../../components/participation/campaign-badge.tsx';
import { useParticipationTexts } from '../../components/participation/texts.ts';
import { BEHIND_CURSOR, listOfPages, ShowMore } from '../../components/table/cursor-list.tsx';
import { useFormats } from '../../language/formats.ts';
import { omitUndefined } from '../components/list-search.ts';
import { NameLink, storePage } from './party.tsx';
import { CAMPAIGN_STATUSES } from './search.ts';
import { StoreFilter } from './store-filter.tsx';
import { useMarketTexts } from './texts.ts';

const PATH = '/v2/admin/campaigns';
type Campaign = paths[typeof PATH]['get']['responses']['200']['content']['application/json']['data'][number];

/** The campaigns of all stores. */
export function AllCampaignsPage() {
  const { campaigns: t, status: label } = useMarketTexts();
  const { campaign: names } = useParticipationTexts();
  const { query: q, status, store } = useSearch({ from: '/console/admin/campaigns' });
  const query = omitUndefined({ q, store_id: store, 'statuses[]': status && [status] });
  const list = api.useInfiniteQuery('get', PATH, { params: { query } }, { ...BEHIND_CURSOR, ...KEEP_PREVIOUS });
  const read = async (after: number | undefined, size: number) =>
    (await client.GET(PATH, { params: { query: omitUndefined({ ...query, after, size }) } })).data!;
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <FilteredList
        name="all-campaigns"
        label={t.title}
        search={{ label: t.search, value: q, maxLength: 64 }}
        filters={[{ name: 'status', label, words: wordsOf(CAMPAIGN_STATUSES, names), value: status }]}
        further={{ store }}
        columns={useColumns()}
        query={listOfPages(list, read)}
        keyOf={({ id }) => id}
        empty={t.empty}
        nothingFound={t.nothingFound}
        page={1}
      >
        <StoreFilter value={store} />
      </FilteredList>
      <ShowMore of={list} />
    </>
  );
}

function useColumns(): Column<Campaign>[] {
  const t = useMarketTexts();
  const { campaign: names } = useParticipationTexts();
  const { day, money, number } = useFormats();
  return [
    {
      key: 'campaign',
      label: t.campaign,
      value: ({ campaign_title: title }) => title,
      cell: ({ id, campaign_title: title, store }) => (
        <NameLink
          isMain
          to={{
            to: '/console/shop/$store/campaigns/$offer',
            params: { store: String(store.id), offer: String(id) },
          }}
        >
          {title}
        </NameLink>
      ),
    },
    {
      key: 'store',
      label: t.store,
      wideOnly: true,
      value: ({ store }) => store.name,
      cell: ({ store }) => <NameLink to={storePage(store.id)}>{store.name}</NameLink>,
    },
    {
      key: 'status',
      label: t.status,
      value: ({ status }) => names[status],
      cell: ({ status }) => <CampaignBadge status={status} />,
    },
    {
      key: 'until',
      label: t.campaigns.until,
      wideOnly: true,
      value: ({ valid_until: until }) => until,
      cell: ({ valid_until: until }) => (until === null ? '–' : day(until)),
    },
    {
      key: 'participants',
      label: t.campaigns.participants,
      numeric: true,
      wideOnly: true,
      value: ({ participants }) => participants,
      cell: ({ participants }) => number(participants),
    },
    {
      key: 'clicks',
      label: t.clicks,
      numeric: true,
      wideOnly: true,
      value: ({ clicks }) => clicks,
      cell: ({ clicks }) => number(clicks),
    },
    {
      key: 'spent',
      label: t.campaigns.spent,
      numeric: true,
      wideOnly: true,
      value: ({ spent }) => spent.minor,
      cell: ({ spent, max_money: most }) => (
        <Text size="sm" className="wide-nowrap">
          {most === null
            ? money(spent.minor, spent.currency)
            : t.campaigns.of(money(spent.minor, spent.currency), money(most.minor, most.currency))}
        </Text>
      ),
    },
  ];
}
