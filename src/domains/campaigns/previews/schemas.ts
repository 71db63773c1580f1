import { Type } from 'typebox';
import { currencyCode, id, nullable, whole } from '../../../platform/http/fields.ts';

const count = (description: string) => whole({ min: 0, description });
const minor = (description: string) => count(`${description}, in minor units.`);

export const OfferPreviewReply = Type.Object({
  currency: currencyCode({ description: 'Of all amounts.' }),
  audience: Type.Object({
    creators: count(
      'Everybody when nobody is named, else those whom `user_ids` names; without who is suspended or blocked.',
    ),
    by_group: nullable(
      count(
        'About how many tags, agencies, tiers and markets bring, rounded down to fives (0: fewer than five), named ones and those blocked one ' +
          'by one included, so that nobody’s group follows from comparing previews. Null: no group is targeted.',
      ),
    ),
    addresses: count(
      'E-mails and social identifiers that would wait for whoever has them; nobody is looked up by them.',
    ),
    sample: Type.Array(
      Type.Object({
        user_id: id(),
        display_name: Type.String(),
        clicks: count('That they brought the store in the last 90 days.'),
      }),
      {
        description: 'Some of `creators` whom the store knows already, busiest first; nobody whom only a group brings.',
      },
    ),
  }),
  skipped_targets: Type.Object({
    user_ids: Type.Array(id(), { description: 'Named, and unknown, suspended or blocked.' }),
  }),
  click: Type.Object({
    cost: minor('What the store would pay for a click'),
    creator: minor('What of it the creator usually gets'),
  }),
  order: nullable(
    Type.Object({
      value: minor('The store’s usual order of the last 30 days'),
      cost: minor('What the store would pay for one'),
      creator: minor('What of it the creator usually gets'),
    }),
  ),
  pace: Type.Object({
    clicks_per_day: Type.Number({ description: 'All of the store’s, over the last 30 days.' }),
    orders_per_day: Type.Number(),
  }),
  budget_days: nullable(
    count('Days that its caps would last if all clicks of the store fell under it; null without a cap for all.'),
  ),
});
