import type { FastifyInstance } from 'fastify';
import { dayRange } from '../../../platform/day-range.ts';
import { readAll } from '../../../platform/errors/read-all.ts';
import { EXPORT_MEDIA_TYPES, sendExport } from '../../../platform/export/export.ts';
import { operation } from '../../../platform/http/operation.ts';
import { jsonOrFile } from '../../../platform/http/replies.ts';
import { onStore } from '../../stores/index.ts';
import type { StatisticsDeps } from '../deps.ts';
import { namedUsers } from '../named-users.ts';
import { linkStats, linkStatsBatches } from './link-stats.ts';
import { readOrder } from './order.ts';
import { linkColumns, presentLinkStats, presentUserStats, userColumns } from './present.ts';
import { LinkStatsList, linkStatsQuery, UserStatsList, userStatsQuery } from './schemas.ts';
import { userStats, userStatsBatches } from './user-stats.ts';

const tags = ['Statistics'];

/** Results of a store's creators and links, sorted, as a list or a file. */
export function rankingRoutes(app: FastifyInstance, deps: StatisticsDeps): void {
  userStatsRoute(app, deps);
  linkStatsRoute(app, deps);
}

function userStatsRoute(app: FastifyInstance, { calendar }: StatisticsDeps): void {
  operation(app, {
    method: 'GET',
    url: '/stores/:id/userStats',
    operationId: 'getStoreUserStats',
    summary: 'Results of a store’s creators',
    description:
      'Creators with a click, counted or not, or an order in the range; pages of 100. With `format`, the response is the whole list as a file (the contract does not specify its columns).',
    tags,
    policy: onStore('id'),
    query: userStatsQuery,
    replies: { 200: jsonOrFile(UserStatsList, 'A page, or the whole list as a file.', ...EXPORT_MEDIA_TYPES) },
    handle: async ({ ctx, query, resource: store, reply }) => {
      const question = {
        storeId: store.id,
        range: dayRange({ first: query.from, last: query.to }, calendar, ctx.now()),
        order: readOrder(query.orderBy && [query.orderBy], query.orderByOrder && [query.orderByOrder]),
        username: query.q,
      };
      if (query.format === 'csv' || query.format === 'xlsx') {
        const batches = await userStatsBatches(ctx, question);
        const day = calendar.dayOf(ctx.now().getTime());
        return sendExport(reply, query.format, {
          name: 'creators',
          language: query.lang,
          day,
          columns: userColumns(store),
          batches,
        });
      }
      const found = await userStats(ctx, { ...question, page: query.page });
      return found.map((row) => presentUserStats(row, store));
    },
  });
}

function linkStatsRoute(app: FastifyInstance, { calendar, publicUrl }: StatisticsDeps): void {
  operation(app, {
    method: 'GET',
    url: '/stores/:id/linkStats',
    operationId: 'getStoreLinkStats',
    summary: 'Results of a store’s links',
    description:
      'Links with a click, counted or not, or an order in the range; at most 10,000. With `format`, the response is the whole list as a file (the contract does not specify its columns).',
    tags,
    policy: onStore('id'),
    query: linkStatsQuery,
    replies: { 200: jsonOrFile(LinkStatsList, 'The list, or the list as a file.', ...EXPORT_MEDIA_TYPES) },
    errors: ['too_many_rows'],
    handle: async ({ ctx, query, resource: store, reply }) => {
      const question = {
        storeId: store.id,
        ...readAll({
          range: () => dayRange({ first: query.from, last: query.to }, calendar, ctx.now()),
          order: () => readOrder(query.orderBy, query.orderByOrder),
          userIds: () => namedUsers(query.users),
        }),
      };
      if (query.format === 'csv' || query.format === 'xlsx') {
        const batches = await linkStatsBatches(ctx, question);
        const day = calendar.dayOf(ctx.now().getTime());
        const columns = linkColumns(store, publicUrl);
        return sendExport(reply, query.format, { name: 'links', language: query.lang, day, columns, batches });
      }
      return (await linkStats(ctx, question)).map((row) => presentLinkStats(row, store, publicUrl));
    },
  });
}
