import { Type } from 'typebox';
import { id, nameSchemas, oneOf, whole } from '../../../platform/http/fields.ts';
import type { Attachment } from './attachments.ts';

export const AttachmentRecord = Type.Object(
  {
    id: id(),
    file_name: Type.String({ description: 'As it was uploaded.' }),
    media_type: oneOf(['image/png', 'image/jpeg']),
    size: whole({ min: 1, description: 'Bytes as stored.' }),
  },
  { description: 'A picture that is sent with a message. (The body is an addition.)' },
);

export const ReceivedAttachmentRecord = Type.Object(
  { ...AttachmentRecord.properties, comment_id: id({ description: 'The message.' }) },
  { description: 'A picture of a message in a conversation. (The body is an addition.)' },
);

export const presentAttachment = ({ id: one, fileName, mediaType, size }: Attachment) => ({
  id: one,
  file_name: fileName,
  media_type: mediaType as 'image/png' | 'image/jpeg',
  size,
});

nameSchemas({ MessageAttachment: AttachmentRecord, ReceivedAttachment: ReceivedAttachmentRecord });
