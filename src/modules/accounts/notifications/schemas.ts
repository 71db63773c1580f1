import { Type } from 'typebox';
import { dateTime, id, nameSchemas, nullable, oneOf } from '../../../platform/http/fields.ts';
import { LANGUAGES } from '../../../platform/locale.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';
import { NOTIFICATION_KINDS } from './kinds.ts';

export const NotificationRecord = Type.Object({
  id: id(),
  kind: oneOf(NOTIFICATION_KINDS),
  title: Type.String({ description: 'In the reader’s language.' }),
  text: Type.String(),
  path: Type.String({ description: 'Path of its page in the console.', examples: ['/console/creator/campaigns/7'] }),
  is_read: Type.Boolean(),
  read_at: nullable(dateTime()),
  created_at: dateTime(),
});

export const NotificationList = v2Envelope(NotificationRecord);

export const notificationQuery = {
  ...pageQuery(),
  is_read: Type.Optional(Type.Boolean({ description: '`false`: unread notifications; `meta.total` is their number.' })),
  kind: Type.Optional(oneOf(NOTIFICATION_KINDS)),
};

const choices = Object.fromEntries(
  NOTIFICATION_KINDS.map((kind) => [
    kind,
    Type.Boolean(kind === 'security' ? { description: 'Always true: these mails cannot be turned off.' } : {}),
  ]),
) as Record<(typeof NOTIFICATION_KINDS)[number], ReturnType<typeof Type.Boolean>>;

const language = () =>
  oneOf(LANGUAGES, { description: 'The language of mails and notifications. It is stored as the person’s locale.' });

export const NotificationSettingsRecord = Type.Object({
  mail: Type.Object(choices, { description: 'Whether notifications of a kind are mailed at once.' }),
  weekly_digest: Type.Boolean({ description: 'Whether notifications that were not mailed are sent once a week.' }),
  language: language(),
});

export const NotificationSettingsBody = Type.Object({
  mail: Type.Optional(Type.Partial(Type.Object(choices))),
  weekly_digest: Type.Optional(Type.Boolean()),
  language: Type.Optional(language()),
});

nameSchemas({
  Notification: NotificationRecord,
  NotificationSettings: NotificationSettingsRecord,
  NotificationSettingsInput: NotificationSettingsBody,
});
