import { Button, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PlaceHold } from '../holds/place-hold.tsx';
import { ApprovalBadge } from './approval-badge.tsx';
import { DisputedOrders } from './disputed-orders.tsx';
import { Prepayments } from './prepayments.tsx';
import { StoreApproval } from './store-approval.tsx';
import { AdminStoreDomains } from './store-domains.tsx';
import { StoreLimits } from './store-limits.tsx';
import { useStoresTexts } from './texts.ts';

/** An administrator's decisions about a store: approval, domains, limits, its prepaid balance and holds. */
export function AdminStorePage() {
  const t = useStoresTexts().one;
  const store = Number(useParams({ from: '/console/admin/stores/$shop' }).shop);
  const { data, error, refetch } = api.useQuery('get', '/v2/admin/stores/{store}/approval', {
    params: { path: { store } },
  });
  return (
    <>
      <PageHeader
        above={{ label: t.back, link: { to: '/console/admin/stores' } }}
        title={t.title}
        hint={t.hint}
        name={data?.store.name}
      >
        {data && (
          <>
            <ApprovalBadge approval={data.approval} />
            <Button
              variant="default"
              renderRoot={(props) => <Link {...props} to="/console/shop/$store" params={{ store: String(store) }} />}
            >
              {t.open}
            </Button>
            <PlaceHold subject={{ kind: 'store', id: store, name: data.store.name }} />
          </>
        )}
      </PageHeader>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && data === undefined && <Skeleton h={320} />}
      {data && (
        <Stack gap="lg" key={store}>
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
            <StoreApproval approval={data} />
            <DisputedOrders store={store} />
          </SimpleGrid>
          <AdminStoreDomains store={store} />
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
            <StoreLimits store={store} />
            <Prepayments store={store} />
          </SimpleGrid>
        </Stack>
      )}
    </>
  );
}
