import { Type } from 'typebox';
import { id, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { advertiserPrice } from '../../stores/index.ts';
import { MOST_POST_BYTES } from './blog-post.ts';
import { NO_LINK_REASONS } from './translate-links.ts';

const dry = Type.Optional(
  Type.Boolean({ description: 'Make no link: those that exist are put in, the others keep their URL.' }),
);

export const BlogPostBody = Type.Object({
  blogPost: text({
    max: MOST_POST_BYTES,
    description:
      'HTML, whole or a part, in whatever state; at most 1 MiB in UTF-8, with at most 2,000 links to web addresses.',
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
  userId: id({ description: 'The creator whose links they will be.' }),
  dry,
});

const time = Type.String({ examples: ['2030-01-31 12:00:00'] });

const TrafficSourceCost = Type.Object({
  id: id(),
  store_id: id(),
  ...advertiserPrice,
  invoice_cpc: whole({
    description: 'What the store is billed, minor units; 0 for others than its members and administrators.',
  }),
  invoice_cpa: Type.Number({ description: 'Likewise, a fraction of an order’s value.' }),
  created_at: time,
  updated_at: time,
  user_revenue: Type.Number({ description: 'The creator’s share.' }),
  client_revenue: Type.Number({
    description: 'The share of the creator’s client; 0 for others than its representatives and administrators.',
  }),
  cpc_formatted: Type.String({ examples: ['2,50 kr'] }),
  title: Type.String({ examples: ['General'] }),
});

export const LinkTranslation = Type.Object({
  before: Type.String({ description: 'The URL as it was given.' }),
  after: Type.String({ description: 'The tracked URL; where there is none, the URL as it was given.' }),
  status: oneOf(['created', 'existing', 'dry', ...NO_LINK_REASONS], {
    description:
      '`created` and `existing`: there is a link. `dry`: there would be. The others say why there is none; then texts are empty and numbers 0.',
  }),
  store: Type.String({ description: 'The store’s name.' }),
  storeId: whole({ min: 0 }),
  type: oneOf(['link', 'tag', ''], { description: '`link`: in a text; `tag`: on a picture or film.' }),
  currency: Type.String({ description: 'Of all money here.' }),
  tag_id: whole({ min: 0, description: 'The link’s id; 0 for one that does not exist.' }),
  user_revenue_cpc: whole({ description: 'What the creator earns by a click at the store’s own prices, minor units.' }),
  user_social_cpc: whole({ description: 'Likewise by a click from a social network.' }),
  user_revenue_cpa: Type.Number({ description: 'What the creator earns of an order, as a fraction of its value.' }),
  user_social_cpa: Type.Number({ description: 'Likewise after a click from a social network.' }),
  user_revenue_cpc_formated: Type.String({ examples: ['1,75 kr'] }),
  user_social_cpc_formated: Type.String({ examples: ['1,40 kr'] }),
  traffic_sources_costs: Type.Array(TrafficSourceCost),
});

export const TranslatedBlogPost = Type.Object({
  newHtml: Type.String({ description: 'The post; nothing but the href of links that can earn is different.' }),
  linkTranslation: Type.Array(LinkTranslation, {
    description: 'One entry for each page that can earn, in the order in which they first appear.',
  }),
  isUpdated: Type.Boolean({ description: 'Whether anything in the post is different.' }),
});
