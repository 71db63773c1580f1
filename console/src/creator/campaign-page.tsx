import { Box, Button, Grid, Stack } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { ApiError } from '@tributary/client';
import { OwnTerms } from '../agreements/own-terms.tsx';
import { api } from '../api.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { laterPart } from '../components/lazy-part.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { OwnDeliverables } from '../deliverables/own-deliverables.tsx';
import { useMe } from '../session/use-me.ts';
import { PagePending } from '../shell/page-pending.tsx';
import { Redirect } from '../shell/redirect.tsx';
import { Bonuses } from './campaigns/bonuses.tsx';
import { Brief } from './campaigns/brief.tsx';
import { type CampaignWithRules, CommissionRules } from './campaigns/commission-rules.tsx';
import { EventPrices } from './campaigns/event-prices.tsx';
import { Moves } from './campaigns/moves.tsx';
import { OrderRules } from './campaigns/order-rules.tsx';
import { OwnLinks } from './campaigns/own-links.tsx';
import { OwnResults } from './campaigns/own-results.tsx';
import { PromisedTerms } from './campaigns/promise.tsx';
import { StoreConversation } from './campaigns/store-conversation.tsx';
import { Tasks } from './campaigns/tasks.tsx';
import { useCampaignTexts } from './campaigns/texts.ts';
import { useScheduleWords, useStateWords } from './campaigns/words.ts';

const FurtherPay = laterPart(() => import('./campaigns/further-pay.tsx'));
const OwnMaterials = laterPart(() => import('../materials/own-materials.tsx'));
const OwnProducts = laterPart(() => import('./campaigns/own-delivery.tsx'));

/** One campaign: brief, compensation, requirements, next step and messages. */
export function CampaignPage() {
  const { offer } = useParams({ from: '/console/creator/campaigns/$offer' });
  const t = useCampaignTexts();
  const { id: user } = useMe();
  const id = /^\d{1,15}$/.test(offer) ? Number(offer) : -1;
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v2/users/{user}/campaign-board/{offer}',
    { params: { path: { user, offer: id } } },
    { enabled: id > 0 },
  );
  if (id < 0) return <Missing />;
  if (error instanceof ApiError && error.status === 404) return <OpenOrMissing user={user} campaign={id} />;
  return (
    <>
      <PageHeader
        above={{ label: t.title, link: { to: '/console/creator/campaigns' } }}
        title={t.one}
        hint={t.oneHint}
        name={data?.title}
        facts={data && <CampaignFacts campaign={data} />}
      />
      <QueryResult query={{ data, error, refetch }}>{(campaign) => <Shown campaign={campaign} />}</QueryResult>
    </>
  );
}

function CampaignFacts({ campaign }: { campaign: CampaignWithRules }) {
  const [state, time] = [useStateWords()(campaign), useScheduleWords()(campaign)];
  return `${campaign.store.name} · ${time} · ${state}`;
}

/** A campaign that the creator has not joined and that anybody can apply for has its invitation as page. */
function OpenOrMissing({ user, campaign }: { user: number; campaign: number }) {
  const { data, error } = api.useQuery('get', '/v2/users/{user}/open-campaigns', {
    params: { path: { user }, query: { offer_id: campaign } },
  });
  if (data === undefined && !error) return <PagePending />;
  const token = data?.data[0]?.token;
  return token === undefined ? <Missing /> : <Redirect to={`/console/creator/invitations/${token}`} />;
}

function Missing() {
  const t = useCampaignTexts();
  return (
    <EmptyState isPage title={t.missing} hint={t.missingHint}>
      <Button renderRoot={(props) => <Link {...props} to="/console/creator/campaigns" />}>{t.invitation.all}</Button>
    </EmptyState>
  );
}

/** A participation that has not been decided has no results. */
const UNDECIDED: ReadonlySet<string> = new Set(['open', 'suggestion', 'applied', 'second_prio']);

/** The statuses of creators who may not download the files of a campaign, beside those that are undecided. */
const DECLINED: ReadonlySet<string> = new Set(['denied', 'store_denied']);

const mayDownload = ({ type, part }: CampaignWithRules): boolean =>
  part === null ? type === 'standard' : !UNDECIDED.has(part.status) && !DECLINED.has(part.status);

function Shown({ campaign }: { campaign: CampaignWithRules }) {
  const { id: user } = useMe();
  return (
    <>
      {campaign.part !== null && !UNDECIDED.has(campaign.part.status) && (
        <Box mb="lg">
          <OwnResults campaign={campaign} />
        </Box>
      )}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }} order={{ base: 2, md: 1 }}>
          <Stack gap="lg">
            <Brief campaign={campaign}>
              <PromisedTerms campaign={campaign} />
              <CommissionRules rules={campaign.commission_rules} />
              <EventPrices offer={campaign.id} />
              <Bonuses bonus={campaign.bonus} />
              <OrderRules rules={campaign.order_rules} />
              <FurtherPay campaign={campaign} />
            </Brief>
            {campaign.part !== null && <StoreConversation participant={campaign.part.participant_id} />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }} order={{ base: 1, md: 2 }}>
          <Stack gap="lg">
            <Moves campaign={campaign} />
            {campaign.part !== null && campaign.part.status !== 'open' && (
              <OwnTerms token={campaign.token} user={user} />
            )}
            <Tasks campaign={campaign} />
            {mayDownload(campaign) && <OwnMaterials offer={campaign.id} />}
            {campaign.has_product_seeding && (
              <OwnProducts
                offer={campaign.id}
                gift={campaign.gift}
                participant={
                  campaign.part === null || campaign.part.status === 'open' ? null : campaign.part.participant_id
                }
                store={campaign.store.name}
              />
            )}
            {campaign.part !== null && campaign.part.status !== 'open' && (
              <OwnDeliverables offer={campaign.id} user={user} />
            )}
            <OwnLinks store={campaign.store} />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}
