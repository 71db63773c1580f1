import Big from 'big.js';
import { Type } from 'typebox';
import type { Check } from './resource.ts';

/** A share between 0 and 1. `shareChecks` verifies the number of decimal places. */
export function share(options: { description?: string } = {}) {
  return Type.Number({ minimum: 0, maximum: 1, examples: [0.65], ...options });
}

/** The checks of the shares of an agency or a tier: at most six decimal places, and a sum of at most 1. */
export function shareChecks({
  user_share = null,
  client_share = null,
}: {
  user_share?: number | null | undefined;
  client_share?: number | null | undefined;
}): Check[] {
  const six = (field: string, value: number | null): Check => ({
    fields: [field],
    wrong: value !== null && !new Big(value).round(6).eq(value),
    says: 'must have at most six digits after the point',
  });
  return [
    six('user_share', user_share),
    six('client_share', client_share),
    {
      fields: ['user_share', 'client_share'],
      wrong: new Big(user_share ?? 0).plus(client_share ?? 0).gt(1),
      says: 'must not be more than 1 together with the other share',
    },
  ];
}
