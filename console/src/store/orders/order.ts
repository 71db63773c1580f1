import type { paths } from '@tributary/client';
import { digitsOf } from '../../language/formats.ts';

/** An order as the API lists it. */
export type Order = Extract<
  paths['/v2/stores/{store}/orders']['get']['responses']['200']['content']['application/json'],
  { data: unknown }
>['data'][number];

/** An order with what has happened to it. */
export type OrderWithEvents =
  paths['/v2/stores/{store}/orders/{order}']['get']['responses']['200']['content']['application/json'];

export interface Amount {
  amount: string;
  currency: string;
}

/** The order's value as it is read: with the code of its currency where that is not the shop's own, since many are written alike. */
export const codeOf = ({ value, net_value: own }: Pick<Order, 'value' | 'net_value'>): string =>
  value.currency === own.currency ? '' : ` ${value.currency}`;

/** Decimal texts of one currency, added without rounding faults. */
export function sumOf(amounts: readonly Amount[], currency: string): Amount {
  const digits = digitsOf(currency);
  const minor = amounts.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 10 ** digits), 0);
  return { amount: (minor / 10 ** digits).toFixed(digits), currency };
}
