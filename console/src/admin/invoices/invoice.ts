import type { paths } from '@tributary/client';

/** An invoice as the administrators' list returns it. */
export type Invoice =
  paths['/v2/admin/invoices']['get']['responses']['200']['content']['application/json']['data'][number];
