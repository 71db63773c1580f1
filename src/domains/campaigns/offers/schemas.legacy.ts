import { Type } from 'typebox';
import { flag01, id, nullable, oneOf, whole } from '../../../platform/http/fields.ts';
import { MOST_OF_A_KIND } from './read-audience.ts';

const minor = (description: string) => whole({ min: 0, description: `Minor units: ${description}` });
const fraction = (description: string) => nullable(Type.Number({ description }));
const time = (description: string) => Type.String({ description, examples: ['2030-01-31 12:00:00'] });

/** The legacy offer. What an offer says for General holds for the social networks, too, unless it says something of its own for them. */
export const legacyOfferFields = {
  id: id(),
  name: Type.String(),
  type: oneOf(['standard', 'user_accept', 'store_accept', 'suggestion'], {
    description: '`suggestion` is made by version 2 alone.',
  }),
  store_id: id(),
  from: time('When it begins, UTC; empty: it has no beginning.'),
  to: time('Its last instant, UTC; empty: it has no end.'),
  cpc: minor('what a click is worth.'),
  social_cpc: minor('a click from a social network.'),
  invoice_cpc: minor('what the store is billed for a click.'),
  invoice_social_cpc: minor('likewise from a social network.'),
  cpa: fraction('Fraction of an order’s value.'),
  social_cpa: fraction('Likewise, after a click from a social network.'),
  revenue_cpa: fraction('The same as cpa.'),
  revenue_social_cpa: fraction('The same as social_cpa.'),
  invoice_cpa: fraction('What the store is billed of an order’s value.'),
  invoice_social_cpa: fraction('Likewise, after a click from a social network.'),
  max_clicks: whole({ min: 0, description: '0: no limit.' }),
  current_clicks: whole({ min: 0, description: 'Clicks paid under it.' }),
  max_money: whole({ min: 0, description: 'The lower of its money limits in major units; 0: no limit.' }),
  current_money: whole({ min: 0, description: 'What its clicks have cost, in whole major units, rounded down.' }),
  active: flag01({ description: '0: paused.' }),
  priority: whole({ min: 1, max: 100 }),
  store_visibility: whole({ min: 0, max: 2, description: '0 as the store is, 1 hides the store, 2 shows it.' }),
  offer_campaign_show: flag01(),
  offer_campaign_title: Type.String(),
  offer_campaign_text: Type.String(),
  user_revenue_general: fraction('The creator’s share of a click; null: as tier, client and platform have it.'),
  user_revenue_social: fraction('Likewise from a social network.'),
  client_revenue: fraction('The client’s share, likewise.'),
  created_at: time('UTC.'),
  updated_at: time('UTC.'),
};

const groups = (what: string) =>
  Type.Array(Type.Object({ id: id(), name: Type.String() }), {
    maxItems: MOST_OF_A_KIND,
    description: `${what} that it is aimed at, by id; at most ${MOST_OF_A_KIND}.`,
  });

/** A legacy offer by itself: with the groups that it is aimed at. */
export const SingleLegacyOffer = Type.Object({
  ...legacyOfferFields,
  clients: groups('Clients'),
  store_groups: groups('Store groups'),
  revenue_tier: groups('Revenue tiers'),
  user_tags: groups('User tags'),
});
