import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { EXPORT_FORMATS, EXPORT_MEDIA_TYPES, headingLanguage, sendExport } from '../../../platform/export/export.ts';
import { headingIn } from '../../../platform/export/headings.ts';
import type { Column } from '../../../platform/export/sheet.ts';
import { oneOf } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { jsonOrFile } from '../../../platform/http/replies.ts';
import { pageQuery, presentV2Page } from '../../../platform/pagination.ts';
import { writeAudit } from '../../accounts/index.ts';
import type { CampaignDeps } from '../deps.ts';
import { onCampaignAsStoreOnly, onParticipantInPerson, onParticipantOrStoreOnly } from '../policy.ts';
import type { Delivery } from './delivery.ts';
import { listPackingLines, type PackingLine, packingBatches, readDelivery, readTitles } from './read-deliveries.ts';
import { DELIVERY_ERRORS, removeDelivery, saveDelivery } from './save-delivery.ts';
import { DeliveryBody, DeliveryRecord, PackingList } from './schemas.ts';

const tags = ['Participants'];
const url = '/v2/offers/:offer/participants/:participant/delivery';
const COLUMNS: (Column<PackingLine> & { kind: 'text' })[] = [
  { header: 'Creator', kind: 'text', cell: ({ creator }) => creator },
  { header: 'Status', kind: 'text', cell: ({ status }) => status },
  { header: 'Products', kind: 'text', cell: ({ products }) => products.map(productText).join('; ') },
  { header: 'Recipient', kind: 'text', cell: ({ delivery }) => delivery?.recipient ?? null },
  { header: 'Street', kind: 'text', cell: ({ delivery }) => delivery?.street ?? null },
  { header: 'Postal code', kind: 'text', cell: ({ delivery }) => delivery?.postalCode ?? null },
  { header: 'City', kind: 'text', cell: ({ delivery }) => delivery?.city ?? null },
  { header: 'Country', kind: 'text', cell: ({ delivery }) => delivery?.country ?? null },
  { header: 'Phone', kind: 'text', cell: ({ delivery }) => delivery?.phone ?? null },
  { header: 'Size', kind: 'text', cell: ({ delivery }) => delivery?.size ?? null },
  { header: 'Colour', kind: 'text', cell: ({ delivery }) => delivery?.colour ?? null },
  { header: 'Note', kind: 'text', cell: ({ delivery }) => delivery?.note ?? null },
  { header: 'Parcel', kind: 'text', cell: ({ parcel }) => parcel },
];
const productText = ({ title, options }: { title: string; options: string }) =>
  options === '' ? title : `${title} (${options})`;

/** Lines of a printed packing list; more would be hundreds of pages. */
const MAX_PRINTED_LINES = 2_000;
const PRINTED = { page: 1, size: MAX_PRINTED_LINES, offset: 0 } as const;
const FORMATS = [...EXPORT_FORMATS, 'pdf'] as const;
const PDF_TYPE = 'application/pdf';

/** Delivery details of participants, which only they and the members of the campaign's store read. */
export function deliveryRoutes(
  app: FastifyInstance,
  { calendar, lists }: Pick<CampaignDeps, 'calendar' | 'lists'>,
): void {
  operation(app, {
    method: 'GET',
    url,
    operationId: 'getParticipantDelivery',
    summary: 'Read where a participant receives products, and in which size and colour',
    description: 'The store reads it from the acceptance until the product is received.',
    tags,
    addition: true,
    policy: onParticipantOrStoreOnly,
    replies: { 200: DeliveryRecord },
    handle: async ({ ctx, actor, resource }) => {
      const forStore = resource.userId !== actor.userId;
      const { isWanted, delivery } = await readDelivery(ctx, { participantId: resource.id, forStore });
      return { is_wanted: isWanted, delivery: delivery && presentDelivery(delivery) };
    },
  });

  operation(app, {
    method: 'PUT',
    url,
    operationId: 'saveParticipantDelivery',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Save where you receive products of a campaign, and in which size and colour',
    description:
      'Replaces what was saved, until the store has sent it. If the gift of the campaign is a choice, `choices` names the products.',
    tags,
    addition: true,
    policy: onParticipantInPerson,
    body: DeliveryBody,
    replies: { 200: DeliveryRecord },
    errors: DELIVERY_ERRORS,
    handle: async ({ ctx, resource, body }) => {
      const { postal_code: postalCode, phone = '', size = '', colour = '', note = '', choices, ...address } = body;
      await saveDelivery(ctx, resource.id, {
        delivery: { ...address, postalCode, phone, size, colour, note },
        choices: choices?.map(({ product_id: productId, options = '' }) => ({ productId, options })),
      });
      const { isWanted, delivery } = await readDelivery(ctx, { participantId: resource.id, forStore: false });
      return { is_wanted: isWanted, delivery: delivery && presentDelivery(delivery) };
    },
  });

  operation(app, {
    method: 'DELETE',
    url,
    operationId: 'deleteParticipantDelivery',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Remove your delivery details of a campaign',
    tags,
    addition: true,
    policy: onParticipantInPerson,
    replies: { 204: null },
    handle: async ({ ctx, resource }) => {
      await removeDelivery(ctx, resource.id);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/offers/:offer/packing-list',
    operationId: 'getPackingList',
    summary: 'The packing list of a campaign',
    description:
      'Who receives which products, and where: those who can be sent something first, then those whose address is missing, then those to whom something was sent. With `format` as a file. Each reading is an entry of the audit log.',
    tags,
    addition: true,
    policy: onCampaignAsStoreOnly,
    query: {
      format: Type.Optional(
        oneOf(FORMATS, {
          description: `Export the whole list as a file instead of returning a page; \`pdf\` prints at most ${MAX_PRINTED_LINES} lines.`,
        }),
      ),
      lang: headingLanguage(),
      ...pageQuery(),
    },
    replies: { 200: jsonOrFile(PackingList, 'A page, or the whole list as a file.', ...EXPORT_MEDIA_TYPES, PDF_TYPE) },
    errors: ['too_many_lines'],
    handle: async ({ ctx, resource, query, page, request, reply }) => {
      const { format, lang = 'en' } = query;
      await writeAudit(ctx.db, {
        actor: ctx.actor,
        action: 'offer.packing_list_read',
        subjectKind: 'offer',
        subjectId: resource.id,
        details: { format: format ?? 'json' },
      });
      const day = calendar.dayOf(ctx.now().getTime());
      if (format === undefined)
        return presentV2Page(request, page, await listPackingLines(ctx, resource.id, page), presentLine);
      if (format !== 'pdf') {
        const batches = packingBatches(ctx, resource.id);
        return sendExport(reply, format, { name: 'packing-list', day, language: lang, columns: COLUMNS, batches });
      }
      const { items, total } = await listPackingLines(ctx, resource.id, PRINTED);
      if (total > MAX_PRINTED_LINES)
        throw new RuleRefused('too_many_lines', `A printed list has at most ${MAX_PRINTED_LINES} lines. Use a table.`);
      const { title, store } = await readTitles(ctx, resource.id);
      const file = await lists.makeList({
        title: `${headingIn('Packing list', lang)}: ${title}`,
        notes: [store],
        language: lang,
        createdOn: day,
        author: store,
        columns: COLUMNS.map(({ header }) => ({ header: headingIn(header, lang), isNumber: false })),
        rows: items.map((line) => COLUMNS.map(({ cell }) => cell(line) ?? '')),
      });
      reply.type(PDF_TYPE).header('content-disposition', `attachment; filename="packing-list-${day}.pdf"`);
      return Readable.from([file]);
    },
  });
}

const presentDelivery = ({ postalCode, updatedAt, keptUntil, ...delivery }: Delivery) => ({
  ...delivery,
  postal_code: postalCode,
  updated_at: updatedAt.toISOString(),
  kept_until: keptUntil,
});

const presentLine = ({ participantId, status, creator, products, parcel, delivery }: PackingLine) => ({
  participant_id: participantId,
  status,
  creator,
  products: products.map(({ id, title, options }) => ({ id, title, options })),
  parcel,
  delivery: delivery && presentDelivery(delivery),
});
