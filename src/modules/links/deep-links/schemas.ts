import { Type } from 'typebox';
import { id, minorMoney, nameSchemas, nullable, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { advertiserPrice } from '../../stores/index.ts';
import { MAX_POST_BYTES } from './blog-post.ts';
import { NO_LINK_REASONS } from './translate-links.ts';

const dry = Type.Optional(
  Type.Boolean({ description: 'Create no links. Existing links are inserted, and the other URLs stay unchanged.' }),
);

export const BlogPostBody = Type.Object({
  blogPost: text({
    max: MAX_POST_BYTES,
    description:
      'HTML, a document or a fragment, possibly malformed; at most 1 MiB in UTF-8, with at most 2,000 links to web addresses.',
    examples: ['<p>My <a href="https://www.shop.example/shoes/red-runner">shoes</a></p>'],
  }),
  dry,
});

export const DeepLinksBody = Type.Object({
  links: text({
    max: 1024 * 1024,
    description: 'A JSON array, as text, of at most 2,000 URLs of at most 4096 characters.',
    examples: ['["https://www.shop.example/shoes/red-runner"]'],
  }),
  userId: id({ description: 'The creator who will own the links.' }),
  dry,
});

const time = Type.String({ examples: ['2030-01-31 12:00:00'] });

const TrafficSourceCost = Type.Object({
  id: id(),
  store_id: id(),
  ...advertiserPrice,
  invoice_cpc: whole({
    description: 'Amount billed to the store, minor units; 0 for callers other than its members and administrators.',
  }),
  invoice_cpa: Type.Number({
    description:
      'Amount billed to the store per order, as a fraction of the order’s value; 0 for callers other than its members and administrators.',
  }),
  created_at: time,
  updated_at: time,
  user_revenue: Type.Number({ description: 'The creator’s share.' }),
  client_revenue: Type.Number({
    description: 'The share of the creator’s agency; 0 for callers other than its representatives and administrators.',
  }),
  cpc_formatted: Type.String({ examples: ['2,50 kr'] }),
  title: Type.String({ examples: ['General'] }),
});

export const LinkTranslation = Type.Object({
  before: Type.String({ description: 'The URL as given.' }),
  after: Type.String({ description: 'The tracked URL; without one, the URL as given.' }),
  status: oneOf(['created', 'existing', 'dry', ...NO_LINK_REASONS], {
    description:
      '`created` and `existing`: the link exists. `dry`: it would be created. The other values say why there is none; then texts are empty and numbers 0.',
  }),
  store: Type.String({ description: 'The store’s name.' }),
  storeId: whole({ min: 0 }),
  type: oneOf(['link', 'tag', ''], { description: '`link`: in a text; `tag`: on a picture or film.' }),
  currency: Type.String({ description: 'Currency of all amounts.' }),
  tag_id: whole({ min: 0, description: 'The link’s id; 0 when it does not exist.' }),
  user_revenue_cpc: whole({
    description:
      'The creator’s earnings by the next click on the link, minor units: as clicks are priced, campaigns included.',
  }),
  user_social_cpc: whole({ description: 'The same for a click from a social network.' }),
  user_revenue_cpa: Type.Number({ description: 'The creator’s earnings per order, as a fraction of its value.' }),
  user_social_cpa: Type.Number({ description: 'The same after a click from a social network.' }),
  user_revenue_cpo: nullable(
    minorMoney('The creator’s fixed earnings per order; null: there is no link. (An addition.)'),
  ),
  user_social_cpo: nullable(minorMoney('The same after a click from a social network. (An addition.)')),
  user_revenue_cpc_formated: Type.String({ examples: ['1,75 kr'] }),
  user_social_cpc_formated: Type.String({ examples: ['1,40 kr'] }),
  traffic_sources_costs: Type.Array(TrafficSourceCost),
});

export const TranslatedBlogPost = Type.Object({
  newHtml: Type.String({ description: 'The post. Only the href of links that can earn differs.' }),
  linkTranslation: Type.Array(LinkTranslation, {
    description: 'One entry for each page that can earn, in the order of appearance.',
  }),
  isUpdated: Type.Boolean({ description: 'Whether the post differs from the request.' }),
});

nameSchemas({ DeepLinksInput: DeepLinksBody, TrafficSourceCost, LinkTranslation, TranslatedBlogPost });
