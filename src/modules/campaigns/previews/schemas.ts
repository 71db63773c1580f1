import { Type } from 'typebox';
import { currencyCode, id, nameSchemas, nullable, whole } from '../../../platform/http/fields.ts';
import { EffectivePrices } from '../overview/schemas.ts';

const count = (description: string) => whole({ min: 0, description });
const minor = (description: string) => count(`${description}, in minor units.`);

export const CampaignPreviewReply = Type.Object({
  currency: currencyCode({ description: 'Currency of all amounts.' }),
  audience: Type.Object({
    creators: count(
      'All creators if the campaign has no targets, otherwise the users in `user_ids`; without suspended and blocked ones.',
    ),
    by_group: nullable(
      count(
        'The number of creators by tags, agencies, tiers and markets, rounded down to a multiple of five (0: fewer than five). It includes named and individually blocked creators, so that comparing previews does not reveal the group of a creator. Null: no group is targeted.',
      ),
    ),
    addresses: count('E-mail addresses and social identifiers that would be pending. They are not looked up.'),
    sample: Type.Array(
      Type.Object({
        user_id: id(),
        display_name: Type.String(),
        clicks: count('Clicks for the store in the last 90 days.'),
      }),
      {
        description: 'Some of `creators` that the store already knows, most clicks first; without members of groups.',
      },
    ),
  }),
  skipped_targets: Type.Object({
    user_ids: Type.Array(id(), { description: 'Named users who are unknown, suspended or blocked.' }),
  }),
  prices: EffectivePrices,
  click: Type.Object({
    cost: minor('The store’s cost per click'),
    shared: minor('The part of it that creator and agency share'),
    creator: minor('The creator’s usual share of it'),
  }),
  order: nullable(
    Type.Object({
      value: minor('The store’s average order in the last 30 days'),
      cost: minor('The store’s cost per order'),
      shared: minor('The part of it that creator and agency share'),
      creator: minor('The creator’s usual share of it'),
    }),
  ),
  pace: Type.Object({
    clicks_per_day: Type.Number({ description: 'All clicks of the store in the last 30 days.' }),
    orders_per_day: Type.Number(),
  }),
  budget_days: nullable(
    count('Number of days that the caps would last for all clicks of the store; null without a common cap.'),
  ),
});

nameSchemas({ CampaignPreview: CampaignPreviewReply });
