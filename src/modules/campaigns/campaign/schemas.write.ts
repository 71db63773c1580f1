import { type Static, Type } from 'typebox';
import { day, email, id, list, moment, nameText, nullable, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { MAX_PRICE_MINOR } from '../../stores/index.ts';
import { CAMPAIGN_TYPES, CampaignRecord } from './schemas.ts';

const share = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 1, description }));
const ADMIN = 'Only administrators set it.';

const cost = Type.Object({
  source: Type.Unsafe<0 | 1>(whole({ min: 0, max: 1, description: '0 General, 1 the social networks.' })),
  cpc: Type.Optional(whole({ min: 0, max: 1000, description: 'Minor units a click.' })),
  cpa: share('Fraction of an order’s value.'),
  invoice_cpc: Type.Optional(
    whole({
      min: 0,
      max: MAX_PRICE_MINOR,
      description: `What the store is billed for a click; not less than cpc. ${ADMIN}`,
    }),
  ),
  invoice_cpa: share(`What the store is billed of an order; not less than cpa. ${ADMIN}`),
  user_revenue: share(`The creator’s share of cpc and cpa. ${ADMIN}`),
});

const ids = (description: string) => Type.Optional(list(id(), { max: 1000, description }));

export const TargetsBody = Type.Object({
  user_ids: ids('Users; of these the unknown, suspended and blocked ones are passed over and named in the warnings.'),
  user_tag_ids: ids('Common tags and the store’s own.'),
  store_group_ids: ids('Markets.'),
  emails: Type.Optional(list(email(), { max: 1000 })),
  social_media_identifiers: Type.Optional(list(text({ min: 1, max: 30 }), { max: 1000 })),
  client_ids: ids('Agencies.'),
  revenue_tier_ids: ids('Revenue tiers.'),
});

const optional = {
  campaign_text: Type.Optional(text({ max: 1056 })),
  name: Type.Optional(text({ max: 255, description: 'For the store alone.' })),
  store_group_id: Type.Optional(
    nullable(id({ description: 'The market that it is listed under; the store’s own unless given.' })),
  ),
  has_product_seeding: Type.Optional(Type.Boolean({ description: 'Participants are sent the product.' })),
  has_onetime_payment: Type.Optional(
    Type.Boolean({ description: 'Participants are paid `one_time_payment` besides.' }),
  ),
  one_time_payment: Type.Optional(
    nullable(
      Type.Number({ minimum: 0, maximum: 1_000_000, description: 'Major units; required with has_onetime_payment.' }),
    ),
  ),
  per_user_limit: Type.Optional(Type.Boolean({ description: 'The limits are each participant’s own.' })),
  budget_limit: Type.Optional(nullable(whole({ min: 0, max: 1_000_000_000, description: 'Major units.' }))),
  max_clicks: Type.Optional(nullable(whole({ min: 0, max: 1_000_000 }))),
  max_money: Type.Optional(nullable(whole({ min: 0, max: 1_000_000, description: 'Major units.' }))),
  valid_from: Type.Optional(
    nullable(moment({ description: 'A day begins in the platform’s time zone; a time without a zone is UTC.' })),
  ),
  valid_until: Type.Optional(
    nullable(day({ description: 'The last day, in the platform’s time zone. After the start.' })),
  ),
  todo: Type.Optional(list(text({ min: 1, max: 255 }), { max: 100, description: 'What participants agree to do.' })),
  show_for_advertiser: Type.Optional(Type.Boolean({ description: 'A mark that administrators can filter by.' })),
  priority_after: Type.Optional(
    id({ description: 'An offer of the store that this one comes next after when both could price a click.' }),
  ),
  shared_budget_id: Type.Optional(nullable(id({ description: 'A budget of the store that several campaigns spend.' }))),
  shared_budget: Type.Optional(
    Type.Object({
      title: text({ min: 1, max: 128 }),
      amount: Type.Number({ minimum: 0, maximum: 1_000_000_000, description: 'Major units.' }),
    }),
  ),
};

const required = {
  active: Type.Boolean(),
  campaign_title: nameText({ max: 64 }),
  type: oneOf(CAMPAIGN_TYPES),
  traffic_sources_costs: list(cost, { max: 2 }),
  targets: TargetsBody,
};

/** The whole of a campaign, as it is made or replaced. */
export const CampaignBody = Type.Object({ ...required, ...optional });

/** What is left out stays as it is. */
export const CampaignPatchBody = Type.Object({
  active: Type.Optional(required.active),
  campaign_title: Type.Optional(required.campaign_title),
  type: Type.Optional(required.type),
  traffic_sources_costs: Type.Optional(required.traffic_sources_costs),
  targets: Type.Optional(required.targets),
  ...optional,
});

export type CampaignPatch = Static<typeof CampaignPatchBody>;

export const Warnings = Type.Object({ skipped_targets: Type.Object({ user_ids: Type.Array(id()) }) });

export const WrittenCampaignReply = Type.Object({
  data: Type.Object({ ...CampaignRecord.properties, warnings: Warnings }),
  warnings: Warnings,
});
