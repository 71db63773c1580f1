import { Type } from 'typebox';
import {
  day,
  flag01,
  id,
  list,
  moment,
  momentOrEmpty,
  nameText,
  nullable,
  oneOf,
  text,
  whole,
} from '../../../platform/http/fields.ts';
import { MAX_TITLE } from '../../../platform/limits.ts';
import { field, type KeptOf } from '../../../platform/record-fields/field.ts';
import {
  AMOUNT,
  choice,
  END,
  FLAG,
  LIMIT,
  optionalChoice,
  REFERENCE,
  START,
  TEXT,
  TEXTS,
  WHOLE,
} from '../../../platform/record-fields/kinds.ts';
import { ATTRIBUTION_RULES, type AttributionRule } from '../../stores/index.ts';
import type { CampaignType } from '../participants/transitions.ts';

export const CAMPAIGN_TYPES = ['standard', 'user_accept', 'store_accept', 'suggestion'] as const;

const printedTime = (description: string) => Type.String({ description, examples: ['2030-01-31 12:00:00'] });
const legacyLimit = (description: string) => nullable(whole({ min: 0, max: 1_000_000, description }));
const majorUnits = (max: number) => nullable(whole({ min: 0, max, description: 'Major units.' }));

/** 0: as the store is set; the legacy API also accepts null for it. */
const VISIBILITY = { ...WHOLE, legacy: { ...WHOLE.legacy, read: (visibility: number | null) => visibility ?? 0 } };

/**
 * The plain fields of a campaign: their columns, names and schemas in both generations, and headings in exports. The records,
 * bodies, statements and exports are generated from this list (docs/walk-throughs.md). Values that depend on several
 * fields are in `present*.ts` and `read-input.ts`. Null: no limit, open, or none.
 */
export const CAMPAIGN_FIELDS = {
  title: field(TEXT, {
    column: 'campaign_title',
    v2: { name: 'campaign_title', write: nameText({ max: MAX_TITLE }), show: Type.String() },
    legacy: { name: 'offer_campaign_title', write: text({ max: MAX_TITLE }), show: Type.String() },
  }),
  text: field(TEXT, {
    column: 'campaign_text',
    v2: {
      name: 'campaign_text',
      write: text({ max: 1056 }),
      show: Type.String({ description: 'Empty when there is none.' }),
    },
    legacy: { name: 'offer_campaign_text', write: text({ max: 1056 }), show: Type.String() },
    heading: 'Text',
  }),
  influencerText: field(TEXT, {
    column: 'influencer_text',
    legacy: {
      name: 'offer_influencer_text',
      write: text({
        max: 255,
        description:
          'Text for the creators: with the campaign on their board and in invitations (`influencer_text`), and in its definition for the store.',
      }),
    },
  }),
  name: field(TEXT, {
    column: 'name',
    v2: { name: 'name', write: text({ max: 255, description: 'For the store alone.' }) },
    legacy: { name: 'name', write: nameText({ max: 64 }), show: Type.String() },
    heading: 'Internal name',
  }),
  campaignShow: field(FLAG, {
    column: 'campaign_show',
    legacy: { name: 'offer_campaign_show', write: flag01(), show: flag01() },
  }),
  type: field(choice<CampaignType>(), {
    column: 'type',
    v2: { name: 'type', write: oneOf(CAMPAIGN_TYPES), show: oneOf(CAMPAIGN_TYPES) },
    legacy: {
      name: 'type',
      write: oneOf(['standard', 'user_accept', 'store_accept']),
      show: oneOf(CAMPAIGN_TYPES, { description: 'Only version 2 creates campaigns of type `suggestion`.' }),
    },
    heading: 'Type',
  }),
  active: field(FLAG, {
    column: 'active',
    v2: { name: 'active', write: Type.Boolean() },
    legacy: {
      name: 'active',
      write: flag01({ description: '0: paused.' }),
      show: flag01({ description: '0: paused.' }),
    },
  }),
  /** Among active campaigns, the highest priority prices a click. */
  priority: field(WHOLE, {
    column: 'priority',
    legacy: {
      name: 'priority',
      write: whole({ min: 1, max: 100, description: 'Of two running offers the higher one prices a click.' }),
      show: whole({ min: 1, max: 100 }),
    },
    heading: 'Priority',
  }),
  validFrom: field(START, {
    column: 'valid_from',
    v2: {
      name: 'valid_from',
      write: nullable(
        moment({ description: 'A day begins in the platform’s time zone; a time without a zone is UTC.' }),
      ),
    },
    legacy: {
      name: 'from',
      write: nullable(
        momentOrEmpty({
          description: 'The first day, in the platform’s time zone, or a time in UTC. Null or empty: open.',
        }),
      ),
      show: printedTime('Start, UTC; empty: no start.'),
    },
    heading: 'Valid from (UTC)',
  }),
  /** The last instant of its validity. */
  validUntil: field(END, {
    column: 'valid_until',
    v2: {
      name: 'valid_until',
      write: nullable(day({ description: 'The last day, in the platform’s time zone. After the start.' })),
    },
    legacy: {
      name: 'to',
      write: nullable(
        momentOrEmpty({
          description:
            'The last day, in the platform’s time zone; a time in UTC is read as its day. Null or empty: open.',
        }),
      ),
      show: printedTime('Last instant, UTC; empty: no end.'),
    },
    heading: 'Valid until (UTC)',
  }),
  /** Whether the limits of clicks and money apply to each participant. */
  perUserLimit: field(FLAG, {
    column: 'per_user_limit',
    v2: { name: 'per_user_limit', write: Type.Boolean({ description: 'The limits apply to each participant.' }) },
    legacy: {
      name: 'each_user_limit',
      write: flag01({ description: '1: the limits are each participant’s own.' }),
    },
    heading: 'Limits for each participant',
  }),
  hasProductSeeding: field(FLAG, {
    column: 'has_product_seeding',
    v2: {
      name: 'has_product_seeding',
      write: Type.Boolean({ description: 'Participants are sent the product.' }),
      show: Type.Boolean(),
    },
    heading: 'Product seeding',
  }),
  hasOnetimePayment: field(FLAG, {
    column: 'has_onetime_payment',
    v2: {
      name: 'has_onetime_payment',
      write: Type.Boolean({ description: 'Participants are paid `one_time_payment` besides.' }),
      show: Type.Boolean(),
    },
    heading: 'One-time payment',
  }),
  oneTimePaymentMinor: field(AMOUNT, {
    column: 'one_time_payment_minor',
    v2: {
      name: 'one_time_payment',
      write: nullable(
        Type.Number({ minimum: 0, maximum: 1_000_000, description: 'Major units; required with has_onetime_payment.' }),
      ),
    },
    legacy: { name: 'one_time_payment', write: legacyLimit('Major units; 0 or null: none.') },
  }),
  maxClicks: field(LIMIT, {
    column: 'max_clicks',
    v2: {
      name: 'max_clicks',
      write: nullable(whole({ min: 0, max: 1_000_000, description: 'Null: no limit. 0: no clicks.' })),
    },
    legacy: {
      name: 'max_clicks',
      write: legacyLimit('0 or null: no limit. 0 leaves a limit of 0, which API v2 can set, unchanged.'),
      show: whole({ min: 0, description: '0: no limit, or no clicks if API v2 has set this.' }),
    },
    heading: 'Most clicks',
  }),
  maxMoneyMinor: field(AMOUNT, {
    column: 'max_money_minor',
    v2: { name: 'max_money', write: majorUnits(1_000_000) },
    legacy: {
      name: 'max_money',
      write: legacyLimit('Major units; 0 or null: no limit. 0 leaves a limit of 0, which API v2 can set, unchanged.'),
    },
  }),
  budgetLimitMinor: field(AMOUNT, {
    column: 'budget_limit_minor',
    v2: { name: 'budget_limit', write: majorUnits(1_000_000_000) },
  }),
  sharedBudgetId: field(REFERENCE, {
    column: 'shared_budget_id',
    v2: {
      name: 'shared_budget_id',
      write: nullable(id({ description: 'A budget of the store that several campaigns spend.' })),
    },
  }),
  /** Orders with the campaign's terms are approved by themselves after so many days; null: as the store's rule says. */
  approvalDays: field(LIMIT, {
    column: 'approval_days',
    v2: {
      name: 'approval_days',
      write: nullable(
        whole({
          min: 1,
          max: 90,
          description:
            'After how many days undecided orders with the campaign’s terms are approved by themselves; null: as the store’s order rules say. Of both numbers, the smaller one applies.',
        }),
      ),
    },
  }),
  /** Which trace decides about the campaign's own orders; null: as the store's rule says. */
  attribution: field(optionalChoice<AttributionRule>(), {
    column: 'attribution',
    v2: {
      name: 'attribution',
      write: nullable(
        oneOf(ATTRIBUTION_RULES, {
          description:
            'Which trace decides about an order that has a click of one creator and a voucher of another, if it would be this campaign’s by the store’s rule; null: the store’s rule does.',
        }),
      ),
    },
  }),
  /** How long after a click with the campaign's terms an order is attributed to it; null: the store's window. */
  attributionWindowDays: field(LIMIT, {
    column: 'attribution_window_days',
    v2: {
      name: 'attribution_window_days',
      write: nullable(
        whole({
          min: 1,
          max: 365,
          description:
            'How long after a click with the campaign’s terms an order is attributed to it; null: the store’s window.',
        }),
      ),
    },
  }),
  todo: field(TEXTS, {
    column: 'todo',
    v2: {
      name: 'todo',
      write: list(text({ min: 1, max: 255 }), { max: 100, description: 'What participants agree to do.' }),
    },
  }),
  storeVisibility: field(VISIBILITY, {
    column: 'store_visibility',
    legacy: {
      name: 'store_visibility',
      write: nullable(
        whole({ min: 0, max: 2, description: '0 or null: as the store is, 1 hides the store, 2 shows it.' }),
      ),
      show: whole({ min: 0, max: 2, description: '0 follows the store, 1 hides the store, 2 shows it.' }),
    },
  }),
  showForAdvertiser: field(FLAG, {
    column: 'show_for_advertiser',
    v2: {
      name: 'show_for_advertiser',
      write: Type.Boolean({
        description: 'A mark that administrators can filter by. It hides nothing from the store.',
      }),
    },
    legacy: { name: 'show_for_advertiser', write: flag01() },
  }),
  storeGroupId: field(REFERENCE, {
    column: 'store_group_id',
    v2: {
      name: 'store_group_id',
      write: nullable(id({ description: 'The market that it is listed under; the store’s own unless given.' })),
    },
  }),
  /** If set, the campaign contains the store's individual terms for this creator, which have their own requests. */
  onlyUserId: field(REFERENCE, { column: 'only_user_id' }),
} as const;

/** The fields that a store sets of a campaign, in our units: minor units and instants. */
export type CampaignFields = KeptOf<typeof CAMPAIGN_FIELDS>;
