import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import { dayRange } from '../../../platform/day-range.ts';
import { readAll } from '../../../platform/errors/read-all.ts';
import { EXPORT_MEDIA_TYPES, type ExportFormat, sendExport } from '../../../platform/export/export.ts';
import { type Batches, type Column, inOneBatch } from '../../../platform/export/sheet.ts';
import { operation } from '../../../platform/http/operation.ts';
import { jsonOrFile } from '../../../platform/http/replies.ts';
import { MAX_RESULT_DAYS } from '../../../platform/limits.ts';
import type { Language } from '../../../platform/locale.ts';
import { type Page, type PageRequest, presentV2Page, sortOf } from '../../../platform/pagination.ts';
import { onStore } from '../../stores/index.ts';
import type { StatisticsDeps } from '../deps.ts';
import { namedIds, namedUsers } from '../named-users.ts';
import { type CampaignStats, campaignStats } from './campaign-stats.ts';
import { linkStatsBatches, linkStatsPage } from './link-stats.ts';
import { linkColumns, userColumns } from './present.ts';
import { campaignColumns, presentCampaign, presentCreator, presentLink } from './present.v2.ts';
import {
  CampaignStatsList,
  CreatorStatsList,
  campaignStatsQuery,
  creatorStatsQuery,
  LinkStatsPage,
  linkStatsListQuery,
} from './schemas.v2.ts';
import { userStatsBatches, userStatsPage } from './user-stats.ts';

const tags = ['Statistics'];
const LISTED =
  'With a click, counted or not, or an order in the range; most clicks first unless `sort_by` says otherwise.';
const FILE = 'A page, or the whole list as a file.';
/** Maximum number of records in a JSON export. */
const MAX_RECORDS = 10_000;

/** Results of a store's creators, links and campaigns: filtered, sorted, paginated, or as a file. */
export function rankingRoutesV2(app: FastifyInstance, deps: StatisticsDeps): void {
  const { calendar, publicUrl } = deps;

  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/creator-stats',
    operationId: 'listStoreCreatorStats',
    assistants: 'tool',
    storeKey: true,
    summary: 'Results of each creator for a store',
    description: LISTED,
    tags,
    addition: true,
    policy: onStore('store'),
    query: creatorStatsQuery,
    replies: { 200: jsonOrFile(CreatorStatsList, FILE, ...EXPORT_MEDIA_TYPES) },
    handle: async ({ ctx, query, page, resource: store, request, reply }) => {
      const question = {
        ...readAll({ range: () => rangeOf(query, ctx, calendar), userIds: () => namedUsers(query.users) }),
        storeId: store.id,
        order: [sortOf(query.sort_by ?? 'clicks:desc')],
        text: query.q?.trim() || undefined,
      };
      return answer(
        { ctx, query, page, request, reply, calendar },
        {
          name: 'creators',
          columns: userColumns(store),
          page: (shown) => userStatsPage(ctx, question, shown),
          batches: () => userStatsBatches(ctx, question),
          present: (row) => presentCreator(row, store),
        },
      );
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/link-stats',
    operationId: 'listStoreLinkStats',
    assistants: 'search',
    storeKey: true,
    summary: 'Results of each link for a store',
    description: LISTED,
    tags,
    addition: true,
    policy: onStore('store'),
    query: linkStatsListQuery,
    replies: { 200: jsonOrFile(LinkStatsPage, FILE, ...EXPORT_MEDIA_TYPES) },
    handle: async ({ ctx, query, page, resource: store, request, reply }) => {
      const question = {
        ...readAll({
          range: () => rangeOf(query, ctx, calendar),
          userIds: () => namedUsers(query.users),
          linkIds: () => namedIds(query.links, 'links'),
        }),
        storeId: store.id,
        order: [sortOf(query.sort_by ?? 'clicks:desc')],
        text: query.q?.trim() || undefined,
      };
      return answer(
        { ctx, query, page, request, reply, calendar },
        {
          name: 'links',
          columns: linkColumns(store, publicUrl),
          page: (shown) => linkStatsPage(ctx, question, shown),
          batches: () => linkStatsBatches(ctx, question),
          present: (row) => presentLink(row, store, publicUrl),
        },
      );
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/offer-stats',
    operationId: 'listStoreOfferStats',
    assistants: 'search',
    storeKey: true,
    summary: 'Results of each campaign for a store',
    description: `${LISTED} Results at the store’s own prices are a separate record, so that all records add up to the store’s figures.`,
    tags,
    addition: true,
    policy: onStore('store'),
    query: campaignStatsQuery,
    replies: { 200: jsonOrFile(CampaignStatsList, FILE, ...EXPORT_MEDIA_TYPES) },
    handle: async ({ ctx, query, page, resource: store, request, reply }) => {
      const rows = await campaignStats(ctx, {
        ...readAll({ range: () => rangeOf(query, ctx, calendar), userIds: () => namedUsers(query.users) }),
        storeId: store.id,
        sort: sortOf(query.sort_by ?? 'clicks:desc'),
        text: query.q?.trim() || undefined,
      });
      return answer<CampaignStats, ReturnType<typeof presentCampaign>>(
        { ctx, query, page, request, reply, calendar },
        {
          name: 'campaigns',
          columns: campaignColumns(store),
          page: async ({ offset, size }) => ({ items: rows.slice(offset, offset + size), total: rows.length }),
          batches: async () => inOneBatch(rows),
          present: (row) => presentCampaign(row, store),
        },
      );
    },
  });
}

/** The days of a store's results. */
export const rangeOf = (query: { from?: string; to?: string }, ctx: Pick<Context, 'now'>, calendar: Calendar) =>
  dayRange({ first: query.from, last: query.to }, calendar, ctx.now(), { most: MAX_RESULT_DAYS });

/** A requested list: how to read a page and all of it, and how to present a row. */
interface RankingRequest<Row, Item> {
  name: string;
  columns: readonly Column<Row>[];
  page: (page: PageRequest) => Promise<Page<Row>>;
  batches: () => Promise<Batches<Row>>;
  present: (row: Row) => Item;
}

interface Asking {
  ctx: Pick<Context, 'now'>;
  query: { format?: ExportFormat | 'json'; lang?: Language };
  page: PageRequest;
  request: FastifyRequest;
  reply: FastifyReply;
  calendar: Calendar;
}

/** Responds with a page or with the whole list as a file. */
async function answer<Row, Item>(
  { ctx, query, page, request, reply, calendar }: Asking,
  asked: RankingRequest<Row, Item>,
) {
  const { name, columns, present } = asked;
  const day = calendar.dayOf(ctx.now().getTime());
  if (query.format === 'csv' || query.format === 'xlsx')
    return sendExport(reply, query.format, {
      name,
      language: query.lang,
      day,
      columns,
      batches: await asked.batches(),
    });
  const shown = query.format === 'json' ? { page: 1, size: MAX_RECORDS, offset: 0 } : page;
  if (query.format === 'json') reply.header('content-disposition', `attachment; filename="${name}-${day}.json"`);
  return presentV2Page(request, shown, await asked.page(shown), present);
}
