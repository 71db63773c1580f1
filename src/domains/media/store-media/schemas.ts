import { Type } from 'typebox';
import { id, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { legacyEnvelope, pageQuery } from '../../../platform/pagination.ts';

const minor = (description: string) =>
  whole({ min: 0, description: `${description}, in minor units of the store’s currency.` });

export const storeMediaQuery = {
  type: Type.Optional(
    oneOf(['image', 'social'], {
      description: '`image`: pictures on creators’ own pages. `social`: what is in social networks, films too.',
    }),
  ),
  identifier: Type.Optional(
    text({ min: 1, max: 255, description: 'Only of this social account, in any case of letters.' }),
  ),
  order_by: Type.Optional(
    oneOf(['created_at', 'clicks'], { description: 'Newest first (unless given), or most clicked first.' }),
  ),
  ...pageQuery({ defaultSize: 20, maxSize: 100 }),
};

export const StoreMediaList = legacyEnvelope(
  Type.Object({
    id: id(),
    username: Type.String({ description: 'The account where it was published.' }),
    url: Type.String({ description: 'Where it is; empty for a film of which only the platform’s id is known.' }),
    type: oneOf(['image', 'social']),
    created_at: Type.String({ examples: ['2030-01-31 12:00:00'] }),
    clicks: Type.String({ pattern: '^[0-9]+$', description: 'Counted clicks on the link that stands on it.' }),
    nr_orders: whole({ min: 0, description: 'Orders by that link.' }),
    order_value: minor('Their value'),
    cost: minor('What the store pays for the clicks and orders'),
  }),
);

export const Story = Type.Object({
  data: Type.Object({ type: Type.String({ pattern: '^(?:image|video)/', examples: ['image/jpeg', 'video/mp4'] }) }),
});
