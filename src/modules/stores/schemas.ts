import { Type } from 'typebox';
import { id, minorMoney, money, nameSchemas, nullable, oneOf, whole } from '../../platform/http/fields.ts';
import { CPO_MODES } from './record/own-prices.ts';

/** The prices of a store for clicks and orders from one source, in every record of the store. */
export const advertiserPrice = {
  source: whole({ description: '0 General, 1 the social networks.' }),
  cpc: whole({ description: 'Minor units a click.' }),
  cpc_v2: money(),
  cpa: Type.Number({ description: 'Fraction of an order’s value.' }),
  cpo: nullable(minorMoney('A fixed amount for each order; null: none. (An addition.)')),
  cpo_mode: oneOf(CPO_MODES, {
    description:
      '`added`: an order pays the fixed amount and the part of its value; `larger`: the larger one. (An addition.)',
  }),
  minimum_order: nullable(minorMoney('Orders whose value less refunds is below this earn nothing. (An addition.)')),
  currency: Type.String(),
};

const advertiserFields = { id: id(), name: Type.String() };

/** The prices with their ids, as inspection shows them. */
export const PricedAdvertiser = Type.Object({
  ...advertiserFields,
  traffic_sources_costs: Type.Array(Type.Object({ id: id(), ...advertiserPrice })),
});

/** The prices as lists of advertisers show them. */
export const listedAdvertiserFields = {
  ...advertiserFields,
  traffic_sources_costs: Type.Array(Type.Object(advertiserPrice)),
};

/** A user tag in the legacy API. */
export const legacyUserTagFields = {
  id: id(),
  name: Type.String(),
  slug: Type.String(),
  created_at: Type.String({ examples: ['2030-01-31 12:00:00'] }),
  updated_at: Type.String({ examples: ['2030-01-31 12:00:00'] }),
  access_level: whole({ description: 'A number of the operator for its own use. It changes nothing.' }),
  store_id: nullable(id({ description: 'Null: a common tag.' })),
};

nameSchemas({ PricedAdvertiser });
