import type { paths } from '@tributary/client';

/** An order as the API lists it. */
export type Order = Extract<
  paths['/v2/stores/{store}/orders']['get']['responses']['200']['content']['application/json'],
  { data: unknown }
>['data'][number];

/** An order with its events. */
export type OrderWithEvents =
  paths['/v2/stores/{store}/orders/{order}']['get']['responses']['200']['content']['application/json'];
