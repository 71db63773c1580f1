import { Button, Card, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { readRange } from '../../components/day-range.ts';
import { Failure } from '../../components/failure.tsx';
import { laterPart } from '../../components/lazy-part.tsx';
import { Note } from '../../components/note.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { type PageTab, PageTabs } from '../../components/page-tabs.tsx';
import { CampaignBadge } from '../../components/participation/campaign-badge.tsx';
import { RangePicker } from '../../components/range-picker.tsx';
import { useMay } from '../../components/role-limit.tsx';
import { useFormats } from '../../language/formats.ts';
import { Labelled, Limits, Use } from './budget.tsx';
import { Figures } from './campaign/figures.tsx';
import { CampaignMenu } from './campaign-menu.tsx';
import { campaignOf } from './campaign-query.ts';
import { type StoreCampaign, useCampaignWords } from './in-words.ts';
import { type CampaignSearch, type CampaignTab, readCampaignSearch } from './search.ts';
import { useCampaignTexts } from './texts.ts';
import { usePausing } from './use-pausing.ts';

const FurtherTab = laterPart(() => import('./campaign/further-tabs.tsx'));

const FROM = '/console/shop/$store/campaigns/$offer';

/** One campaign: its results, participants, content, and terms with rates. */
export function CampaignPage() {
  const { board: t } = useCampaignTexts();
  const { store, offer } = useParams({ from: FROM });
  const list = api.useQuery('get', '/v2/stores/{store}/campaigns', {
    params: campaignOf(store, offer),
  });
  const campaign = list.data?.data.find(({ id }) => id === Number(offer));
  if (list.error) return <Failure error={list.error} onRetry={list.refetch} />;
  if (list.data === undefined) return <Skeleton role="status" h={400} aria-label={t.figures} />;
  if (campaign === undefined) return <Missing offer={Number(offer)} />;
  return <Campaign store={store} campaign={campaign} />;
}

/** Requests the campaign itself to find out why it is missing from the list. */
function Missing({ offer }: { offer: number }) {
  const { error, refetch, data } = api.useQuery('get', '/v2/offers/{offer}', { params: { path: { offer } } });
  const { board: t } = useCampaignTexts();
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton role="status" h={400} aria-label={t.figures} />;
  return (
    <Text>
      <Link to="/console/shop/$store/campaigns/$offer" params={{ store: String(data.store_id), offer: String(offer) }}>
        {data.campaign_title}
      </Link>
    </Text>
  );
}

function Campaign({ store, campaign }: { store: string; campaign: StoreCampaign }) {
  const t = useCampaignTexts();
  const search = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const range = readRange({ ...search });
  // Opening a participant or a deliverable adds a history entry, so that Back closes it.
  const show = (next: CampaignSearch) => {
    const opens = (['participant', 'deliverable'] as const).some(
      (key) => next[key] !== undefined && next[key] !== search[key],
    );
    return navigate({ search: next, replace: !opens });
  };
  const isStandard = campaign.type === 'standard';
  const { number } = useFormats();
  const further = (value: Exclude<CampaignTab, 'results'>, label: string): PageTab<CampaignTab> => ({
    value,
    label,
    content: <FurtherTab tab={value} campaign={campaign} range={range} search={search} onSearch={show} />,
  });
  const tabs: PageTab<CampaignTab>[] = [
    {
      value: 'results',
      label: t.tabs.results,
      content: (
        <Stack gap="lg">
          <Figures store={Number(store)} offer={campaign.id} range={range} />
          <Facts campaign={campaign} />
          {isStandard && <Note>{t.board.standard}</Note>}
        </Stack>
      ),
    },
    ...(isStandard ? [] : [further('participants', `${t.tabs.participants} ${number(campaign.participants)}`)]),
    further('content', t.tabs.content),
    ...(campaign.status === 'deleted' ? [] : [further('terms', t.tabs.terms)]),
  ];
  const tab = tabs.find(({ value }) => value === search.tab)?.value ?? 'results';
  return (
    <>
      <PageHeader
        above={{ label: t.title, link: { to: '/console/shop/$store/campaigns', params: { store } } }}
        title={campaign.campaign_title}
        hint={t.type[campaign.type].short}
      >
        {tab === 'results' && <RangePicker range={range} onChange={(days) => show({ ...search, ...days })} />}
        <Actions store={store} campaign={campaign} />
      </PageHeader>
      <PageTabs
        label={t.tabs.label}
        tabs={tabs}
        value={tab}
        onChange={(next) =>
          navigate({
            search: readCampaignSearch({ ...search, participant: undefined, deliverable: undefined, tab: next }),
          })
        }
      />
    </>
  );
}

function Actions({ store, campaign }: { store: string; campaign: StoreCampaign }) {
  const t = useCampaignTexts();
  const pausing = usePausing();
  const navigate = useNavigate();
  const isPaused = campaign.status === 'paused';
  const mayChange = useMay('manage');
  if (campaign.status === 'deleted' || !mayChange) return null;
  return (
    <>
      {['active', 'paused', 'scheduled'].includes(campaign.status) && (
        <Button
          size="xs"
          variant="default"
          loading={pausing.isPending}
          leftSection={isPaused ? <IconPlayerPlay size={14} /> : <IconPlayerPause size={14} />}
          onClick={() => pausing.mutate(campaign)}
        >
          {isPaused ? t.actions.resume : t.actions.pause}
        </Button>
      )}
      <Button
        size="xs"
        component={Link}
        to={`/console/shop/${store}/campaigns/${campaign.id}/edit`}
        leftSection={<IconPencil size={14} />}
      >
        {t.board.change}
      </Button>
      <CampaignMenu
        store={store}
        campaign={campaign}
        onDeleted={() => navigate({ to: '/console/shop/$store/campaigns', params: { store } })}
      />
    </>
  );
}

function Facts({ campaign }: { campaign: StoreCampaign }) {
  const { columns: t, budget } = useCampaignTexts();
  const words = useCampaignWords();
  const period = words.period(campaign);
  return (
    <Card p="md">
      <Group gap="xl" align="flex-start">
        <Labelled label={t.status}>
          <CampaignBadge status={campaign.status} />
        </Labelled>
        <Labelled label={t.dates}>
          <Text size="sm">{words.dates(campaign)}</Text>
          {period && <Use {...period} />}
        </Labelled>
        <Limits campaign={campaign} />
      </Group>
      <Note size="xs" mt="sm">
        {budget.clicksOnly}
      </Note>
    </Card>
  );
}
