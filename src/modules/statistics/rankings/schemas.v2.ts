import { Type } from 'typebox';
import { EXPORT_FORMATS, headingLanguage } from '../../../platform/export/export.ts';
import { day, id, money, nameSchemas, nullable, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { MAX_RESULT_DAYS } from '../../../platform/limits.ts';
import { pageQuery, sortQuery, v2Envelope } from '../../../platform/pagination.ts';
import { personReply } from '../../accounts/index.ts';
import { dayQuery } from '../schemas.ts';
import { CAMPAIGN_SORTS } from './campaign-stats.ts';
import { LINK_SORTS, USER_SORTS } from './order.ts';

const q = (where: string) => Type.Optional(text({ max: 255, description: `Part of ${where}, in any case.` }));
const format = Type.Optional(
  oneOf([...EXPORT_FORMATS, 'json'], {
    description:
      'The whole filtered and sorted list as a file instead of a page. `json`: as one page of at most 10,000 records.',
  }),
);
/** Query of a store's results. */
export const resultDays = {
  ...dayQuery,
  to: Type.Optional(
    day({ description: `Last day; today by default. At most ${MAX_RESULT_DAYS} days from the first.` }),
  ),
};
const shared = { ...resultDays, format, lang: headingLanguage(), ...pageQuery() };

export const creatorStatsQuery = {
  ...shared,
  q: q('the creator’s name'),
  sort_by: sortQuery([...USER_SORTS, 'public_name'], { default: 'clicks:desc' }),
};

export const linkStatsListQuery = {
  ...shared,
  q: q('the creator’s name or the link’s title'),
  links: Type.Optional(
    text({ max: 10_000, description: 'Ids of links, separated by commas (at most 500).', examples: ['31,42'] }),
  ),
  sort_by: sortQuery([...LINK_SORTS, 'public_name'], { default: 'clicks:desc' }),
};

export const campaignStatsQuery = {
  ...shared,
  q: q('the campaign’s title'),
  sort_by: sortQuery(CAMPAIGN_SORTS, { default: 'clicks:desc' }),
};

/** Clicks and orders with their amounts. */
export const figures = {
  clicks: whole({ min: 0, description: 'Counted clicks.' }),
  click_cost: money({ signed: true, description: 'The store’s cost for them.' }),
  orders: whole({ min: 0, description: 'Orders that are neither denied nor fully refunded.' }),
  order_value: money({ signed: true, description: 'Their value without refunds.' }),
  order_cost: money({ signed: true, description: 'The store’s cost for them.' }),
  cost: money({ signed: true, description: 'The store’s cost for clicks and orders.' }),
  roas: nullable(Type.Number({ description: 'Order value per unit of cost; null without cost.' })),
};

const creator = {
  user: personReply(),
  social: Type.String({ description: 'The creator’s social account; empty without one.' }),
  blog: Type.String({ description: 'The creator’s blog; empty without one.' }),
};

export const CreatorStatsList = v2Envelope(
  Type.Object(
    { ...creator, followers: whole({ min: 0 }), ...figures },
    { description: 'Results of a creator. (The contract does not specify this body.)' },
  ),
);

export const LinkStatsPage = v2Envelope(
  Type.Object(
    {
      affiliate_link_id: id(),
      url: Type.String({ description: 'The tracked address.' }),
      title: Type.String(),
      ...creator,
      ...figures,
    },
    { description: 'Results of a link. (The contract does not specify this body.)' },
  ),
);

export const CampaignStatsList = v2Envelope(
  Type.Object(
    {
      offer: nullable(
        Type.Object({ id: id(), title: Type.String() }, { description: 'Null: the store’s own prices.' }),
      ),
      ...figures,
      new_creators: whole({
        min: 0,
        description: 'Creators of these results whose first counted click or order at the store is in the range.',
      }),
    },
    { description: 'Results of a campaign. (The contract does not specify this body.)' },
  ),
);

nameSchemas({
  RankedCreatorPage: CreatorStatsList,
  RankedLinkPage: LinkStatsPage,
  RankedCampaignPage: CampaignStatsList,
});
