import { Grid, NativeSelect, Skeleton, Stack } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { OwnTerms } from '../agreements/own-terms.tsx';
import { api } from '../api.ts';
import { DataTable, listed } from '../components/data-table.tsx';
import { readRange } from '../components/day-range.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Failure } from '../components/failure.tsx';
import { laterPart } from '../components/lazy-part.tsx';
import { Note } from '../components/note.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { RangePicker } from '../components/range-picker.tsx';
import { Section, SectionCard } from '../components/section-card.tsx';
import { Bonuses } from '../creator/campaigns/bonuses.tsx';
import { Brief } from '../creator/campaigns/brief.tsx';
import { CommissionRules } from '../creator/campaigns/commission-rules.tsx';
import { Tasks } from '../creator/campaigns/tasks.tsx';
import { useScheduleWords } from '../creator/campaigns/words.ts';
import { OwnDeliverables } from '../deliverables/own-deliverables.tsx';
import { MovesForCreator } from './moves-for-creator.tsx';
import { type Participation, useParticipationColumns } from './participation-columns.tsx';
import { useAgencyTexts } from './texts.ts';

const FROM = '/console/agency/$client/campaigns/$offer';
const OwnSteps = laterPart(() => import('../rate-steps/own-steps.tsx'));
const OwnMaterials = laterPart(() => import('../materials/own-materials.tsx'));

/** The statuses of participants whose agency may download the files of a campaign. */
const JOINED: ReadonlySet<string> = new Set(['accepted', 'product_sent', 'have_received', 'have_posted', 'done']);

/** Creators of the agency in one campaign that are shown. */
const MAX_CREATORS = 100;

/** A campaign as an agency's creators see it, with the participants and the deliverables that are due. */
export function AgencyCampaignPage() {
  const { campaigns: t } = useAgencyTexts();
  const params = useParams({ from: FROM });
  const [client, offer] = [Number(params.client), Number(params.offer)];
  const search = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const range = readRange({ ...search });
  const creators = api.useQuery('get', '/v2/clients/{client}/campaigns', {
    params: { path: { client }, query: { ...range, offer_id: offer, size: MAX_CREATORS } },
  });
  const columns = useParticipationColumns(range, client).filter(({ key }) => !['campaign', 'state'].includes(key));
  const data = creators.data?.data ?? [];
  const first = data[0];
  if (creators.data !== undefined && first === undefined)
    return <EmptyState isPage title={t.missing} hint={t.missingHint} />;
  const shown = data.find(({ user }) => user.id === search.creator) ?? first;
  return (
    <>
      <PageHeader
        above={{
          label: t.title,
          link: { to: '/console/agency/$client/campaigns', params: { client: params.client } },
        }}
        title={t.one}
        hint={t.oneHint}
        name={first?.offer.title}
        facts={first?.store.name}
      >
        <RangePicker
          range={range}
          onChange={(days) => navigate({ search: (old) => ({ ...old, ...days }), replace: true })}
        />
      </PageHeader>
      <QueryResult query={creators} height={400}>
        {() => (
          <Stack gap="lg">
            <Section id="creators" title={t.creators}>
              <DataTable
                label={t.creators}
                columns={columns}
                {...listed(creators)}
                keyOf={({ participant_id: id }) => id}
                empty={t.empty}
              />
            </Section>
            {data.length > 1 && shown && (
              <NativeSelect
                label={t.asSeenBy}
                description={t.asSeenByHint}
                maw={360}
                value={shown.user.id}
                data={data.map(({ user }) => ({ value: String(user.id), label: user.name }))}
                onChange={({ currentTarget: { value } }) =>
                  navigate({ search: (old) => ({ ...old, creator: Number(value) }), replace: true, resetScroll: false })
                }
              />
            )}
            {shown && <AsSeenBy key={shown.user.id} participation={shown} />}
          </Stack>
        )}
      </QueryResult>
    </>
  );
}

/** The brief, the audience, the rates, the terms, the files to download and the tasks of a campaign for one creator. */
function AsSeenBy({ participation: { user, offer, status } }: { participation: Participation }) {
  const { campaigns: t } = useAgencyTexts();
  const schedule = useScheduleWords();
  const { data, error, refetch } = api.useQuery('get', '/v2/users/{user}/campaign-board/{offer}', {
    params: { path: { user: user.id, offer: offer.id } },
  });
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton role="status" h={240} aria-label={t.title} />;
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Brief campaign={data}>
          <CommissionRules rules={data.commission_rules} />
          <Bonuses bonus={data.bonus} />
          {data.rate_steps !== null && <OwnSteps steps={data.rate_steps} />}
        </Brief>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="lg">
          <SectionCard id="deadlines" title={t.deadlines} hint={schedule(data)}>
            <Note>{t.audience[data.type]}</Note>
          </SectionCard>
          <OwnTerms token={data.token} user={user.id} />
          {data.part !== null && <MovesForCreator offer={offer.id} participation={data.part} />}
          <Tasks campaign={data} title={t.tasks} />
          {JOINED.has(status) && <OwnMaterials offer={offer.id} />}
          <OwnDeliverables offer={offer.id} user={user.id} />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}
