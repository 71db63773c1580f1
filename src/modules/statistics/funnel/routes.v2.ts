import type { FastifyInstance } from 'fastify';
import { readAll } from '../../../platform/errors/read-all.ts';
import { operation } from '../../../platform/http/operation.ts';
import { moneyObject } from '../../../platform/money.ts';
import { presentV2Page } from '../../../platform/pagination.ts';
import { onStore } from '../../stores/index.ts';
import type { StatisticsDeps } from '../deps.ts';
import { namedUsers } from '../named-users.ts';
import { rangeOf } from '../rankings/routes.v2.ts';
import { type Funnel, readCreatorFunnels, readStoreFunnel } from './read-funnel.ts';
import { FunnelList, funnelQuery } from './schemas.ts';

/** A store's clicks, leads and other events, and orders, by creator or together. */
export function funnelRoutes(app: FastifyInstance, { calendar }: StatisticsDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/funnel',
    operationId: 'listStoreFunnel',
    assistants: 'search',
    storeKey: true,
    summary: 'A store’s clicks, events by kind and orders, by creator',
    description:
      'Creators with an attributed lead or other event in the range, most events first. Each figure counts on its own day.',
    tags: ['Statistics'],
    addition: true,
    policy: onStore('store'),
    query: funnelQuery,
    replies: { 200: FunnelList },
    handle: async ({ ctx, query, page, request, resource: { id: storeId, currency } }) => {
      const { range, userIds } = readAll({
        range: () => rangeOf(query, ctx, calendar),
        userIds: () => namedUsers(query.users),
      });
      const question = { storeId, range, userIds };
      const found =
        query.group_by === 'creator'
          ? await readCreatorFunnels(ctx, question, page)
          : { items: [await readStoreFunnel(ctx, question)].slice(page.offset), total: 1 };
      return presentV2Page(request, page, found, (one) => presentFunnel(one, currency));
    },
  });
}

const presentFunnel = ({ user, clicks, stages, orders }: Funnel, currency: string) => ({
  user: user && { id: user.id, public_name: user.publicName },
  clicks,
  stages: stages.map(({ costMinor, ...stage }) => ({ ...stage, cost: moneyObject({ minor: costMinor, currency }) })),
  orders,
});
