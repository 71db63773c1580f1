import type { paths } from '@tributary/client';

/** An order as the API lists it. */
export type Order = Extract<
  paths['/v2/stores/{store}/orders']['get']['responses']['200']['content']['application/json'],
  { data: unknown }
>['data'][number];

/** An order with what has happened to it. */
export type OrderWithEvents =
  paths['/v2/stores/{store}/orders/{order}']['get']['responses']['200']['content']['application/json'];

/** The order's value as it is read: with the code of its currency where that is not the shop's own, since many are written alike. */
export const codeOf = ({ value, net_value: own }: Pick<Order, 'value' | 'net_value'>): string =>
  value.currency === own.currency ? '' : ` ${value.currency}`;
