import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { dayRange } from '../../../platform/day-range.ts';
import { EXPORT_MEDIA_TYPES, formatField, headingLanguage, sendExport } from '../../../platform/export/export.ts';
import { type Column, inOneBatch } from '../../../platform/export/sheet.ts';
import { day, minorMoney, nameSchemas, oneOf, whole } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { jsonOrFile } from '../../../platform/http/replies.ts';
import { earlierName, pageQuery, presentV2Page, v2Envelope } from '../../../platform/pagination.ts';
import { onUser } from '../../accounts/index.ts';
import { SUB_NAMES } from '../../clicks/index.ts';
import type { StatisticsDeps } from '../deps.ts';
import { readSubIdStats, type SubIdStats } from './read-sub-id-stats.ts';

/** Rows of a file; the values with the most clicks. */
const MAX_EXPORTED = 50_000;

const SubIdList = v2Envelope(
  Type.Object({
    value: Type.String({ description: 'The value of the sub-id.' }),
    currency: Type.String(),
    clicks: whole({ description: 'Counted clicks.' }),
    click_earnings: minorMoney('The creator’s earnings from clicks.'),
    orders: whole({ description: 'Orders of these clicks, approved and pending.' }),
    order_earnings: minorMoney('Of orders, approved and pending.'),
    click_earnings_minor: whole(earlierName('click_earnings')),
    order_earnings_minor: whole(earlierName('order_earnings')),
  }),
);

const COLUMNS: Column<SubIdStats>[] = [
  { header: 'Sub-id', kind: 'text', cell: ({ value }) => value },
  { header: 'Currency', kind: 'text', cell: ({ currency }) => currency },
  { header: 'Clicks', kind: 'number', cell: ({ clicks }) => clicks },
  {
    header: 'Earned by clicks',
    kind: 'amount',
    cell: ({ clickEarningsMinor: minor, currency }) => ({ minor, currency }),
  },
  { header: 'Orders', kind: 'number', cell: ({ orders }) => orders },
  {
    header: 'Earned by orders',
    kind: 'amount',
    cell: ({ orderEarningsMinor: minor, currency }) => ({ minor, currency }),
  },
];

/** Statistics of the sub-ids that creators add to their links. */
export function subIdRoutes(app: FastifyInstance, { calendar }: StatisticsDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/users/:user/sub-id-stats',
    operationId: 'listSubIdStats',
    assistants: 'search',
    summary: 'A creator’s clicks, orders and earnings by sub-id',
    description:
      'By the values of `sub1` to `sub5` that links were followed with (`/r/{code}?sub1=…`), most clicks first. With `format` all of them as a file.',
    tags: ['Statistics'],
    addition: true,
    policy: onUser('user'),
    query: {
      group_by: oneOf(SUB_NAMES, { default: 'sub1', description: 'Which sub-id.' }),
      from: Type.Optional(day({ description: 'First day; 30 days up to the last unless given.' })),
      to: Type.Optional(day({ description: 'Last day; today unless given. At most 366 days from the first.' })),
      format: Type.Optional(formatField()),
      lang: headingLanguage(),
      ...pageQuery(),
    },
    replies: { 200: jsonOrFile(SubIdList, 'A page, or the whole list as a file.', ...EXPORT_MEDIA_TYPES) },
    handle: async ({ ctx, resource: user, query, page, request, reply }) => {
      const range = dayRange({ first: query.from, last: query.to }, calendar, ctx.now());
      const which = { userId: user.id, groupBy: query.group_by, range };
      if (query.format !== undefined) {
        const { items } = await readSubIdStats(ctx, which, { page: 1, size: MAX_EXPORTED, offset: 0 });
        const today = calendar.dayOf(ctx.now().getTime());
        const file = {
          name: 'sub-ids',
          day: today,
          language: query.lang,
          columns: COLUMNS,
          batches: inOneBatch(items),
        };
        return sendExport(reply, query.format, file);
      }
      return presentV2Page(request, page, await readSubIdStats(ctx, which, page), presentSubId);
    },
  });
}

function presentSubId({ value, currency, clicks, clickEarningsMinor, orders, orderEarningsMinor }: SubIdStats) {
  return {
    value,
    currency,
    clicks,
    click_earnings: { minor: clickEarningsMinor, currency },
    orders,
    order_earnings: { minor: orderEarningsMinor, currency },
    click_earnings_minor: clickEarningsMinor,
    order_earnings_minor: orderEarningsMinor,
  };
}

nameSchemas({ SubIdPage: SubIdList });
