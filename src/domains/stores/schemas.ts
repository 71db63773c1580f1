import { Type } from 'typebox';
import { id, money, whole } from '../../platform/http/fields.ts';

export const advertiserPrice = {
  source: whole({ description: '0 General, 1 the social networks.' }),
  cpc: whole({ description: 'Minor units a click.' }),
  cpc_v2: money(),
  cpa: Type.Number({ description: 'Fraction of an order’s value.' }),
  currency: Type.String(),
};

/** With the id of each price, as inspection shows it. */
export const PricedAdvertiser = Type.Object({
  id: id(),
  name: Type.String(),
  traffic_sources_costs: Type.Array(Type.Object({ id: id(), ...advertiserPrice })),
});
