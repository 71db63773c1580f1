import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { signedIn } from '../../platform/auth/policy.ts';
import type { Calendar } from '../../platform/calendar.ts';
import { dayRange } from '../../platform/day-range.ts';
import { readAll } from '../../platform/errors/read-all.ts';
import { operation } from '../../platform/http/operation.ts';
import { MAX_RANGE_DAYS } from '../../platform/limits.ts';
import { onStore } from '../stores/index.ts';
import { askedRange } from './asked-range.ts';
import { clicksByCreator, clicksOfCreator } from './clicks-by-creator.ts';
import { clicksByDate, clicksByDateOfCreator } from './clicks-by-date.ts';
import { configurationRoutes } from './configurations/routes.legacy.ts';
import type { StatisticsDeps } from './deps.ts';
import { namedUsers } from './named-users.ts';
import { ordersPerDate } from './orders-per-date.ts';
import { onCreatorWithClicks } from './policy.ts';
import {
  presentClicksByDate,
  presentClicksByDateOf,
  presentClicksPerDay,
  presentGeneralStats,
  presentOrdersPerDate,
  presentUserClicks,
} from './present.ts';
import { rankingRoutes } from './rankings/routes.legacy.ts';
import {
  ClicksByDate,
  ClicksPerDay,
  dayQuery,
  GeneralStats,
  momentQuery,
  OrdersPerDate,
  orderDayQuery,
  UserClicks,
} from './schemas.ts';
import { storeClicksPerDay } from './store-clicks-per-day.ts';
import { storeGeneralStats } from './store-general-stats.ts';

const CLICKS = ['Clicks'];
const STATISTICS = ['Statistics'];
const SCOPE =
  'Creators see themselves, agencies their users, advertisers the traffic of their stores, administrators everything; a caller with several roles sees all of it.';

/**
 * The statistics routes of the legacy API: clicks by creator and by date, a store's charts, its creators and links,
 * and its saved charts.
 */
export function statisticsRoutes(app: FastifyInstance, deps: StatisticsDeps): void {
  const { calendar } = deps;
  clickRoutes(app, calendar);
  clicksByDateRoutes(app, calendar);
  storeRoutes(app, calendar);
  orderRoute(app, calendar);
  rankingRoutes(app, deps);
  configurationRoutes(app);
}

function clickRoutes(app: FastifyInstance, calendar: Calendar): void {
  operation(app, {
    method: 'GET',
    url: '/clicks',
    operationId: 'listClicksByUser',
    summary: 'Clicks and revenue by creator',
    description: `One record per creator with clicks in the range, by user id. ${SCOPE}`,
    tags: CLICKS,
    policy: signedIn,
    query: momentQuery,
    replies: { 200: Type.Array(UserClicks) },
    errors: ['too_many_rows', 'no_exchange_rate'],
    handle: async ({ ctx, query }) => {
      const creators = await clicksByCreator(ctx, { range: await askedRange(ctx, query, calendar) });
      return creators.map(presentUserClicks);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/clicks/:id',
    operationId: 'getClicksOfUser',
    summary: 'Clicks and revenue of one creator',
    description:
      'As in the list: members of stores see the part at their stores, of creators who have had clicks there. Zeros without activity in the range.',
    tags: CLICKS,
    policy: onCreatorWithClicks('id'),
    query: momentQuery,
    replies: { 200: UserClicks },
    errors: ['no_exchange_rate'],
    handle: async ({ ctx, query, resource: user }) =>
      presentUserClicks(await clicksOfCreator(ctx, { user, range: await askedRange(ctx, query, calendar) })),
  });
}

function clicksByDateRoutes(app: FastifyInstance, calendar: Calendar): void {
  operation(app, {
    method: 'GET',
    url: '/clicks/by-date',
    operationId: 'listClicksByDate',
    summary: 'Clicks by creator and date',
    description: `The days with clicks on each creator’s links. ${SCOPE}`,
    tags: CLICKS,
    policy: signedIn,
    query: momentQuery,
    replies: { 200: ClicksByDate },
    errors: ['too_many_rows'],
    handle: async ({ ctx, query }) =>
      presentClicksByDate(await clicksByDate(ctx, { range: await askedRange(ctx, query, calendar) })),
  });

  operation(app, {
    method: 'GET',
    url: '/clicks/by-date/:user_id',
    operationId: 'getClicksByDateOfUser',
    summary: 'Clicks of one creator by date',
    description:
      'As in the list: members of stores see the part at their stores. An entry without days when there was no activity in the range.',
    tags: CLICKS,
    policy: onCreatorWithClicks('user_id'),
    query: momentQuery,
    replies: { 200: ClicksByDate },
    handle: async ({ ctx, query, resource: { id: userId, email } }) => {
      const range = await askedRange(ctx, query, calendar);
      return presentClicksByDateOf(email, await clicksByDateOfCreator(ctx, { userId, range }));
    },
  });
}

function storeRoutes(app: FastifyInstance, calendar: Calendar): void {
  operation(app, {
    method: 'GET',
    url: '/stores/:id/clicksPerDay',
    operationId: 'getStoreClicksPerDay',
    summary: 'A store’s clicks, cost and orders by day',
    tags: STATISTICS,
    policy: onStore('id'),
    query: dayQuery,
    replies: { 200: ClicksPerDay },
    handle: async ({ ctx, query, resource: store }) => {
      const question = readAll({
        range: () => dayRange({ first: query.from, last: query.to }, calendar, ctx.now()),
        userIds: () => namedUsers(query.users),
      });
      return presentClicksPerDay(await storeClicksPerDay(ctx, { storeId: store.id, ...question }), store);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/stores/:id/generalStats',
    operationId: 'getStoreGeneralStats',
    summary: 'A store’s total figures',
    tags: STATISTICS,
    policy: onStore('id'),
    replies: { 200: GeneralStats },
    handle: async ({ ctx, resource: store }) =>
      presentGeneralStats(await storeGeneralStats(ctx, { storeId: store.id, currency: store.currency }), store),
  });
}

function orderRoute(app: FastifyInstance, calendar: Calendar): void {
  operation(app, {
    method: 'GET',
    url: '/stores/:id/orders/perDate',
    operationId: 'getStoreOrdersPerDate',
    summary: 'A store’s orders by date',
    description: 'The days with an order, in order. (The contract has no `from` and `to`.)',
    tags: STATISTICS,
    policy: onStore('id'),
    query: orderDayQuery,
    replies: { 200: OrdersPerDate },
    handle: async ({ ctx, query, resource: { id: storeId } }) => {
      const asked = { first: query.from, last: query.to };
      const range = dayRange(asked, calendar, ctx.now(), { defaultDays: MAX_RANGE_DAYS });
      return presentOrdersPerDate(await ordersPerDate(ctx, { storeId, range }));
    },
  });
}
