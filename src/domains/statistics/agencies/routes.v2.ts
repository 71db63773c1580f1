import type { FastifyInstance } from 'fastify';
import { dayRange } from '../../../platform/day-range.ts';
import { operation } from '../../../platform/http/operation.ts';
import { moneyObject } from '../../../platform/money.ts';
import { pageRequest, presentV2Page, sortOf } from '../../../platform/pagination.ts';
import { onClient } from '../../accounts/index.ts';
import type { StatisticsParts } from '../parts.ts';
import { clientEarnings } from './client-earnings.ts';
import { type ClientCreator, listClientCreators } from './list-client-creators.ts';
import { ClientCreators, ClientEarnings, clientCreatorsQuery, earningsQuery } from './schemas.ts';

const tags = ['Statistics'];

/** Statistics for agencies about their creators and their own earnings. */
export function agencyStatisticsRoutes(app: FastifyInstance, { calendar }: StatisticsParts): void {
  operation(app, {
    method: 'GET',
    url: '/v2/clients/:client/users',
    operationId: 'listClientCreators',
    summary: 'List an agency’s creators with their results',
    description:
      'All creators, also without clicks; highest earnings first by default. In the currency of the creator’s market, like `/clicks`.',
    tags,
    addition: true,
    policy: onClient('client'),
    query: clientCreatorsQuery,
    replies: { 200: ClientCreators },
    errors: ['too_many_rows', 'no_exchange_rate'],
    handle: async ({ ctx, resource: client, query, request }) => {
      const { from, to, search, sort_by: sortBy = 'earnings:desc' } = query;
      const days = dayRange({ first: from, last: to }, calendar, ctx.now());
      const page = pageRequest(query);
      const { timeZone } = calendar;
      const asked = { clientId: client.id, days, timeZone, search, sort: sortOf(sortBy) };
      return presentV2Page(request, page, await listClientCreators(ctx, asked, page), presentCreator);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/clients/:client/earnings',
    operationId: 'getClientEarnings',
    summary: 'Earnings of an agency and its creators by month',
    description:
      'Of its present creators, by the month of the event, without pending orders. The amounts booked at the close of a month are on its invoice.',
    tags,
    addition: true,
    policy: onClient('client'),
    query: earningsQuery,
    replies: { 200: ClientEarnings },
    handle: async ({ ctx, resource: client, query: { months: count } }) => {
      const last = calendar.dayOf(ctx.now().getTime()).slice(0, 7);
      const months = await clientEarnings(ctx, { clientId: client.id, last, count });
      return {
        client_id: client.id,
        months: months.map(({ month, currency, clicks, orders, userMinor, clientMinor }) => ({
          ...{ month, currency, clicks, orders },
          creators: moneyObject({ minor: userMinor, currency }),
          agency: moneyObject({ minor: clientMinor, currency }),
        })),
      };
    },
  });
}

function presentCreator({ isSuspended, currency, userMinor, clientMinor, ...creator }: ClientCreator) {
  const { id, username, name, email, clicks, orders } = creator;
  return {
    ...{ id, username, name, email, is_suspended: isSuspended, clicks, orders },
    earnings: moneyObject({ minor: userMinor, currency }),
    agency_earnings: moneyObject({ minor: clientMinor, currency }),
  };
}
