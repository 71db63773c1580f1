import { Type } from 'typebox';
import { id, money, nameSchemas, nullable, oneOf, whole } from '../../../platform/http/fields.ts';
import { wireSchemas } from '../../../platform/record-fields/field.ts';
import { CPO_MODES } from '../../stores/index.ts';
import { CAMPAIGN_FIELDS } from './fields.ts';
import { MAX_OF_A_KIND } from './read-audience.ts';

const minor = (description: string) => whole({ min: 0, description: `Minor units: ${description}` });
const fraction = (description: string) => nullable(Type.Number({ description }));
const fixed = (description: string) => nullable(money({ description: `${description} (An addition.)` }));
const time = (description: string) => Type.String({ description, examples: ['2030-01-31 12:00:00'] });

/**
 * The campaign record of the legacy API. Its prices are those of the next click and order: its own, General for social networks without separate ones, and
 * the store's where it has none.
 */
export const legacyCampaignFields = {
  id: id(),
  ...wireSchemas(CAMPAIGN_FIELDS, 'legacy', 'show'),
  store_id: id(),
  cpc: minor('payment per click.'),
  social_cpc: minor('payment per click from a social network.'),
  invoice_cpc: minor('amount billed to the store per click.'),
  invoice_social_cpc: minor('amount billed per click from a social network.'),
  cpa: fraction('Fraction of an order’s value.'),
  social_cpa: fraction('The same after a click from a social network.'),
  revenue_cpa: fraction('The same as cpa.'),
  revenue_social_cpa: fraction('The same as social_cpa.'),
  invoice_cpa: fraction('Amount billed to the store, as a fraction of the order’s value.'),
  invoice_social_cpa: fraction('The same after a click from a social network.'),
  cpo: fixed('A fixed amount for each order; null: none. API v2 sets it.'),
  social_cpo: fixed('The same after a click from a social network.'),
  invoice_cpo: fixed('What the store is billed for the fixed amount.'),
  invoice_social_cpo: fixed('The same after a click from a social network.'),
  cpo_mode: oneOf(CPO_MODES, {
    description:
      '`added`: an order pays the fixed amount and the part of its value; `larger`: the larger one. (An addition.)',
  }),
  minimum_order: fixed('Orders whose value less refunds is below this earn nothing.'),
  current_clicks: whole({ min: 0, description: 'Paid clicks.' }),
  max_money: whole({ min: 0, description: 'The lower of its money limits in major units; 0: no limit.' }),
  current_money: whole({ min: 0, description: 'Cost of its clicks in whole major units, rounded down.' }),
  user_revenue_general: fraction('The creator’s share of a click; null: determined by tier, agency and platform.'),
  user_revenue_social: fraction('The same for a click from a social network.'),
  client_revenue: fraction('The agency’s share, likewise.'),
  created_at: time('UTC.'),
  updated_at: time('UTC.'),
};

const groups = (what: string) =>
  Type.Array(Type.Object({ id: id(), name: Type.String() }), {
    maxItems: MAX_OF_A_KIND,
    description: `${what} that it is aimed at, by id; at most ${MAX_OF_A_KIND}.`,
  });

/** A single campaign of the legacy API, with the groups that it targets. */
export const SingleLegacyCampaign = Type.Object({
  ...legacyCampaignFields,
  clients: groups('Clients'),
  store_groups: groups('Store groups'),
  revenue_tier: groups('Revenue tiers'),
  user_tags: groups('User tags'),
});

nameSchemas({ SingleLegacyCampaign });
