import type { paths } from '@tributary/client';

/** A kind of events of a store. */
export type EventKind =
  paths['/v2/stores/{store}/event-kinds']['get']['responses']['200']['content']['application/json']['data'][number];
