import { Skeleton, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { api } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RoleLimit } from '../../components/role-limit.tsx';
import { Logo } from './logo.tsx';
import { UsualPrices } from './prices.tsx';
import { PublicPage } from './public-page.tsx';
import { useSettingsTexts } from './texts.ts';
import { Visibility } from './visibility.tsx';

const EventKinds = lazyPart(() => import('./events/event-kinds.tsx'));

const Customers = lazyPart(() => import('./customers/customers.tsx'));

/** Settings of a store: logo, default rates and visibility. All members may edit them. */
export function SettingsPage() {
  const t = useSettingsTexts();
  const store = Number(useParams({ from: '/console/shop/$store/settings' }).store);
  const { data, error, refetch } = api.useQuery('get', '/advertiser/stores/{id}', { params: { path: { id: store } } });
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      {error && <Failure error={error} onRetry={refetch} />}
      {data === undefined && !error && <Skeleton h={320} />}
      {data && (
        <RoleLimit need="manage">
          <Stack gap="lg" maw={760}>
            <Logo key={`logo-${store}`} store={store} address={data.logo_url} />
            <UsualPrices key={`prices-${store}`} record={data} />
            <Suspense fallback={<Skeleton h={160} />}>
              <EventKinds key={`events-${store}`} store={store} currency={data.currency_iso_code} />
            </Suspense>
            <Suspense fallback={<Skeleton h={160} />}>
              <Customers key={`customers-${store}`} store={store} />
            </Suspense>
            <PublicPage key={`public-page-${store}`} store={store} />
            <Visibility key={`visibility-${store}`} store={store} isHidden={data.hidden === 1} />
          </Stack>
        </RoleLimit>
      )}
    </>
  );
}
