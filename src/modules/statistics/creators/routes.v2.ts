import type { FastifyInstance } from 'fastify';
import { dayRange } from '../../../platform/day-range.ts';
import { operation } from '../../../platform/http/operation.ts';
import { presentV2Page, sortOf } from '../../../platform/pagination.ts';
import { onUser } from '../../accounts/index.ts';
import { trackedUrl } from '../../links/index.ts';
import type { StatisticsDeps } from '../deps.ts';
import { listCreatorLinks } from './list-creator-links.ts';
import { listCreatorStores } from './list-creator-stores.ts';
import { type CreatorFigures, readCreatorStats } from './read-creator-stats.ts';
import {
  CreatorLinkList,
  CreatorStats,
  CreatorStoreList,
  creatorLinksQuery,
  creatorStatsQuery,
  creatorStoresQuery,
} from './schemas.ts';

const tags = ['Statistics'];

/** Statistics for creators about their links. */
export function creatorStatisticsRoutes(app: FastifyInstance, { calendar, publicUrl }: StatisticsDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/users/:user/stats',
    operationId: 'getCreatorStats',
    assistants: 'tool',
    summary: 'A creator’s clicks, orders and earnings by day',
    description:
      'Grouped by the currency of the stores, which is the currency of payment; for all links, those to one store, or one link, and with the terms of all campaigns and stores, or of one campaign.',
    tags,
    addition: true,
    policy: onUser('user'),
    query: creatorStatsQuery,
    replies: { 200: CreatorStats },
    handle: async ({ ctx, resource: user, query }) => {
      const range = dayRange({ first: query.from, last: query.to }, calendar, ctx.now());
      const currencies = await readCreatorStats(ctx, {
        userId: user.id,
        linkId: query.link_id,
        storeId: query.store_id,
        campaignId: query.offer_id,
        range,
      });
      return {
        from: range.first,
        to: range.last,
        currencies: currencies.map(({ currency, days, ...sum }) => ({
          currency,
          ...presentFigures(sum, currency),
          days: days.map(({ day, ...figures }) => ({ date: day, ...presentFigures(figures, currency) })),
        })),
      };
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/users/:user/link-stats',
    operationId: 'listCreatorLinkStats',
    assistants: 'search',
    summary: 'A creator’s links with their results',
    description:
      'All links, also without clicks; most clicks first by default. Earnings are sorted within each currency.',
    tags,
    addition: true,
    policy: onUser('user'),
    query: creatorLinksQuery,
    replies: { 200: CreatorLinkList },
    handle: async ({ ctx, resource: user, query, page, request }) => {
      const {
        from,
        to,
        search,
        code,
        state,
        tag,
        archived,
        store_id: storeId,
        link_id: linkId,
        sort_by: sortBy,
      } = query;
      const range = dayRange({ first: from, last: to }, calendar, ctx.now());
      const sort = sortBy === undefined ? ({ column: 'clicks', direction: 'desc' } as const) : sortOf(sortBy);
      const links = await listCreatorLinks(
        ctx,
        { userId: user.id, range, search, storeId, state, linkId, code, tag, archived, sort },
        page,
      );
      return presentV2Page(request, page, links, ({ id, code, slug, title, url, store, refusal, ...link }) => ({
        id,
        title,
        url: trackedUrl(publicUrl, slug ?? code),
        original_url: url,
        tags: link.tags,
        archived_at: link.archivedAt?.toISOString() ?? null,
        expires_at: link.expiresAt?.toISOString() ?? null,
        created_at: link.createdAt.toISOString(),
        store: { id: store.id, name: store.name },
        refusal,
        currency: store.currency,
        ...presentFigures(link, store.currency),
      }));
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/users/:user/link-stores',
    operationId: 'listCreatorStores',
    assistants: 'search',
    summary: 'The stores that a creator has links to',
    description: 'By name, including inactive ones.',
    tags,
    addition: true,
    policy: onUser('user'),
    query: creatorStoresQuery,
    replies: { 200: CreatorStoreList },
    handle: async ({ ctx, resource: user, page, request }) =>
      presentV2Page(request, page, await listCreatorStores(ctx, user.id, page), (store) => store),
  });
}

const presentFigures = (figures: CreatorFigures, currency: string) => ({
  clicks: figures.clicks,
  orders: figures.orders,
  click_earnings: { minor: figures.clickEarningsMinor, currency },
  order_earnings: { minor: figures.orderEarningsMinor, currency },
  click_earnings_minor: figures.clickEarningsMinor,
  order_earnings_minor: figures.orderEarningsMinor,
});
