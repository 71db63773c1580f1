import { Grid, Skeleton, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { laterPart, lazyPart } from '../components/lazy-part.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { PageTabs } from '../components/page-tabs.tsx';
import { useMe } from '../session/use-me.ts';
import { RoleWork } from '../work/work-section.tsx';
import { CreatorFirstSteps } from './home/first-steps.tsx';
import { LatestLinks, useLatestLinks } from './home/latest-links.tsx';
import { MonthTiles } from './home/month-tiles.tsx';
import { OpenStores } from './home/open-stores.tsx';
import { NewLink } from './new-link/new-link.tsx';
import { useCreatorTexts } from './texts.ts';

const Payouts = lazyPart(() => import('../components/payouts/payouts.tsx'));
const ManyLinks = laterPart(() => import('./new-link/many-links.tsx'));

/** Home page of a creator: create a link, this month's figures and open tasks. */
export function CreatorHomePage() {
  const t = useCreatorTexts().home;
  const { tab = 'one', url } = useSearch({ from: '/console/creator' });
  const navigate = useNavigate({ from: '/console/creator' });
  const { id } = useMe();
  const isNew = useLatestLinks().data?.meta.total === 0;
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <Stack gap="xl">
        <PageTabs
          label={t.tabs.label}
          value={tab}
          onChange={(value) => navigate({ search: value === 'many' ? { tab: 'many' } : {}, replace: true })}
          keepMounted
          tabs={[
            { value: 'one', label: t.tabs.one, content: <NewLink given={url} /> },
            { value: 'many', label: t.tabs.many, content: <ManyLinks /> },
          ]}
        />
        {!isNew && (
          <Stack gap="md">
            <Suspense fallback={<Skeleton h={72} />}>
              <Payouts owner={{ kind: 'user', id }} />
            </Suspense>
            <MonthTiles />
          </Stack>
        )}
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, lg: 7 }}>
            <CreatorFirstSteps />
            {!isNew && <LatestLinks />}
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 5 }}>
            <RoleWork audience="creator" />
          </Grid.Col>
        </Grid>
        <OpenStores />
      </Stack>
    </>
  );
}
