import { Box, Group, Pagination, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api, KEEP_PREVIOUS } from '../api.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Failure } from '../components/failure.tsx';
import { Note } from '../components/note.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { SectionTitle } from '../components/section-title.tsx';
import { usePageControls } from '../components/use-page-controls.ts';
import { useMe } from '../session/use-me.ts';
import { CampaignCard } from './campaigns/campaign-card.tsx';
import { Discover } from './campaigns/discover.tsx';
import { useCampaignTexts } from './campaigns/texts.ts';
import type { Campaign } from './campaigns/use-board.ts';

const SIZE = 60;
const CLOSED = ['denied', 'store_denied', 'done'];

/** The section of the page that shows a campaign. */
function placeOf({ part, status, type }: Campaign): 'invited' | 'mine' | 'open' | 'past' | null {
  const isOver = status === 'ended' || status === 'deleted';
  // Campaigns of others that have ended concern nobody here.
  if (part === null && isOver) return null;
  if (isOver || (part !== null && CLOSED.includes(part.status))) return 'past';
  if (part !== null) return part.status === 'open' ? 'invited' : 'mine';
  return type === 'standard' ? 'open' : 'invited';
}

/** A creator's campaigns: those that anybody can apply for, invitations, joined, automatic and past. */
export function CampaignsPage() {
  const controls = usePageControls();
  const t = useCampaignTexts();
  const { name, page = 1 } = useSearch({ from: '/console/creator/campaigns' });
  const navigate = useNavigate({ from: '/console/creator/campaigns' });
  const { id: user } = useMe();
  const query = { page, size: SIZE, ...(name && { name }) };
  const params = { path: { user }, query };
  const { data, error, refetch } = api.useQuery('get', '/v2/users/{user}/campaign-board', { params }, KEEP_PREVIOUS);
  const at = (place: ReturnType<typeof placeOf>) => data?.data.filter((one) => placeOf(one) === place) ?? [];
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <SearchBox
          label={t.search}
          value={name}
          onChange={(text) =>
            navigate({
              search: (before) => ({
                ...before,
                page: undefined,
                found: undefined,
                name: text === '' ? undefined : text,
              }),
              replace: true,
            })
          }
        />
      </PageHeader>
      <Box mb={40}>
        <Discover />
      </Box>
      {error && <Failure error={error} onRetry={refetch} />}
      {data === undefined && !error && <Waiting />}
      {data?.meta.total === 0 && (
        <EmptyState title={name ? t.notFound : t.empty} {...(name ? {} : { hint: t.emptyHint })} />
      )}
      {data !== undefined && data.meta.total > 0 && (
        <Stack gap={40}>
          <Section title={t.invited.title} none={t.invited.none} campaigns={at('invited')} />
          <Section title={t.mine.title} none={t.mine.none} campaigns={at('mine')} />
          <Section title={t.open.title} hint={t.open.hint} none={t.open.none} campaigns={at('open')} />
          <Section title={t.past.title} campaigns={at('past')} />
          {data.meta.last_page > 1 && (
            <Group justify="center" component="nav" aria-label={t.more}>
              <Pagination
                getControlProps={controls}
                total={data.meta.last_page}
                value={page}
                getItemProps={(item) => ({ 'aria-label': String(item) })}
                onChange={(next) => navigate({ search: (before) => ({ ...before, page: next }) })}
              />
            </Group>
          )}
        </Stack>
      )}
    </>
  );
}

/** Skeletons of the size of the cards, to avoid layout shifts. */
function Waiting() {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }} mt={40} aria-busy>
      {['a', 'b', 'c', 'd'].map((card) => (
        <Skeleton key={card} h={190} radius="lg" />
      ))}
    </SimpleGrid>
  );
}

/** Hidden when it is empty and has no text for that case. */
function Section({
  title,
  hint,
  none,
  campaigns,
}: {
  title: string;
  hint?: string;
  none?: string;
  campaigns: readonly Campaign[];
}) {
  if (campaigns.length === 0 && none === undefined) return null;
  return (
    <section aria-label={title}>
      <SectionTitle>{title}</SectionTitle>
      <Note mb="md">{campaigns.length === 0 ? none : hint}</Note>
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }}>
        {campaigns.map((campaign) => (
          <CampaignCard key={campaign.id} campaign={campaign} />
        ))}
      </SimpleGrid>
    </section>
  );
}
