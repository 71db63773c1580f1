import { Anchor, Box, Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { api, client } from '../../api.ts';
import type { Column } from '../../components/data-table.tsx';
import { wordsOf } from '../../components/filter-select.tsx';
import { FilteredList } from '../../components/filtered-list.tsx';
import { Note } from '../../components/note.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { CampaignBadge } from '../../components/participation/campaign-badge.tsx';
import { useMay } from '../../components/role-limit.tsx';
import { useFormats } from '../../language/formats.ts';
import { Budget } from './budget.tsx';
import { CampaignMenu } from './campaign-menu.tsx';
import { type StoreCampaign, useCampaignWords } from './in-words.ts';
import { STATUSES } from './search.ts';
import { StoreHashtags } from './store-hashtags.tsx';
import { Templates } from './templates.tsx';
import { useCampaignTexts } from './texts.ts';
import { useCampaignBulk } from './use-campaign-bulk.ts';

const FROM = '/console/shop/$store/campaigns';

/** Campaigns of a store with status, compensation and budget use. */
export function CampaignsPage() {
  const t = useCampaignTexts();
  const { store } = useParams({ from: FROM });
  const search = useSearch({ from: FROM });
  const { sort = 'id:desc', page = 1, q, status } = search;
  const path = { store: Number(store) };
  const query = { sort_by: sort, ...(q && { query: q }), ...(status && { 'statuses[]': [status] }) };
  const list = api.useList('get', '/v2/stores/{store}/campaigns', { params: { path, query: { ...query, page } } });
  const bulk = useCampaignBulk(store, async (page, size) => {
    const params = { path, query: { ...query, page, size } };
    return (await client.GET('/v2/stores/{store}/campaigns', { params })).data!;
  });
  const mayMake = useMay('manage');
  const make = mayMake && (
    <Button component={Link} to={`/console/shop/${store}/campaigns/new`} leftSection={<IconPlus size={16} />}>
      {t.make}
    </Button>
  );
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        {make}
      </PageHeader>
      <FilteredList
        name="campaigns"
        label={t.title}
        search={{ name: 'q', label: t.search, value: q, maxLength: 64, isUntitled: true }}
        filters={[{ name: 'status', label: t.states, words: wordsOf(STATUSES, t.status), value: status }]}
        columns={useColumns(store)}
        query={list}
        keyOf={({ id }) => id}
        empty={{ ...t.none, ...(make && { action: make }) }}
        nothingFound={t.noneFound}
        page={page}
        sort={sort}
        bulk={mayMake ? bulk : undefined}
      />
      <Templates store={Number(store)} />
      <StoreHashtags store={Number(store)} />
    </>
  );
}

function useColumns(store: string): Column<StoreCampaign>[] {
  const t = useCampaignTexts();
  const words = useCampaignWords();
  const { number } = useFormats();
  return [
    {
      key: 'campaign_title',
      label: t.columns.campaign,
      sortable: true,
      value: (campaign) => campaign.campaign_title,
      cell: (campaign) => <Name store={store} campaign={campaign} />,
    },
    {
      key: 'status',
      label: t.columns.status,
      sortable: true,
      wideOnly: true,
      isInFirst: true,
      value: ({ status }) => t.status[status],
      cell: ({ status }) => <CampaignBadge status={status} />,
    },
    {
      key: 'valid_until',
      label: t.columns.dates,
      sortable: true,
      wideOnly: true,
      value: (campaign) => campaign.valid_until,
      cell: (campaign) => <Text size="sm">{words.dates(campaign)}</Text>,
    },
    {
      key: 'pays',
      label: t.columns.pays,
      wideOnly: true,
      value: (campaign) => words.pays(campaign).join('; '),
      cell: (campaign) =>
        words.pays(campaign).map((line) => (
          <Text key={line} size="sm" className="wide-nowrap">
            {line}
          </Text>
        )),
    },
    { key: 'budget', label: t.columns.budget, wideOnly: true, cell: (campaign) => <Budget campaign={campaign} /> },
    {
      key: 'participants',
      label: t.columns.participants,
      numeric: true,
      wideOnly: true,
      value: ({ participants }) => participants,
      cell: ({ type, participants, waiting }) => (
        <Stack gap={0} align="flex-end">
          <Text size="sm">{type === 'standard' ? '–' : number(participants)}</Text>
          {waiting > 0 && (
            <Text size="xs" fw={600} c="light-dark(#a33a08, var(--mantine-color-orange-3))">
              {t.waiting(number(waiting))}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'clicks',
      label: t.columns.clicks,
      numeric: true,
      value: ({ clicks }) => clicks,
      cell: ({ clicks }) => number(clicks),
    },
    {
      key: 'actions',
      isFixed: true,
      label: t.columns.actions,
      numeric: true,
      cell: (campaign) => <CampaignMenu store={store} campaign={campaign} />,
    },
  ];
}

function Name({ store, campaign }: { store: string; campaign: StoreCampaign }) {
  const t = useCampaignTexts();
  return (
    <Stack gap={0}>
      <Anchor
        fw={600}
        renderRoot={(props) => (
          <Link {...props} to="/console/shop/$store/campaigns/$offer" params={{ store, offer: String(campaign.id) }} />
        )}
      >
        {campaign.campaign_title}
      </Anchor>
      <Note size="xs">
        {t.type[campaign.type].name}
        {campaign.name !== '' && campaign.name !== campaign.campaign_title && ` · ${campaign.name}`}
      </Note>
      <Box hiddenFrom="sm" mt={4}>
        <CampaignBadge status={campaign.status} />
      </Box>
    </Stack>
  );
}
