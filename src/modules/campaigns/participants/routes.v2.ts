import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { presentV2Page } from '../../../platform/pagination.ts';
import { PROMISE_REFUSALS, TERMS_ARE_PROMISED } from '../../stores/index.ts';
import {
  type CampaignFacts,
  onCampaign,
  onParticipant,
  onParticipantAsStore,
  type ParticipantFacts,
  representedSides,
  sidesOf,
} from '../policy.ts';
import { lockParticipant, overrideCosts, setClickLimit, setPaymentAmount } from './agree-terms.ts';
import { moveParticipant } from './move-participant.ts';
import { type IncludeOptions, presentParticipant } from './present.ts';
import { listParticipants, readParticipant } from './read-participants.ts';
import {
  ClickLimitBody,
  CostsBody,
  oneParticipantQuery,
  ParticipantList,
  ParticipantRecord,
  PaymentBody,
  participantQuery,
  StatusBody,
  TodoBody,
} from './schemas.ts';
import { tickTodo } from './tick-todo.ts';

const tags = ['Participants'];

/** The participants of a campaign, and their progress. */
export function participantRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: '/v2/offers/:offer/participants',
    operationId: 'listParticipants',
    assistants: 'search',
    storeKey: true,
    summary: 'List the participants of a campaign',
    description: 'Oldest first.',
    tags,
    policy: onCampaign,
    query: participantQuery,
    replies: { 200: ParticipantList },
    handle: async ({ ctx, actor, resource, query, page, request }) => {
      const { query: text, status, include = [] } = query;
      const withPrices = arePricesShown(include, resource, actor);
      const found = await listParticipants(ctx, { campaignId: resource.id, text, status, withPrices }, page);
      const besides = includeOptionsOf(include, resource, actor);
      return presentV2Page(request, page, found, (participant) => presentParticipant(participant, besides));
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/offers/:offer/participants/:participant',
    operationId: 'getParticipant',
    assistants: 'search',
    storeKey: true,
    summary: 'Read a participant',
    tags,
    policy: onParticipant,
    description: 'With `overrides` included, the reply has the `etag` of the individual terms.',
    query: oneParticipantQuery,
    replies: { 200: ParticipantRecord },
    version: versionOf,
    handle: async ({ ctx, actor, resource, query: { include = [] } }) => {
      const { campaign } = resource;
      const participant = await existing(ctx, resource, { withPrices: arePricesShown(include, campaign, actor) });
      return presentParticipant(participant, {
        include,
        campaign,
        sidesFor: () => representedSides(actor, resource),
      });
    },
  });

  operation(app, {
    method: 'PATCH',
    url: '/v2/offers/:offer/participants/:participant/update-status',
    operationId: 'updateParticipantStatus',
    scope: 'campaigns',
    presence: 'token',
    storeKey: true,
    summary: 'Move a participant on',
    description: 'The permitted transitions depend on the campaign’s type and on the caller. A refusal lists them.',
    tags,
    policy: onParticipant,
    body: StatusBody,
    replies: { 200: ParticipantRecord },
    errors: [TERMS_ARE_PROMISED, 'illegal_transition', ...PROMISE_REFUSALS],
    handle: async ({ ctx, actor, resource, body }) => {
      const { status: to, reason } = body;
      const { id: participantId, userId: creatorId } = resource;
      await moveParticipant(ctx, { participantId, creatorId, to, sides: representedSides(actor, resource), reason });
      return presentParticipant(await existing(ctx, resource));
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/offers/:offer/users/:user',
    operationId: 'getParticipantOfUser',
    storeKey: true,
    summary: 'Read the participant of a user in a campaign',
    description: '(The body, the participant, is an addition.)',
    tags,
    policy: onCampaign,
    replies: { 200: ParticipantRecord },
    errors: [404],
    handle: async ({ ctx, resource, params }) =>
      presentParticipant(await existing(ctx, { campaignId: resource.id, userId: params.user })),
  });

  operation(app, {
    method: 'PATCH',
    url: '/v2/offers/:offer/participants/:participant/todo',
    tags,
    operationId: 'tickParticipantTodo',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Complete or reopen to-dos of a participant',
    policy: onParticipant,
    body: TodoBody,
    replies: { 200: ParticipantRecord },
    handle: async ({ ctx, resource, body }) => {
      await tickTodo(ctx, resource.id, body.todo);
      return presentParticipant(await existing(ctx, resource));
    },
  });

  operation(app, {
    method: 'PUT',
    url: '/v2/offers/:offer/participants/:participant/payment-amount',
    tags,
    operationId: 'setParticipantPaymentAmount',
    scope: 'money',
    presence: 'fresh',
    summary: 'Agree on a sum for a participant',
    ...ofTerms,
    body: PaymentBody,
    errors: [...PROMISE_REFUSALS, TERMS_ARE_PROMISED],
    idempotent: true,
    handle: async ({ ctx, resource, body }) => {
      await setPaymentAmount(ctx, resource, body.payment_amount);
      return withTerms(ctx, resource);
    },
  });

  operation(app, {
    method: 'PATCH',
    url: '/v2/offers/:offer/participants/:participant/overrides/clicks',
    tags,
    operationId: 'overrideParticipantClicks',
    scope: 'campaigns',
    presence: 'token',
    storeKey: true,
    summary: 'Set the click limit of a participant',
    ...ofTerms,
    body: ClickLimitBody,
    errors: [TERMS_ARE_PROMISED],
    handle: async ({ ctx, resource, body }) => {
      await setClickLimit(ctx, resource, body.click_limit);
      return withTerms(ctx, resource);
    },
  });

  operation(app, {
    method: 'PATCH',
    url: '/v2/offers/:offer/participants/:participant/overrides/costs',
    tags,
    operationId: 'overrideParticipantCosts',
    scope: 'campaigns',
    presence: 'token',
    storeKey: true,
    summary: 'Set a participant’s own prices',
    ...ofTerms,
    body: CostsBody,
    errors: [TERMS_ARE_PROMISED, 'credit_limit'],
    handle: async ({ ctx, resource, body }) => {
      await overrideCosts(ctx, resource, body.traffic_sources_costs);
      return withTerms(ctx, resource);
    },
  });
}

/** The individual terms; null if the reply does not contain all of them. */
const versionOf = ({ payment_amount, overrides }: { payment_amount?: unknown; overrides?: object }) =>
  overrides === undefined ? null : { payment_amount, ...overrides };

/** Presents a participant with the individual terms. */
const withTerms = async (ctx: Pick<Context, 'db'>, participant: ParticipantFacts) =>
  presentParticipant(await existing(ctx, participant), {
    include: ['overrides'],
    campaign: participant.campaign,
    sidesFor: () => [],
  });

/** A change of the individual terms of a participant. */
const ofTerms = {
  policy: onParticipantAsStore,
  replies: { 200: ParticipantRecord },
  version: versionOf,
  current: async ({ ctx, resource }: { ctx: Pick<Context, 'db'>; resource: ParticipantFacts }) => {
    await lockParticipant(ctx.db, resource.id);
    return versionOf(await withTerms(ctx, resource))!;
  },
} as const;

const includeOptionsOf = (
  include: IncludeOptions['include'],
  campaign: CampaignFacts,
  actor: Actor,
): IncludeOptions => ({
  include,
  campaign,
  sidesFor: (userId) => sidesOf(actor, { campaign, userId }),
});

/** Whether prices with their cost are asked for and may be shown: not to creators. */
const arePricesShown = (include: IncludeOptions['include'], campaign: CampaignFacts, actor: Actor) =>
  include.includes('prices') && sidesOf(actor, { campaign, userId: null }).includes('store');

async function existing(
  ctx: Pick<Context, 'db'>,
  key: Parameters<typeof readParticipant>[1],
  options?: Parameters<typeof readParticipant>[2],
) {
  const participant = await readParticipant(ctx, key, options);
  if (participant === null) throw new NotFound('participant');
  return participant;
}
