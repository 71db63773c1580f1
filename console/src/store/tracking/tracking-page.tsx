import { Card, SimpleGrid, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Failure } from '../../components/failure.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RoleLimit } from '../../components/role-limit.tsx';
import { WAYS, type Way } from '../setup-search.ts';
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
import { useCollectors } from './use-collectors.ts';

const FROM = '/console/shop/$store/tracking';

/** Order tracking: status and setup by method. */
export function TrackingPage() {
  const t = useTrackingTexts();
  const store = Number(useParams({ from: FROM }).store);
  const { way = 'script' } = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const { collectors, error, refetch } = useCollectors(store);
  if (error)
    return (
      <>
        <PageHeader title={t.title} hint={t.hint} />
        <Failure error={error} onRetry={refetch} />
      </>
    );
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <Stack gap="xl">
        <LiveCheck collectors={collectors} />
        <RefusedReports collectors={collectors} />
        <UnconfirmedReports store={store} />
        <Card>
          <Tabs
            value={way}
            onChange={(next) => navigate({ search: { way: next as Way }, replace: true, resetScroll: false })}
            keepMounted={false}
          >
            <Tabs.List aria-label={t.waysLabel}>
              {WAYS.map((one) => (
                <Tabs.Tab key={one} value={one}>
                  {t.ways[one]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {WAYS.map((one) => (
              <Tabs.Panel key={one} value={one} pt="lg">
                <Text c="dimmed" mb="lg" maw={640}>
                  {t.about[one]}
                </Text>
                {collectors === undefined ? (
                  <Skeleton h={320} />
                ) : (
                  <IntegrationSteps way={one} store={store} collectors={collectors} />
                )}
              </Tabs.Panel>
            ))}
          </Tabs>
        </Card>
        <RoleLimit need="manage">
          <Stack gap="xl">
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
              <TestOrders store={store} />
              <AttributionWindow store={store} days={collectors?.sales_pixel.attribution_window_days} />
              <PassedParameters store={store} />
            </SimpleGrid>
            <OrderRules store={store} />
          </Stack>
        </RoleLimit>
        <StoreKeys store={store} />
      </Stack>
    </>
  );
}
