import type { FastifyInstance } from 'fastify';
import { type DayRange, daysOf } from '../../../platform/day-range.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { readAll } from '../../../platform/errors/read-all.ts';
import { operation } from '../../../platform/http/operation.ts';
import { MAX_CLICK_DAYS, MAX_RANGE_DAYS } from '../../../platform/limits.ts';
import { presentV2Page } from '../../../platform/pagination.ts';
import { onStore } from '../../stores/index.ts';
import type { StatisticsDeps } from '../deps.ts';
import { namedIds, namedUsers } from '../named-users.ts';
import { presentFigures } from '../rankings/present.v2.ts';
import { rangeOf } from '../rankings/routes.v2.ts';
import { type Breakdown, CLICK_GROUPS, readBreakdown } from './read-breakdown.ts';
import { type Interval, type Results, readResults } from './read-results.ts';
import { BreakdownList, breakdownQuery, resultsQuery, StoreResultsReply } from './schemas.ts';

const tags = ['Statistics'];

/** A store's results in all, by day or month, and by properties of clicks and orders. */
export function storeResultRoutes(app: FastifyInstance, { calendar }: StatisticsDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/results',
    operationId: 'getStoreResults',
    assistants: 'tool',
    storeKey: true,
    summary: 'A store’s clicks, orders, cost and new creators',
    description: 'In all, and by day or month.',
    tags,
    addition: true,
    policy: onStore('store'),
    query: resultsQuery,
    replies: { 200: StoreResultsReply },
    handle: async ({ ctx, query, resource: store }) => {
      const { range, userIds, linkIds } = readAll({
        range: () => rangeOf(query, ctx, calendar),
        userIds: () => namedUsers(query.users),
        linkIds: () => namedIds(query.links, 'links'),
      });
      const interval = intervalOf(query.interval, range);
      const found = await readResults(ctx, { storeId: store.id, range, interval, userIds, linkIds });
      return {
        from: range.first,
        to: range.last,
        interval,
        first_day: found.firstDay,
        ...presentResults(found.total, store.currency),
        points: found.points.map(({ from, ...results }) => ({ from, ...presentResults(results, store.currency) })),
      };
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/breakdown',
    operationId: 'listStoreBreakdown',
    assistants: 'search',
    storeKey: true,
    summary: 'A store’s results by source, country, device or code',
    description:
      'Most clicks first. Orders count on their own day, under the property of their click. All records add up to the store’s results while the clicks are kept. By campaign: `offer-stats`.',
    tags,
    addition: true,
    policy: onStore('store'),
    query: breakdownQuery,
    replies: { 200: BreakdownList },
    handle: async ({ ctx, query, page, request, resource: store }) => {
      const { range, userIds } = readAll({
        range: () => rangeOf(query, ctx, calendar),
        userIds: () => namedUsers(query.users),
      });
      checkBreakdown(query.group_by, range);
      const found = await readBreakdown(ctx, { storeId: store.id, range, by: query.group_by, userIds }, page);
      return presentV2Page(request, page, found, ({ group, ...results }) => ({
        group,
        ...presentResults(results, store.currency),
      }));
    },
  });
}

/** @throws InvalidInput naming `interval` for too many days */
function intervalOf(asked: Interval | undefined, range: DayRange): Interval {
  const isLong = daysOf(range).length > MAX_RANGE_DAYS;
  if (asked === 'day' && isLong)
    throw new InvalidInput({ interval: [`must be month for more than ${MAX_RANGE_DAYS} days`] });
  return asked ?? (isLong ? 'month' : 'day');
}

/** @throws InvalidInput naming `to` when single clicks would be read for too many days */
function checkBreakdown(by: Breakdown, range: DayRange): void {
  const isOfClicks = CLICK_GROUPS.some((group) => group === by);
  if (isOfClicks && daysOf(range).length > MAX_CLICK_DAYS)
    throw new InvalidInput({ to: [`must be at most ${MAX_CLICK_DAYS - 1} days after \`from\``] });
}

const presentResults = ({ newCreators, ...figures }: Results, currency: string) => ({
  ...presentFigures(figures, currency),
  new_creators: newCreators,
});
