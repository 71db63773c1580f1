import type { paths } from '@tributary/client';

export type Feed = paths['/v2/stores/{store}/product-feed']['get']['responses']['200']['content']['application/json'];

export type FeedRun =
  paths['/v2/stores/{store}/product-feed/runs']['get']['responses']['200']['content']['application/json']['data'][number];
