import type { FastifyInstance } from 'fastify';
import { NotFound } from '../../../platform/errors/errors.ts';
import { completeList } from '../../../platform/http/complete-list.ts';
import { id } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { sendPrivatePicture } from '../../../platform/http/private-picture.ts';
import { file } from '../../../platform/http/replies.ts';
import { MAX_MESSAGE_PICTURE_BYTES, PICTURE_KINDS } from '../../../platform/http/upload-limits.ts';
import { onCampaignUser } from '../../campaigns/index.ts';
import { onStore } from '../../stores/index.ts';
import { addAttachment, listReceived, readReceived } from './attachments.ts';
import { AttachmentRecord, presentAttachment, ReceivedAttachmentRecord } from './schemas.ts';

/** Pictures that are sent with messages of stores to many. */
export function attachmentRoutes(app: FastifyInstance): void {
  const common = { tags: ['Messages'], addition: true } as const;

  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/stores/:store/message-attachments',
    operationId: 'addMessageAttachment',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Add a picture for a message to many',
    description:
      'The message is written afterwards and names it in `attachment_ids`. The picture is re-encoded. Without a message it is removed after a day.',
    policy: onStore('store'),
    upload: { field: 'file', maxBytes: MAX_MESSAGE_PICTURE_BYTES, description: `${PICTURE_KINDS}.` },
    replies: { 201: AttachmentRecord },
    errors: ['too_many_attachments'],
    handle: async ({ ctx, resource, upload }) =>
      presentAttachment(
        await addAttachment(ctx, { storeId: resource.id, file: upload.content, fileName: upload.filename }),
      ),
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/offer-users/:offerUser/attachments',
    operationId: 'listReceivedAttachments',
    summary: 'List the pictures of the messages in a conversation',
    description: 'Those of the newest messages first, at most 300.',
    policy: onCampaignUser,
    replies: { 200: completeList(ReceivedAttachmentRecord) },
    handle: async ({ ctx, resource }) => ({
      data: (await listReceived(ctx, resource.id)).map((one) => ({
        ...presentAttachment(one),
        comment_id: one.commentId,
      })),
    }),
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/offer-users/:offerUser/attachments/:attachment',
    operationId: 'getReceivedAttachment',
    summary: 'A picture of a message in a conversation',
    policy: onCampaignUser,
    params: { attachment: id({ kind: 'attachment' }) },
    replies: { 200: file('The picture.', 'image/png', 'image/jpeg') },
    errors: [404],
    handle: async ({ ctx, resource, params, reply }) => {
      const picture = await readReceived(ctx, { participantId: resource.id, id: params.attachment });
      if (picture === null) throw new NotFound('attachment');
      const ending = picture.mediaType === 'image/png' ? 'png' : 'jpg';
      // The uploaded name is not repeated in a header.
      reply.header('content-disposition', `attachment; filename="attachment-${params.attachment}.${ending}"`);
      return sendPrivatePicture(reply, picture);
    },
  });
}
