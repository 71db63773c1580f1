import { type Static, type TSchema, Type } from 'typebox';
import {
  currencyCode,
  dateTime,
  id,
  list,
  minorMoney,
  nameSchemas,
  nullable,
  oneOf,
  text,
  whole,
} from '../../../platform/http/fields.ts';
import { type Keywords, mapChildren } from '../../../platform/http/schema-annotations.ts';
import { pageQuery, sortQuery, v2Envelope } from '../../../platform/pagination.ts';
import { CPO_MODES } from '../../stores/index.ts';
import { CAMPAIGN_SORT_COLUMNS } from '../campaign/list-order.ts';
import { CAMPAIGN_STATUSES } from '../campaign/read-campaigns.ts';
import { CampaignRecord } from '../campaign/schemas.ts';
import { CampaignBody } from '../campaign/schemas.write.ts';

const count = (description: string) => whole({ min: 0, description });
const minor = (description: string) => count(`${description}, in minor units.`);

const price = Type.Object({
  cpc: nullable(minor('What creator and agency share of a click')),
  cpa: nullable(Type.Number({ description: 'What creator and agency share of an order, as a fraction of its value.' })),
  invoice_cpc: nullable(minor('What the store is billed for a click')),
  invoice_cpa: nullable(
    Type.Number({ description: 'What the store is billed of an order, as a fraction of its value.' }),
  ),
  cpo: nullable(minorMoney('What creator and agency share of each order as a fixed amount.')),
  invoice_cpo: nullable(minorMoney('What the store is billed for the fixed amount of an order.')),
  cpo_mode: oneOf(CPO_MODES, {
    description: 'Whether the fixed amount is added to the part of the value, or the larger one is paid.',
  }),
  minimum_order: nullable(minorMoney('Orders whose value less refunds is below this earn nothing.')),
});

export const EffectivePrices = Type.Object(
  { general: price, social: price },
  {
    description:
      'What the next click and the order after it pay and cost: the campaign’s own prices, and the store’s where it has none. Null: neither has one, and nothing is paid.',
  },
);

const SharedBudget = Type.Object({
  id: id(),
  title: Type.String(),
  amount: minor('The whole budget'),
  spent: minor('Its usage by all campaigns'),
});

const StoreCampaign = Type.Object({
  ...CampaignRecord.properties,
  name: Type.String({ description: 'For the store alone.' }),
  currency: currencyCode({ description: 'Currency of all amounts.' }),
  valid_from: nullable(dateTime()),
  valid_until: nullable(dateTime({ description: 'The last instant.' })),
  prices: EffectivePrices,
  one_time_payment: nullable(minor('One-time payment for completing it')),
  per_user_limit: Type.Boolean({ description: 'The limits apply to each participant.' }),
  max_clicks: nullable(count('Maximum number of paid clicks.')),
  max_money: nullable(minor('The lower of its money limits')),
  shared_budget: nullable(SharedBudget),
  clicks: count('Paid clicks of all its creators.'),
  spent: minor('Their cost'),
  participants: count('In any status, including pending addresses.'),
  waiting: count('Participants who wait for the store’s decision.'),
});

export const StoreCampaignList = v2Envelope(StoreCampaign);

export const storeCampaignQuery = {
  query: Type.Optional(text({ max: 64, description: 'A campaign’s id, or a part of its name or title, in any case.' })),
  statuses: Type.Optional(
    list(oneOf(CAMPAIGN_STATUSES), { min: 1, max: 20, description: 'Without it, all but deleted campaigns.' }),
  ),
  sort_by: sortQuery(CAMPAIGN_SORT_COLUMNS, { default: 'id:desc' }),
  ...pageQuery(),
};

const named = (description: string) => Type.Array(Type.Object({ id: id(), name: Type.String() }), { description });

/** Removes the input limits and the names from a schema, because the legacy API and older rules allow larger values. */
function unlimited(schema: Keywords): Keywords {
  const { 'x-name': _, maximum, maxLength, minLength, maxItems, format, ...rest } = mapChildren(schema, unlimited);
  return (format === undefined || format === 'name' ? rest : { ...rest, format }) as Keywords;
}

export const CampaignDefinition = Type.Object({
  offer: Type.Unsafe<Static<typeof CampaignBody>>({
    ...unlimited(CampaignBody as TSchema as Keywords),
    description: 'The body to send for a change or a copy. Administrators’ fields are omitted for other callers.',
  }),
  influencer_text: Type.String({
    description:
      'The text for creators that the legacy field `offer_influencer_text` writes; changes of the campaign here leave it.',
  }),
  prices: EffectivePrices,
  has_participants: Type.Boolean({ description: 'If so, its type cannot change.' }),
  users: named('The names of the users that it targets.'),
});

nameSchemas({ EffectivePrices, CampaignSharedBudget: SharedBudget, StoreCampaign, CampaignDefinition });
