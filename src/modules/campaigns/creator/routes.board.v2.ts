import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { dateTime, id, minorMoney, money, nameSchemas, nullable, oneOf, whole } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { moneyObject } from '../../../platform/money.ts';
import { earlierName, presentV2Page, v2Envelope } from '../../../platform/pagination.ts';
import { fileUrl } from '../../../platform/storage/file-url.ts';
import { onUser } from '../../accounts/index.ts';
import { ATTRIBUTION_RULES, CPO_MODES } from '../../stores/index.ts';
import { readBonusProgress, readBonusTiers } from '../bonus-tiers/bonus-tiers.ts';
import { BonusProgressRecord, presentProgress } from '../bonus-tiers/schemas.ts';
import { CAMPAIGN_TYPES } from '../campaign/fields.ts';
import { CAMPAIGN_STATUSES } from '../campaign/read-campaigns.ts';
import { readCommissionRules } from '../commission-rules/commission-rules.ts';
import { presentRuleNames, ruleNames } from '../commission-rules/schemas.ts';
import type { CampaignDeps } from '../deps.ts';
import { GiftRecord, presentGift } from '../gifts/schemas.ts';
import { GuaranteedRecord, presentGuaranteed } from '../guarantees/schemas.ts';
import { PARTICIPANT_STATUSES, transitionsFor } from '../participants/transitions.ts';
import { PromisedRecord, presentPromised } from '../promises/schemas.ts';
import { currentRateSteps, NO_STEPS, readStepProgress } from '../rate-steps/rate-steps.ts';
import { presentStepProgress, StepProgressRecord } from '../rate-steps/schemas.ts';
import { mayEarn } from './present.ts';
import { type BoardCampaign, listBoard, readBoardCampaign } from './read-board.ts';
import { type OrderTerms, readOrderTerms } from './read-order-terms.ts';
import { campaignQuery, filtersOf } from './schemas.ts';

const SOURCES = ['general', 'social'] as const;
/** What a creator earns of each order as a fixed amount. */
export const fixedPay = {
  per_order_fixed: minorMoney('The user’s fixed earnings per order.'),
  cpo_mode: oneOf(CPO_MODES, {
    description: '`added`: an order earns the fixed amount and `per_order` of its value; `larger`: the larger one.',
  }),
  minimum_order: nullable(
    minorMoney('Orders whose value less refunds is below this earn nothing; null: there is none.'),
  ),
};

const participantStatus = () => oneOf(PARTICIPANT_STATUSES);

export const BoardRecord = Type.Object({
  id: id(),
  title: Type.String(),
  text: Type.String({ description: 'Empty when there is none.' }),
  influencer_text: Type.String({ description: 'The store’s further text for creators; empty when there is none.' }),
  image_url: nullable(Type.String()),
  store: Type.Object({ id: id(), name: Type.String() }),
  type: oneOf(CAMPAIGN_TYPES),
  status: oneOf(CAMPAIGN_STATUSES),
  token: Type.String({ description: 'With it the user joins.' }),
  valid_from: nullable(dateTime()),
  valid_until: nullable(dateTime()),
  has_product_seeding: Type.Boolean({ description: 'The store sends its product.' }),
  one_time_payment: nullable(money({ description: 'The store’s one-time payment.' })),
  gift: nullable(GiftRecord),
  promise: nullable(PromisedRecord),
  guarantee: nullable(GuaranteedRecord),
  currency: Type.String(),
  pay: Type.Array(
    Type.Object({
      source: oneOf(SOURCES),
      per_click: minorMoney('The user’s earnings per click.'),
      per_click_minor: whole(earlierName('per_click')),
      per_order: Type.Number({ description: 'The user’s earnings per order, as a fraction of its value.' }),
      ...fixedPay,
    }),
  ),
  tasks: Type.Array(Type.String(), { description: 'The tasks that participants agree to.' }),
  part: nullable(
    Type.Object(
      {
        participant_id: id(),
        status: participantStatus(),
        can_create_link: Type.Boolean({
          description: 'Whether the campaign pays for the user’s links to the store.',
        }),
        todo: Type.Array(Type.Object({ key: Type.String(), value: Type.Boolean() })),
        payment: nullable(money({ description: 'Terms agreed with this user.' })),
        transitions: Type.Array(Type.Object({ status: participantStatus(), label: Type.String() }), {
          description: 'The statuses that the user may move to.',
        }),
      },
      { description: 'Null: the user does not participate.' },
    ),
  ),
});

const BoardCampaignRecord = Type.Object({
  ...BoardRecord.properties,
  commission_rules: Type.Array(
    Type.Object({
      ...ruleNames,
      per_order: Type.Number({
        description: 'The user’s earnings, as a fraction of the value of a line that matches.',
      }),
      per_order_fixed: Type.Optional(
        minorMoney('The user’s fixed earnings per order; omitted: that of `pay`, or none if `per_order` is 0.'),
      ),
    }),
    { description: 'Each line of an order has the rate of the first rule that it matches, otherwise that of `pay`.' },
  ),
  rate_steps: StepProgressRecord,
  bonus: BonusProgressRecord,
  order_rules: Type.Object(
    {
      attribution: oneOf(ATTRIBUTION_RULES, {
        description: 'Which trace decides when an order has a click of one creator and a voucher of another.',
      }),
      attribution_window_days: whole({ min: 1, description: 'How long after a click an order is attributed to it.' }),
      approval_days: nullable(
        whole({
          min: 1,
          max: 90,
          description: 'After how many days undecided orders are approved by themselves; null: they wait.',
        }),
      ),
    },
    { description: 'The rules under which orders are placed now. An order keeps them.' },
  ),
});

/** Campaigns with the data by which creators decide on them: pay, tasks and the creator's progress. */
export function boardRoutes(app: FastifyInstance, { publicUrl, calendar }: CampaignDeps): void {
  const common = { tags: ['Creator campaigns'], addition: true, policy: onUser('user') } as const;
  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/users/:user/campaign-board',
    operationId: 'listCampaignBoard',
    assistants: 'search',
    summary: 'The campaigns for a user, with pay, tasks and the user’s participation',
    description:
      'Newest first: the user’s participations, and campaigns of open stores that target the user or everyone.',
    query: campaignQuery,
    replies: { 200: v2Envelope(BoardRecord) },
    handle: async ({ ctx, resource: user, query, page, request }) => {
      const found = await listBoard(ctx, { userId: user.id, ...filtersOf(query) }, page);
      return presentV2Page(request, page, found, (campaign) => presentOnBoard(publicUrl, campaign));
    },
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/users/:user/campaign-board/:offer',
    operationId: 'getBoardCampaign',
    assistants: 'search',
    summary:
      'A campaign for a user, with pay, commission rules, rising rates, bonuses, tasks and the user’s participation',
    replies: { 200: BoardCampaignRecord },
    errors: [404],
    handle: async ({ ctx, resource: user, params }) => {
      const entry = await readBoardCampaign(ctx, { userId: user.id, campaignId: params.offer });
      const { rules } = await readCommissionRules(ctx.db, entry.campaign.id);
      const sharePpm = entry.pay[0]?.userSharePpm ?? 0;
      const commissionRules = rules.map((rule) => ({
        ...presentRuleNames(rule),
        per_order: Math.floor((rule.cpa_ppm * sharePpm) / 1_000_000) / 1_000_000,
        ...(rule.cpo_minor === undefined
          ? {}
          : {
              per_order_fixed: {
                minor: Math.floor((rule.cpo_minor * sharePpm) / 1_000_000),
                currency: entry.campaign.currency,
              },
            }),
      }));
      const { id: campaignId, currency } = entry.campaign;
      const month = `${calendar.dayOf(ctx.now().getTime()).slice(0, 7)}-01`;
      const tiers = await readBonusTiers(ctx.db, { campaignId, month });
      const progress = await readBonusProgress(ctx.db, { campaignId, userId: user.id, month });
      const bonus = presentProgress(tiers, progress, { month, currency });
      const steps = await currentRateSteps(ctx.db, campaignId);
      const day = calendar.dayOf(ctx.now().getTime());
      const reached = await readStepProgress(ctx.db, { campaignId, userId: user.id, day, steps: steps ?? NO_STEPS });
      const rateSteps = presentStepProgress(steps, reached, { currency, pay: entry.pay[0] });
      const orderRules = presentOrderTerms(await readOrderTerms(ctx, entry.campaign));
      return {
        ...presentOnBoard(publicUrl, entry),
        commission_rules: commissionRules,
        rate_steps: rateSteps,
        bonus,
        order_rules: orderRules,
      };
    },
  });
}

const presentOrderTerms = ({ attributionRule, windowDays, approvalDays }: OrderTerms) => ({
  attribution: attributionRule,
  attribution_window_days: windowDays,
  approval_days: approvalDays,
});

/** Presents a campaign on a creator's board, with amounts per click in minor units. */
export function presentOnBoard(publicUrl: string, entry: BoardCampaign) {
  const {
    campaign,
    storeName,
    tasks,
    oneTimeMinor,
    pay,
    part: participation,
    gift,
    promise,
    guarantee,
    isStoreWilling,
  } = entry;
  const { currency } = campaign;
  return {
    id: campaign.id,
    title: campaign.shownTitle,
    text: campaign.text,
    influencer_text: campaign.influencerText,
    image_url: campaign.imageKey === null ? null : fileUrl(publicUrl, campaign.imageKey),
    store: { id: campaign.storeId, name: storeName },
    type: campaign.type,
    status: campaign.status,
    token: campaign.token,
    valid_from: campaign.validFrom?.toISOString() ?? null,
    valid_until: campaign.validUntil?.toISOString() ?? null,
    has_product_seeding: campaign.hasProductSeeding,
    one_time_payment: oneTimeMinor === null ? null : moneyObject({ minor: oneTimeMinor, currency }),
    gift: gift && presentGift(gift, currency),
    promise: promise && presentPromised(promise),
    guarantee: presentGuaranteed(guarantee),
    currency,
    pay: pay.map(({ source, perClickMinor, perOrderPpm, perOrderMinor, cpoMode, minimumOrderMinor }) => ({
      source: SOURCES[source],
      per_click: { minor: perClickMinor, currency },
      per_click_minor: perClickMinor,
      per_order: perOrderPpm / 1_000_000,
      per_order_fixed: { minor: perOrderMinor, currency },
      cpo_mode: cpoMode,
      minimum_order: minimumOrderMinor === null ? null : { minor: minimumOrderMinor, currency },
    })),
    tasks,
    part: participation && {
      participant_id: participation.id,
      status: participation.status,
      can_create_link: mayEarn(participation.status, campaign, isStoreWilling),
      todo: participation.todo,
      payment: participation.payment && moneyObject(participation.payment),
      transitions: transitionsFor(participation, ['creator']),
    },
  };
}

nameSchemas({ CampaignBoard: BoardRecord, BoardCampaign: BoardCampaignRecord });
