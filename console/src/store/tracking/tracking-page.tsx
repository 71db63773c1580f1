import { Button, Card, SimpleGrid, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Failure } from '../../components/failure.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RoleLimit } from '../../components/role-limit.tsx';
import { FURTHER_WAYS, MAIN_WAYS, type Way } from '../setup-search.ts';
import { AttributionWindow } from './attribution-window.tsx';
import { IntegrationSteps } from './integration-steps.tsx';
import { LiveCheck } from './live-check.tsx';
import { OrderRules } from './order-rules.tsx';
import { PassedParameters } from './passed-parameters.tsx';
import { RefusedReports } from './refused-reports.tsx';
import { StoreKeys } from './store-keys.tsx';
import { TestOrders } from './test-orders.tsx';
import { useTrackingTexts } from './texts.ts';
import { UnconfirmedReports } from './unconfirmed-reports.tsx';
import { type Collectors, useCollectors } from './use-collectors.ts';

const BillingSource = lazyPart(() => import('./billing-sources/billing-source.tsx'));

const FROM = '/console/shop/$store/tracking';

/** Order tracking: status and setup by method. */
export function TrackingPage() {
  const t = useTrackingTexts();
  const store = Number(useParams({ from: FROM }).store);
  const { way = 'script' } = useSearch({ from: FROM });
  const { collectors, error, refetch } = useCollectors(store);
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      {collectors !== undefined && <Setup store={store} way={way} collectors={collectors} />}
      {collectors === undefined && (error ? <Failure error={error} onRetry={refetch} /> : <Skeleton h={640} />)}
    </>
  );
}

function Setup({ store, way, collectors }: { store: number; way: Way; collectors: Collectors }) {
  const t = useTrackingTexts();
  const navigate = useNavigate({ from: FROM });
  const show = (next: Way) => void navigate({ search: { way: next }, replace: true, resetScroll: false });
  const main = MAIN_WAYS.find((one) => one === way) ?? (way === FURTHER_WAYS.script ? 'script' : 'server');
  // Before the first sign of a method, the steps themselves say what they wait for.
  const hasStarted = Object.values(collectors).some(
    ({ last_seen_at: seen, activated_at: activated, script_seen_at: script }) => seen ?? activated ?? script,
  );
  return (
    <Stack gap="xl">
      {hasStarted && <LiveCheck collectors={collectors} />}
      <RefusedReports collectors={collectors} />
      <UnconfirmedReports store={store} />
      <Card>
        <Tabs value={main} onChange={(next) => show(next as Way)} keepMounted={false}>
          <Tabs.List aria-label={t.waysLabel}>
            {MAIN_WAYS.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {t.ways[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {MAIN_WAYS.map((one) => (
            <Tabs.Panel key={one} value={one} pt="lg">
              <Text c="dimmed" mb="lg" maw={640}>
                {t.about[way]}
              </Text>
              <IntegrationSteps way={way} store={store} collectors={collectors} />
              {one in FURTHER_WAYS && <Alternative of={one as keyof typeof FURTHER_WAYS} way={way} onShow={show} />}
            </Tabs.Panel>
          ))}
        </Tabs>
      </Card>
      <RoleLimit need="manage">
        <Stack gap="xl">
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            <TestOrders store={store} />
            <AttributionWindow store={store} days={collectors.sales_pixel.attribution_window_days} />
            <PassedParameters store={store} />
          </SimpleGrid>
          <Suspense fallback={<Skeleton h={160} />}>
            <BillingSource key={store} store={store} />
          </Suspense>
          <OrderRules store={store} />
        </Stack>
      </RoleLimit>
      <StoreKeys store={store} />
    </Stack>
  );
}

/** Changes between a method and the less usual one below it. */
function Alternative({ of, way, onShow }: { of: keyof typeof FURTHER_WAYS; way: Way; onShow: (way: Way) => void }) {
  const t = useTrackingTexts();
  const other = way === of ? FURTHER_WAYS[of] : of;
  return (
    <Button mt="lg" size="compact-sm" variant="subtle" px={0} onClick={() => onShow(other)}>
      {t.instead[other]}
    </Button>
  );
}
