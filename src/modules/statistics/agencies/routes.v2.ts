import type { FastifyInstance } from 'fastify';
import { dayRange } from '../../../platform/day-range.ts';
import { operation } from '../../../platform/http/operation.ts';
import { moneyObject } from '../../../platform/money.ts';
import { presentV2Page, sortOf } from '../../../platform/pagination.ts';
import { onAgency } from '../../accounts/index.ts';
import type { StatisticsDeps } from '../deps.ts';
import { agencyEarnings } from './agency-earnings.ts';
import { type AgencyFigures, readAgencyStats } from './agency-month.ts';
import { type AgencyCreator, listAgencyCreators } from './list-agency-creators.ts';
import { readAgencyCreator } from './read-agency-creator.ts';
import {
  AgencyCreatorRecord,
  AgencyCreators,
  AgencyEarnings,
  AgencyStats,
  agencyCreatorsQuery,
  agencyStatsQuery,
  earningsQuery,
} from './schemas.ts';

const tags = ['Statistics'];

/** Statistics for agencies about their creators and their own earnings. */
export function agencyStatisticsRoutes(app: FastifyInstance, { calendar }: StatisticsDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/clients/:client/users',
    operationId: 'listClientCreators',
    assistants: 'search',
    summary: 'List an agency’s creators with their results',
    description:
      'All creators, also without clicks; highest earnings first by default. In the currency of the creator’s market, like `/clicks`.',
    tags,
    addition: true,
    policy: onAgency('client'),
    query: agencyCreatorsQuery,
    replies: { 200: AgencyCreators },
    errors: ['too_many_rows', 'no_exchange_rate'],
    handle: async ({ ctx, resource: agency, query, page, request }) => {
      const { from, to, search, sort_by: sortBy = 'earnings:desc' } = query;
      const days = dayRange({ first: from, last: to }, calendar, ctx.now());
      const { timeZone } = calendar;
      const asked = { agencyId: agency.id, days, timeZone, search, sort: sortOf(sortBy) };
      return presentV2Page(request, page, await listAgencyCreators(ctx, asked, page), presentCreator);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/clients/:client/users/:user',
    operationId: 'getClientCreator',
    assistants: 'search',
    summary: 'Read a creator of an agency with the creator’s channels',
    description:
      'The figures of a range are `GET /v2/users/{user}/stats`, the campaigns `GET /v2/clients/{client}/campaigns`.',
    tags,
    addition: true,
    policy: onAgency('client'),
    replies: { 200: AgencyCreatorRecord },
    errors: [404],
    handle: async ({ ctx, resource: agency, params }) => {
      const { isSuspended, createdAt, ...creator } = await readAgencyCreator(ctx, {
        agencyId: agency.id,
        userId: params.user,
      });
      return { ...creator, is_suspended: isSuspended, created_at: createdAt.toISOString() };
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/clients/:client/stats',
    operationId: 'getClientStats',
    assistants: 'search',
    summary: 'Clicks, orders and earnings of an agency’s creators by day',
    description:
      'Of the agency’s current creators while they had this agency, grouped by the currency of the stores. Orders are approved and pending.',
    tags,
    addition: true,
    policy: onAgency('client'),
    query: agencyStatsQuery,
    replies: { 200: AgencyStats },
    handle: async ({ ctx, resource: agency, query }) => {
      const range = dayRange({ first: query.from, last: query.to }, calendar, ctx.now());
      const stats = await readAgencyStats(ctx, { agencyId: agency.id, range });
      return {
        from: range.first,
        to: range.last,
        currencies: stats.map(({ currency, days, ...sum }) => ({
          currency,
          ...presentFigures(sum, currency),
          days: days.map(({ day, ...figures }) => ({ date: day, ...presentFigures(figures, currency) })),
        })),
      };
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/clients/:client/earnings',
    operationId: 'getClientEarnings',
    assistants: 'search',
    summary: 'Earnings of an agency and its creators by month',
    description:
      'Earnings of the agency’s current creators by the month of the event, without pending orders. The booked amounts of a closed month are on its invoice.',
    tags,
    addition: true,
    policy: onAgency('client'),
    query: earningsQuery,
    replies: { 200: AgencyEarnings },
    handle: async ({ ctx, resource: agency, query: { months: count } }) => {
      const last = calendar.dayOf(ctx.now().getTime()).slice(0, 7);
      const months = await agencyEarnings(ctx, { agencyId: agency.id, last, count });
      return {
        client_id: agency.id,
        months: months.map(({ month, currency, clicks, orders, userMinor, agencyMinor }) => ({
          month,
          currency,
          clicks,
          orders,
          creators: moneyObject({ minor: userMinor, currency }),
          agency: moneyObject({ minor: agencyMinor, currency }),
        })),
      };
    },
  });
}

/** The figures of an agency as it reads them. */
const presentFigures = ({ clicks, orders, userMinor, agencyMinor }: AgencyFigures, currency: string) => ({
  clicks,
  orders,
  creators: { minor: userMinor, currency },
  agency: { minor: agencyMinor, currency },
});

function presentCreator({ isSuspended, currency, userMinor, agencyMinor, ...creator }: AgencyCreator) {
  const { id, username, name, email, clicks, orders } = creator;
  return {
    id,
    username,
    name,
    email,
    is_suspended: isSuspended,
    clicks,
    orders,
    earnings: moneyObject({ minor: userMinor, currency }),
    agency_earnings: moneyObject({ minor: agencyMinor, currency }),
  };
}
