import type { paths } from '@tributary/client';
import { api } from '../../api.ts';

export type Collector =
  paths['/v2/advertisers/{advertiser}/order-collectors/{collector}']['get']['responses']['200']['content']['application/json'];
export const COLLECTORS = ['sales_pixel', 'shop_plugin', 'server'] as const;
export type Collectors = Record<(typeof COLLECTORS)[number], Collector>;

/** Polling interval; a hidden page does not poll. */
const LOOK_AGAIN_MS = 4000;

/** Tracking methods of a store with their last events; polled while the page is visible. */
export function useCollectors(advertiser: number) {
  const pixel = useCollector(advertiser, 'sales_pixel');
  const plugin = useCollector(advertiser, 'shop_plugin');
  const server = useCollector(advertiser, 'server');
  const collectors: Collectors | undefined =
    pixel.data && plugin.data && server.data
      ? { sales_pixel: pixel.data, shop_plugin: plugin.data, server: server.data }
      : undefined;
  const all = [pixel, plugin, server];
  return {
    collectors,
    // A failed poll keeps the earlier result.
    error: collectors === undefined ? (all.find(({ error }) => error)?.error ?? null) : null,
    refetch: () => Promise.all(all.map(({ refetch }) => refetch())),
  };
}

const useCollector = (advertiser: number, collector: Collector['collector']) =>
  api.useQuery(
    'get',
    '/v2/advertisers/{advertiser}/order-collectors/{collector}',
    { params: { path: { advertiser, collector } } },
    { refetchInterval: LOOK_AGAIN_MS, staleTime: 0 },
  );
