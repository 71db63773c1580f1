import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { EXPORT_MEDIA_TYPES, formatField, headingLanguage, sendExport } from '../../../platform/export/export.ts';
import type { Column } from '../../../platform/export/sheet.ts';
import { operation } from '../../../platform/http/operation.ts';
import { jsonOrFile } from '../../../platform/http/replies.ts';
import { pageQuery, presentV2Page } from '../../../platform/pagination.ts';
import type { CampaignDeps } from '../deps.ts';
import { onCampaignAsStoreOnly, onParticipantInPerson, onParticipantOrStoreOnly } from '../policy.ts';
import type { Delivery } from './delivery.ts';
import { listPackingLines, type PackingLine, packingBatches, readDelivery } from './read-deliveries.ts';
import { removeDelivery, saveDelivery } from './save-delivery.ts';
import { DeliveryBody, DeliveryRecord, PackingList } from './schemas.ts';

const tags = ['Participants'];
const url = '/v2/offers/:offer/participants/:participant/delivery';
const COLUMNS: Column<PackingLine>[] = [
  { header: 'Creator', kind: 'text', cell: ({ creator }) => creator },
  { header: 'Status', kind: 'text', cell: ({ status }) => status },
  { header: 'Recipient', kind: 'text', cell: ({ delivery }) => delivery.recipient },
  { header: 'Street', kind: 'text', cell: ({ delivery }) => delivery.street },
  { header: 'Postal code', kind: 'text', cell: ({ delivery }) => delivery.postalCode },
  { header: 'City', kind: 'text', cell: ({ delivery }) => delivery.city },
  { header: 'Country', kind: 'text', cell: ({ delivery }) => delivery.country },
  { header: 'Phone', kind: 'text', cell: ({ delivery }) => delivery.phone },
  { header: 'Size', kind: 'text', cell: ({ delivery }) => delivery.size },
  { header: 'Colour', kind: 'text', cell: ({ delivery }) => delivery.colour },
  { header: 'Note', kind: 'text', cell: ({ delivery }) => delivery.note },
];

/** Delivery details of participants, which only they and the members of the campaign's store read. */
export function deliveryRoutes(app: FastifyInstance, { calendar }: Pick<CampaignDeps, 'calendar'>): void {
  operation(app, {
    method: 'GET',
    url,
    operationId: 'getParticipantDelivery',
    summary: 'Read where a participant receives products, and in which size and colour',
    description: 'The store reads it while the participant takes part in a campaign that sends products.',
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
    description: 'Replaces what was saved.',
    tags,
    addition: true,
    policy: onParticipantInPerson,
    body: DeliveryBody,
    replies: { 200: DeliveryRecord },
    errors: ['no_delivery'],
    handle: async ({ ctx, resource, body }) => {
      const { postal_code: postalCode, phone = '', size = '', colour = '', note = '', ...address } = body;
      await saveDelivery(ctx, resource.id, { ...address, postalCode, phone, size, colour, note });
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
    url: '/v2/offers/:offer/deliveries',
    operationId: 'listDeliveries',
    summary: 'The packing list of a campaign',
    description:
      'The participants who receive products and have saved where; those who wait first. With `format` as a file.',
    tags,
    addition: true,
    policy: onCampaignAsStoreOnly,
    query: { format: Type.Optional(formatField()), lang: headingLanguage(), ...pageQuery() },
    replies: { 200: jsonOrFile(PackingList, 'A page, or the whole list as a file.', ...EXPORT_MEDIA_TYPES) },
    handle: async ({ ctx, resource, query, page, request, reply }) => {
      if (query.format !== undefined) {
        const day = calendar.dayOf(ctx.now().getTime());
        const file = {
          name: 'packing-list',
          day,
          language: query.lang,
          columns: COLUMNS,
          batches: packingBatches(ctx, resource.id),
        };
        return sendExport(reply, query.format, file);
      }
      return presentV2Page(request, page, await listPackingLines(ctx, resource.id, page), presentLine);
    },
  });
}

const presentDelivery = ({ postalCode, updatedAt, keptUntil, ...delivery }: Delivery) => ({
  ...delivery,
  postal_code: postalCode,
  updated_at: updatedAt.toISOString(),
  kept_until: keptUntil,
});

const presentLine = ({ participantId, status, creator, delivery }: PackingLine) => ({
  participant_id: participantId,
  status,
  creator,
  ...presentDelivery(delivery),
});
