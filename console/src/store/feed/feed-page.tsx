import { Skeleton, Stack } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { ApiError } from '@tributary/client';
import { api } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RoleLimit } from '../../components/role-limit.tsx';
import { FeedForm } from './feed-form.tsx';
import { Runs } from './runs.tsx';
import { useFeedTexts } from './texts.ts';

const FROM = '/console/shop/$store/product-feed';

/** The product feed of a store: its address, schedule and runs. */
export function FeedPage() {
  const t = useFeedTexts();
  const store = Number(useParams({ from: FROM }).store);
  const { page = 1 } = useSearch({ from: FROM });
  const params = { path: { store } };
  const feed = api.useQuery('get', '/v2/stores/{store}/product-feed', { params });
  const hasNone = feed.error instanceof ApiError && feed.error.status === 404;
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <Stack gap="xl">
        {feed.error && !hasNone && <Failure error={feed.error} onRetry={feed.refetch} />}
        {feed.data === undefined && !feed.error && <Skeleton h={240} />}
        {(feed.data !== undefined || hasNone) && (
          <RoleLimit need="manage">
            <FeedForm
              key={`${store} ${feed.data?.updated_at ?? ''}`}
              store={store}
              feed={hasNone ? null : feed.data!}
              reread={async () => (await feed.refetch({ throwOnError: true })).data!}
            />
          </RoleLimit>
        )}
        <Runs store={store} page={page} />
      </Stack>
    </>
  );
}
