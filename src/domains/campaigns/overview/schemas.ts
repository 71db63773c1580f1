import { type Static, type TSchema, Type } from 'typebox';
import { currencyCode, dateTime, id, list, nullable, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { type Keywords, mapChildren } from '../../../platform/http/schema-annotations.ts';
import { pageQuery, sortQuery, v2Envelope } from '../../../platform/pagination.ts';
import { OFFER_SORT_COLUMNS } from '../offers/list-order.ts';
import { OFFER_STATUSES } from '../offers/read-offers.ts';
import { OfferRecord } from '../offers/schemas.ts';
import { OfferBody } from '../offers/schemas.write.ts';

const count = (description: string) => whole({ min: 0, description });
const minor = (description: string) => count(`${description}, in minor units.`);

const price = nullable(
  Type.Object({
    cpc: nullable(minor('What a click pays')),
    cpa: nullable(Type.Number({ description: 'Fraction of an order’s value.' })),
  }),
);

const SharedBudget = Type.Object({
  id: id(),
  title: Type.String(),
  amount: minor('The whole of it'),
  spent: minor('What its campaigns have used of it'),
});

const StoreCampaign = Type.Object({
  ...OfferRecord.properties,
  name: Type.String({ description: 'For the store alone.' }),
  currency: currencyCode({ description: 'Of all amounts.' }),
  valid_from: nullable(dateTime()),
  valid_until: nullable(dateTime({ description: 'The last moment.' })),
  prices: Type.Object({ general: price, social: price }),
  one_time_payment: nullable(minor('Paid to whoever completes it')),
  per_user_limit: Type.Boolean({ description: 'The limits are each participant’s own.' }),
  max_clicks: nullable(count('Clicks it pays for.')),
  max_money: nullable(minor('The lower of its limits of money')),
  shared_budget: nullable(SharedBudget),
  clicks: count('Paid clicks of all its creators.'),
  spent: minor('What they have used of its money'),
  participants: count('In any status, registered addresses included.'),
  waiting: count('Those of them who wait for the store’s word.'),
});

export const StoreCampaignList = v2Envelope(StoreCampaign);

export const storeCampaignQuery = {
  query: Type.Optional(text({ max: 64, description: 'A campaign’s id, or a part of its name or title, in any case.' })),
  statuses: Type.Optional(
    list(oneOf(OFFER_STATUSES), { min: 1, max: 20, description: 'Without it, all but deleted campaigns.' }),
  ),
  sort_by: sortQuery(OFFER_SORT_COLUMNS, { default: 'id:desc' }),
  ...pageQuery({ defaultSize: 20, maxSize: 100 }),
};

const named = (description: string) => Type.Array(Type.Object({ id: id(), name: Type.String() }), { description });

/** The schema without the limits of what is written there: the legacy face and older rules let a campaign have more. */
function unlimited(schema: Keywords): Keywords {
  const { maximum, maxLength, minLength, maxItems, format, ...rest } = mapChildren(schema, unlimited);
  return (format === undefined || format === 'name' ? rest : { ...rest, format }) as Keywords;
}

export const OfferDefinition = Type.Object({
  offer: Type.Unsafe<Static<typeof OfferBody>>({
    ...unlimited(OfferBody as TSchema as Keywords),
    description: 'As it is to be sent to change or to copy it. What is for administrators is left out for others.',
  }),
  has_participants: Type.Boolean({ description: 'Then its type cannot change.' }),
  users: named('The names of the users that it is aimed at.'),
});

export const SharedBudgetList = v2Envelope(SharedBudget);
export const sharedBudgetQuery = pageQuery({ defaultSize: 20, maxSize: 100 });
