import type { paths } from '@tributary/client';

/** A URL rule of a store, as the API returns it. */
export type Rule =
  paths['/v2/advertisers/{advertiser}/url-matching-rules']['get']['responses']['200']['content']['application/json'][number];
