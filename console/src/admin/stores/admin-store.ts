import type { paths } from '@tributary/client';

/** A store in the administrators' list. */
export type AdminStore =
  paths['/v2/admin/stores']['get']['responses']['200']['content']['application/json']['data'][number];
