import type { FastifyInstance } from 'fastify';
import { type DayRange, dayRange, daysOf } from '../../../platform/day-range.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { MAX_CLICK_DAYS } from '../../../platform/limits.ts';
import { presentV2Page } from '../../../platform/pagination.ts';
import { onAgency, onUser } from '../../accounts/index.ts';
import type { StatisticsDeps } from '../deps.ts';
import { CLICK_GROUPS } from '../results/read-breakdown.ts';
import { type EarningsGroup, type EarningsRow, readEarningsBreakdown } from './read-earnings-breakdown.ts';
import { AgencyBreakdown, agencyBreakdownQuery, CreatorBreakdown, creatorBreakdownQuery } from './schemas.ts';

const shared = { method: 'GET', assistants: 'search', tags: ['Statistics'], addition: true } as const;
const description =
  'Most clicks first. Orders count on their own day, under the property of their click. All records of a currency add up to the statistics while the clicks are kept.';

/** What creators and agencies have earned by properties of clicks and orders. */
export function earningsBreakdownRoutes(app: FastifyInstance, { calendar }: StatisticsDeps): void {
  operation(app, {
    ...shared,
    url: '/v2/users/:user/breakdown',
    operationId: 'listCreatorBreakdown',
    summary: 'A creator’s earnings by source, country, device, offer or code',
    description,
    policy: onUser('user'),
    query: creatorBreakdownQuery,
    replies: { 200: CreatorBreakdown },
    handle: async ({ ctx, resource: user, query, page, request }) => {
      const { from, to, group_by: by, currency } = query;
      const range = dayRange({ first: from, last: to }, calendar, ctx.now());
      checkDaysOf(by, range);
      const question = { of: { userId: user.id }, range, by, currency };
      return presentV2Page(request, page, await readEarningsBreakdown(ctx, question, page), (row) => ({
        ...presentGroup(row),
        click_earnings: { minor: row.clickEarningsMinor, currency: row.currency },
        order_earnings: { minor: row.orderEarningsMinor, currency: row.currency },
      }));
    },
  });

  operation(app, {
    ...shared,
    url: '/v2/clients/:client/breakdown',
    operationId: 'listClientBreakdown',
    summary: 'An agency’s earnings by creator, source, country, device, offer or code',
    description,
    policy: onAgency('client'),
    query: agencyBreakdownQuery,
    replies: { 200: AgencyBreakdown },
    handle: async ({ ctx, resource: agency, query, page, request }) => {
      const { from, to, group_by: by, currency } = query;
      const range = dayRange({ first: from, last: to }, calendar, ctx.now());
      checkDaysOf(by, range);
      const question = { of: { agencyId: agency.id }, range, by, currency };
      return presentV2Page(request, page, await readEarningsBreakdown(ctx, question, page), (row) => ({
        ...presentGroup(row),
        user: row.user,
        creators: { minor: row.clickEarningsMinor + row.orderEarningsMinor, currency: row.currency },
        agency: { minor: row.agencyMinor, currency: row.currency },
      }));
    },
  });
}

/** @throws InvalidInput naming `to` when single clicks would be read for too many days */
function checkDaysOf(by: EarningsGroup, range: DayRange): void {
  if (CLICK_GROUPS.some((group) => group === by) && daysOf(range).length > MAX_CLICK_DAYS)
    throw new InvalidInput({ to: [`must be at most ${MAX_CLICK_DAYS - 1} days after \`from\``] });
}

const presentGroup = ({ group, campaign, currency, clicks, orders }: EarningsRow) => ({
  group,
  offer: campaign,
  currency,
  clicks,
  orders,
});
