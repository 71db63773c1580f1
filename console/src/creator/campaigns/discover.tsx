import { Anchor, Button, Card, Group, Image, Pagination, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api, KEEP_PREVIOUS } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { FilterSelect, namedById, wordsOf } from '../../components/filter-select.tsx';
import { Note } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { usePageControls } from '../../components/use-page-controls.ts';
import { useMe } from '../../session/use-me.ts';
import { type CampaignsSearch, DISCOVER_SORTS } from './search.ts';
import { useCampaignTexts } from './texts.ts';
import { usePayWords, useScheduleWords, useStateWords } from './words.ts';

type OpenCampaign =
  paths['/v2/users/{user}/open-campaigns']['get']['responses']['200']['content']['application/json']['data'][number];

const SIZE = 12;
const FROM = '/console/creator/campaigns';

/** The campaigns that anybody can apply for, as on the public page, with filters and an order in the address. */
export function Discover() {
  const controls = usePageControls();
  const t = useCampaignTexts().discover;
  const { name, category, market, order, found = 1 } = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const { id: user } = useMe();
  const query = {
    page: found,
    size: SIZE,
    ...(name !== undefined && { name }),
    ...(category !== undefined && { category_id: category }),
    ...(market !== undefined && { market_id: market }),
    ...(order !== undefined && { sort_by: order }),
  };
  const params = { path: { user }, query };
  const { data, error, refetch } = api.useQuery('get', '/v2/users/{user}/open-campaigns', { params }, KEEP_PREVIOUS);
  const change = (next: Pick<CampaignsSearch, 'category' | 'market' | 'order'>) =>
    navigate({ search: (before) => ({ ...before, ...next, found: undefined }), replace: true, resetScroll: false });
  const isFiltered = category !== undefined || market !== undefined;
  if (data?.meta.total === 0 && !isFiltered && name === undefined) return null;
  const choices = choicesOf(data?.data ?? []);
  return (
    <section aria-labelledby="discover">
      <Group justify="space-between" align="flex-end" mb="md" gap="sm">
        <div>
          <SectionTitle id="discover">{t.title}</SectionTitle>
          <Note>{t.hint}</Note>
        </div>
        <Group gap="sm" align="flex-end">
          <FilterSelect
            label={t.category}
            words={namedById(choices.categories)}
            value={category === undefined ? undefined : String(category)}
            onChange={(chosen) => change({ category: numberOf(chosen) })}
          />
          <FilterSelect
            label={t.market}
            words={namedById(choices.markets)}
            value={market === undefined ? undefined : String(market)}
            onChange={(chosen) => change({ market: numberOf(chosen) })}
          />
          <FilterSelect
            label={t.sort}
            words={wordsOf(DISCOVER_SORTS, t.sorts)}
            none={t.newest}
            value={order}
            onChange={(chosen) => change({ order: chosen })}
          />
        </Group>
      </Group>
      {error && <Failure error={error} onRetry={refetch} />}
      {data === undefined && !error && <Skeleton h={300} radius="lg" />}
      {data?.data.length === 0 && (
        <Stack gap="xs" align="flex-start">
          <Note>{t.none}</Note>
          {isFiltered && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => change({ category: undefined, market: undefined })}
            >
              {t.clear}
            </Button>
          )}
        </Stack>
      )}
      <SimpleGrid
        component="ul"
        cols={{ base: 1, sm: 2, xl: 3 }}
        p={0}
        m={0}
        style={{ listStyle: 'none' }}
        aria-label={t.title}
      >
        {data?.data.map((campaign) => (
          <CampaignTile key={campaign.id} campaign={campaign} />
        ))}
      </SimpleGrid>
      {data !== undefined && data.meta.last_page > 1 && (
        <Group justify="center" mt="md" component="nav" aria-label={t.more}>
          <Pagination
            getControlProps={controls}
            total={data.meta.last_page}
            value={found}
            getItemProps={(item) => ({ 'aria-label': String(item) })}
            onChange={(next) => navigate({ search: (before) => ({ ...before, found: next }), resetScroll: false })}
          />
        </Group>
      )}
    </section>
  );
}

function CampaignTile({ campaign }: { campaign: OpenCampaign }) {
  const { discover: t, join } = useCampaignTexts();
  const [state, time, pay] = [useStateWords()(campaign), useScheduleWords()(campaign), usePayWords()(campaign)];
  const { id, title, store, part, token, image_url: image, store_logo_url: logo, market, categories } = campaign;
  const place =
    part === null
      ? ({ to: '/console/creator/invitations/$token', params: { token } } as const)
      : ({ to: '/console/creator/campaigns/$offer', params: { offer: String(id) } } as const);
  const picture = image ?? logo;
  const isOpen = part === null || part.status === 'open';
  return (
    <Card component="li" style={{ overflowWrap: 'anywhere' }}>
      <Stack gap="sm" h="100%">
        {picture !== null && (
          <Image src={picture} alt="" h={140} radius="sm" loading="lazy" fit={image === null ? 'contain' : 'cover'} />
        )}
        <div>
          <SectionTitle order={3}>
            <Anchor inherit renderRoot={(props) => <Link {...props} {...place} />}>
              {title}
            </Anchor>
          </SectionTitle>
          <Note>
            {store.name} · {time}
          </Note>
          <Note size="xs">{[market.name, ...categories.map(({ name }) => name)].join(' · ')}</Note>
        </div>
        <div>
          {pay.map((line) => (
            <Text key={line} size="sm" fw={550}>
              {line}
            </Text>
          ))}
        </div>
        <Group mt="auto" justify="space-between" gap="xs">
          <StateBadge tone={isOpen ? 'neutral' : 'good'}>{state}</StateBadge>
          {isOpen && (
            <Button
              size="compact-sm"
              aria-label={t.joinOf(join[campaign.type], title)}
              renderRoot={(props) => <Link {...props} {...place} />}
            >
              {join[campaign.type]}
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  );
}

/** The markets and categories of the shown campaigns, by name. */
function choicesOf(campaigns: readonly OpenCampaign[]) {
  const byName = (records: readonly { id: number; name: string }[]) =>
    [...new Map(records.map((one) => [one.id, one])).values()].sort((a, b) => a.name.localeCompare(b.name));
  return {
    markets: byName(campaigns.map(({ market }) => market)),
    categories: byName(campaigns.flatMap(({ categories }) => categories)),
  };
}

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));
