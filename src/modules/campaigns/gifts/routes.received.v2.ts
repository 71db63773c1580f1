import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { EXPORT_MEDIA_TYPES, formatField, headingLanguage, sendExport } from '../../../platform/export/export.ts';
import type { Column } from '../../../platform/export/sheet.ts';
import { day, id, minorMoney, nameSchemas, nullable, whole } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { jsonOrFile } from '../../../platform/http/replies.ts';
import { pageQuery, presentV2Page, v2Envelope } from '../../../platform/pagination.ts';
import { onUser } from '../../accounts/index.ts';
import type { CampaignDeps } from '../deps.ts';
import { listReceivedGifts, type ReceivedGift, receivedBatches, sumReceivedGifts } from './received-gifts.ts';

const ReceivedRecord = Type.Object({
  participant_id: id(),
  offer: Type.Object({ id: id(), title: Type.String() }),
  store: Type.Object({ id: id(), name: Type.String() }),
  products: Type.Array(Type.String(), { description: 'Empty for a credit, or if the campaign named none.' }),
  is_credit: Type.Boolean({ description: 'An amount to spend in the shop.' }),
  value: nullable(minorMoney('As the campaign named it when the user joined; null: not named.')),
  received_on: day(),
});
const ReceivedPage = v2Envelope(ReceivedRecord);
const ReceivedList = Type.Object({
  ...ReceivedPage.properties,
  totals: Type.Array(minorMoney('The sum of the values.'), {
    description: 'Of the whole year, one for each currency.',
  }),
});
nameSchemas({ ReceivedGift: ReceivedRecord, ReceivedGiftPage: ReceivedList });

const COLUMNS: Column<ReceivedGift>[] = [
  { header: 'Received', kind: 'text', cell: ({ receivedOn }) => receivedOn },
  { header: 'Store', kind: 'text', cell: ({ store }) => store.name },
  { header: 'Campaign', kind: 'text', cell: ({ campaign }) => campaign.title },
  { header: 'Products', kind: 'text', cell: ({ products }) => products.join('; ') },
  { header: 'Value', kind: 'amount', cell: ({ value }) => value },
];

/** What creators have received from stores, as benefits. */
export function receivedGiftRoutes(app: FastifyInstance, { calendar }: Pick<CampaignDeps, 'calendar'>): void {
  operation(app, {
    method: 'GET',
    url: '/v2/users/:user/gifts',
    operationId: 'listReceivedGifts',
    summary: 'List the products and credits that a user has received in a year, with their values',
    description:
      'By the day of the receipt, the oldest first. They are benefits beside earnings, and are in no statement. With `format` as a file.',
    tags: ['Creator campaigns'],
    addition: true,
    policy: onUser('user'),
    query: {
      year: Type.Optional(whole({ min: 2000, max: 2200, description: 'The current year by default.' })),
      format: Type.Optional(formatField()),
      lang: headingLanguage(),
      ...pageQuery(),
    },
    replies: { 200: jsonOrFile(ReceivedList, 'A page, or the whole year as a file.', ...EXPORT_MEDIA_TYPES) },
    handle: async ({ ctx, resource: user, query, page, request, reply }) => {
      const today = calendar.dayOf(ctx.now().getTime());
      const year = query.year ?? Number(today.slice(0, 4));
      const of = { userId: user.id, year, timeZone: calendar.timeZone };
      if (query.format !== undefined)
        return sendExport(reply, query.format, {
          name: `received-${year}`,
          day: today,
          language: query.lang,
          columns: COLUMNS,
          batches: receivedBatches(ctx, of),
        });
      const found = await listReceivedGifts(ctx, of, page);
      const totals = await sumReceivedGifts(ctx, of);
      return { ...presentV2Page(request, page, found, present), totals };
    },
  });
}

const present = (gift: ReceivedGift) => ({
  participant_id: gift.participantId,
  offer: gift.campaign,
  store: gift.store,
  products: [...gift.products],
  is_credit: gift.isCredit,
  value: gift.value,
  received_on: gift.receivedOn,
});
