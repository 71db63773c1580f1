import { Button, Card, Skeleton, Stack } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { type LinkProps, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { Suspense, useState } from 'react';
import { api } from '../api.ts';
import { readRange } from '../components/day-range.ts';
import { Fact } from '../components/fact.tsx';
import { laterPart, lazyPart } from '../components/lazy-part.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { RangePicker } from '../components/range-picker.tsx';
import { useMay } from '../components/role-limit.tsx';
import { DueDeliverables } from '../deliverables/own-deliverables.tsx';
import { useFormats } from '../language/formats.ts';
import { CreatorCampaigns } from './creator/campaigns.tsx';
import { CreatorFigures } from './creator/figures.tsx';
import { CreatorLinks } from './creator/links.tsx';
import { CreatorPayouts } from './creator/payouts.tsx';
import { CreatorRights } from './creator/usage-rights.tsx';
import { useAgencyTexts } from './texts.ts';

type Creator = paths['/v2/clients/{client}/users/{user}']['get']['responses']['200']['content']['application/json'];

const LinkForCreator = laterPart(() => import('./link-for-creator.tsx'));

const FROM = '/console/agency/$client/creators/$user';

const Identity = lazyPart(() => import('../components/profile/identity.tsx'));

/** A creator from the agency's point of view: channels, results, campaigns, deliverables, links and payouts. */
export function CreatorPage() {
  const { creators, creator: t } = useAgencyTexts();
  const params = useParams({ from: FROM });
  const [client, user] = [Number(params.client), Number(params.user)];
  const search = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const range = readRange({ ...search });
  const mayLink = useMay('manage');
  const [isLinking, setIsLinking] = useState(false);
  const creator = api.useQuery('get', '/v2/clients/{client}/users/{user}', { params: { path: { client, user } } });
  const { data } = creator;
  const above: LinkProps = { to: '/console/agency/$client/creators', params: { client: params.client }, search: range };
  return (
    <>
      <PageHeader
        above={{ label: creators.title, link: above }}
        title={t.one}
        hint={t.hint}
        name={data?.name}
        facts={data?.email}
      >
        <RangePicker range={range} onChange={(days) => navigate({ search: (old) => ({ ...old, ...days }) })} />
        {mayLink && (
          <Button
            size="xs"
            leftSection={<IconLink size={14} />}
            disabled={data === undefined || data.is_suspended}
            onClick={() => setIsLinking(true)}
          >
            {creators.link}
          </Button>
        )}
      </PageHeader>
      <QueryResult query={creator} height={400}>
        {(known) => (
          <Stack gap="lg">
            <About creator={known} />
            <CreatorFigures client={client} user={user} currency={known.currency} range={range} />
            <CreatorCampaigns client={client} user={user} range={range} page={search.page ?? 1} />
            <DueDeliverables user={user} title={t.due} none={t.noneDue} />
            <CreatorRights user={user} client={client} />
            <CreatorLinks user={user} range={range} />
            <CreatorPayouts user={user} range={range} />
            {mayLink && (
              <Suspense fallback={<Skeleton h={200} />}>
                <Identity user={user} />
              </Suspense>
            )}
          </Stack>
        )}
      </QueryResult>
      <LinkForCreator creator={isLinking ? (data ?? null) : null} onClose={() => setIsLinking(false)} />
    </>
  );
}

function About({ creator }: { creator: Creator }) {
  const { creators, creator: t } = useAgencyTexts();
  const { number, day } = useFormats();
  const { channels } = creator;
  return (
    <Card component="section" aria-label={t.about}>
      <dl
        style={{
          display: 'grid',
          gap: 'var(--mantine-spacing-md)',
          gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))',
          margin: 0,
        }}
      >
        <Fact label={t.username}>{`${creator.username}${creator.is_suspended ? ` (${creators.suspended})` : ''}`}</Fact>
        <Fact label={t.joined}>{day(creator.created_at.slice(0, 10))}</Fact>
        <Fact label={t.followers}>{number(creator.followers)}</Fact>
        <Fact label={t.channels}>
          {channels.length === 0
            ? t.noChannels
            : [
                ...new Set(
                  channels.map(({ identifier, followers }) =>
                    followers > 0 ? t.channel(identifier, number(followers)) : identifier,
                  ),
                ),
              ].map((channel) => <div key={channel}>{channel}</div>)}
        </Fact>
      </dl>
    </Card>
  );
}
