import { Type } from 'typebox';
import { id, nameSchemas, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { legacyEnvelope, pageQuery } from '../../../platform/pagination.ts';

const minor = (description: string) =>
  whole({ min: 0, description: `${description}, in minor units of the store’s currency.` });

export const storeMediaQuery = {
  type: Type.Optional(
    oneOf(['image', 'social'], {
      description: '`image`: pictures on creators’ own pages. `social`: media in social networks, including videos.',
    }),
  ),
  identifier: Type.Optional(text({ min: 1, max: 255, description: 'Only this social account; case-insensitive.' })),
  order_by: Type.Optional(
    oneOf(['created_at', 'clicks'], { description: 'Newest first (default), or most clicks first.' }),
  ),
  ...pageQuery(),
};

export const StoreMediaList = legacyEnvelope(
  Type.Object({
    id: id(),
    username: Type.String({ description: 'The account where it was published.' }),
    url: Type.String({ description: 'Its address; empty for a video with only the id of the hosting platform.' }),
    type: oneOf(['image', 'social']),
    created_at: Type.String({ examples: ['2030-01-31 12:00:00'] }),
    clicks: Type.String({ pattern: '^[0-9]+$', description: 'Counted clicks on its link.' }),
    nr_orders: whole({ min: 0, description: 'Orders through its link.' }),
    order_value: minor('Their value'),
    cost: minor('The store’s cost for the clicks and orders'),
  }),
);

export const Story = Type.Object({
  data: Type.Object({ type: Type.String({ pattern: '^(?:image|video)/', examples: ['image/jpeg', 'video/mp4'] }) }),
});

nameSchemas({ StoreMediaPage: StoreMediaList, Story });
