import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, NotFound } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { presentCursor } from '../../../platform/pagination.ts';
import { onUser } from '../../accounts/index.ts';
import { onDeliverable, onDeliverableOfStore } from '../../campaigns/index.ts';
import { findStore, onStore, PROMISE_REFUSALS } from '../../stores/index.ts';
import type { PublicationDeps } from '../deps.ts';
import { onUsageRightOfCreator, onUsageRightOfSide, onUsageRightOfStore } from './policy.ts';
import { presentUsageRight } from './present.ts';
import {
  EndBody,
  UsageRightBody,
  UsageRightList,
  UsageRightPaymentBody,
  UsageRightRecord,
  UsageRightVersions,
  usageRightQuery,
} from './schemas.ts';
import { listUsageRights, type RightSide, readUsageRight, type UsageRight } from './usage-right.ts';
import {
  ANSWER_ERRORS,
  agreeEnd,
  answerOffer,
  END_ERRORS,
  MAX_VERSIONS,
  OFFER_ERRORS,
  offerUsageRights,
  PAYMENT_ERRORS,
  payUsageRight,
  proposeEnd,
} from './write-usage-rights.ts';

const common = { tags: ['Publications'], addition: true } as const;
const write = { ...common, method: 'POST', scope: 'campaigns', presence: 'token' } as const;

/** Usage rights of publications: offered by the store, accepted by the creator. */
export function usageRightRoutes(app: FastifyInstance, deps: PublicationDeps): void {
  listRoutes(app);
  offerRoutes(app, deps);
  answerRoutes(app);
  endRoutes(app, deps);
  paymentRoutes(app, deps);
}

function listRoutes(app: FastifyInstance): void {
  const filtersOf = (query: {
    offer_id?: number;
    status?: UsageRight['status'];
    ends_from?: string;
    ends_until?: string;
  }) => ({
    campaignId: query.offer_id,
    status: query.status,
    endsFrom: query.ends_from,
    endsUntil: query.ends_until,
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/stores/:store/usage-rights',
    operationId: 'listStoreUsageRights',
    assistants: 'search',
    summary: 'List the usage rights of a store',
    description: 'Newest first. With `ends_from` and `ends_until`, it is the calendar of what ends.',
    policy: onStore('store'),
    query: usageRightQuery,
    replies: { 200: UsageRightList },
    handle: async ({ ctx, resource, query }) => {
      const { rights, next } = await listUsageRights(ctx, { storeId: resource.id, ...filtersOf(query) }, query);
      return { data: rights.map(presentUsageRight), meta: presentCursor(next) };
    },
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/users/:user/usage-rights',
    operationId: 'listUserUsageRights',
    assistants: 'search',
    summary: 'List the usage rights that a creator has given or been asked for',
    description: 'Newest first, of all campaigns that are not deleted.',
    policy: onUser('user'),
    query: usageRightQuery,
    replies: { 200: UsageRightList },
    handle: async ({ ctx, resource, query }) => {
      const { rights, next } = await listUsageRights(ctx, { userId: resource.id, ...filtersOf(query) }, query);
      return { data: rights.map(presentUsageRight), meta: presentCursor(next) };
    },
  });
}

function offerRoutes(app: FastifyInstance, deps: PublicationDeps): void {
  const url = '/v2/deliverables/:deliverable/usage-rights';

  operation(app, {
    ...common,
    method: 'GET',
    url,
    operationId: 'listUsageRightVersions',
    assistants: 'search',
    summary: 'List the versions of the usage rights of a deliverable',
    policy: onDeliverable,
    replies: { 200: UsageRightVersions },
    handle: async ({ ctx, resource }) => {
      const { rights } = await listUsageRights(ctx, { deliverableId: resource.id }, { size: MAX_VERSIONS });
      return { data: rights.map(presentUsageRight) };
    },
  });

  operation(app, {
    ...write,
    url,
    operationId: 'offerUsageRights',
    summary: 'Offer usage rights to the creator of a deliverable',
    description:
      'They give nothing until the creator accepts them, and never change. A later version that is accepted replaces them, also to extend them.',
    policy: onDeliverableOfStore,
    body: UsageRightBody,
    replies: { 201: UsageRightRecord },
    errors: OFFER_ERRORS,
    handle: async ({ ctx, resource: deliverable, body }) => {
      const { currency } = (await findStore(ctx, deliverable.store.id))!;
      if (body.price.currency !== currency) throw new InvalidInput({ 'price.currency': [`must be \`${currency}\``] });
      const input = {
        channels: [...body.channels],
        territory: body.territory,
        startsOn: body.starts_on,
        endsOn: body.ends_on ?? null,
        priceMinor: body.price.minor,
        currency,
        allowsWhitelisting: body.allows_whitelisting ?? false,
        exclusivity: body.exclusivity ?? '',
      };
      return shown(ctx, await offerUsageRights(ctx, deps, { deliverable, input }));
    },
  });
}

function answerRoutes(app: FastifyInstance): void {
  const shared = {
    ...write,
    replies: { 200: UsageRightRecord },
    errors: ANSWER_ERRORS,
  } as const;

  operation(app, {
    ...shared,
    url: '/v2/usage-rights/:usage_right/accept',
    operationId: 'acceptUsageRights',
    summary: 'Accept offered usage rights',
    description: 'Only the creator in person. The store pays the price by a one-time payment.',
    policy: onUsageRightOfCreator,
    handle: async ({ ctx, resource: { id } }) => {
      await answerOffer(ctx, { id, answer: 'accepted' });
      return shown(ctx, id);
    },
  });

  operation(app, {
    ...shared,
    url: '/v2/usage-rights/:usage_right/decline',
    operationId: 'declineUsageRights',
    summary: 'Decline offered usage rights',
    policy: onUsageRightOfCreator,
    handle: async ({ ctx, resource: { id } }) => {
      await answerOffer(ctx, { id, answer: 'declined' });
      return shown(ctx, id);
    },
  });

  operation(app, {
    ...shared,
    url: '/v2/usage-rights/:usage_right/withdraw',
    operationId: 'withdrawUsageRights',
    summary: 'Withdraw offered usage rights',
    description: 'Until the creator has answered.',
    policy: onUsageRightOfStore,
    handle: async ({ ctx, resource: { id } }) => {
      await answerOffer(ctx, { id, answer: 'withdrawn' });
      return shown(ctx, id);
    },
  });
}

function endRoutes(app: FastifyInstance, deps: PublicationDeps): void {
  const shared = {
    ...write,
    policy: onUsageRightOfSide,
    body: EndBody,
    replies: { 200: UsageRightRecord },
    errors: END_ERRORS,
  } as const;
  const sideOf = (ctx: Context, { user }: UsageRight): RightSide =>
    ctx.actor.userId === user.id ? 'creator' : 'store';

  operation(app, {
    ...shared,
    url: '/v2/usage-rights/:usage_right/propose-end',
    operationId: 'proposeUsageRightEnd',
    summary: 'Propose an earlier end of accepted usage rights',
    description: 'The other side agrees on it with `agree-end`.',
    handle: async ({ ctx, resource, body: { ends_on: endsOn } }) => {
      await proposeEnd(ctx, deps, { id: resource.id, side: sideOf(ctx, resource), endsOn });
      return shown(ctx, resource.id);
    },
  });

  operation(app, {
    ...shared,
    url: '/v2/usage-rights/:usage_right/agree-end',
    operationId: 'agreeUsageRightEnd',
    summary: 'Agree on the end that the other side has proposed',
    handle: async ({ ctx, resource, body: { ends_on: endsOn } }) => {
      await agreeEnd(ctx, { id: resource.id, side: sideOf(ctx, resource), endsOn });
      return shown(ctx, resource.id);
    },
  });
}

function paymentRoutes(app: FastifyInstance, deps: PublicationDeps): void {
  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/usage-rights/:usage_right/payment',
    operationId: 'payUsageRights',
    scope: 'money',
    presence: 'fresh',
    summary: 'Pay the price of accepted usage rights once',
    description: 'A one-time payment of the agreed price to the creator, which cannot be repeated.',
    policy: onUsageRightOfStore,
    body: UsageRightPaymentBody,
    replies: { 200: UsageRightRecord },
    errors: ['period_closed', 'own_store', ...PROMISE_REFUSALS, ...PAYMENT_ERRORS],
    idempotent: true,
    handle: async ({ ctx, resource: { id }, body: { payment_date: paymentDate } }) => {
      await payUsageRight(ctx, deps, { id, paymentDate });
      return shown(ctx, id);
    },
  });
}

async function shown(ctx: Pick<Context, 'db'>, id: number) {
  const right = await readUsageRight(ctx, id);
  if (right === null) throw new NotFound('usage right');
  return presentUsageRight(right);
}
