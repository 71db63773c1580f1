import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { everyone, inPerson, signedIn } from '../../../platform/auth/policy.ts';
import { id } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { acceptRawBodies } from '../../../platform/http/raw-body.ts';
import { file } from '../../../platform/http/replies.ts';
import { languageNamed } from '../../../platform/http/requested-locale.ts';
import { presentV2Page } from '../../../platform/pagination.ts';
import { listNotifications, markAllRead, markNotification, type Notification } from './list-notifications.ts';
import {
  lockNotificationSettings,
  type NotificationSettings,
  readNotificationSettings,
  writeNotificationSettings,
} from './notification-settings.ts';
import {
  NotificationList,
  NotificationRecord,
  NotificationSettingsBody,
  NotificationSettingsRecord,
  notificationQuery,
} from './schemas.ts';
import { findUnsubscribeLink, unsubscribe } from './unsubscribe.ts';
import { PAGE_HEADERS, unsubscribePage } from './unsubscribe-page.ts';

const own = { tags: ['Notifications'], addition: true, policy: inPerson(signedIn) } as const;

/** The user's own notifications, and the settings of their mails. */
export function notificationRoutes(app: FastifyInstance): void {
  operation(app, {
    ...own,
    method: 'GET',
    url: '/v2/me/notifications',
    operationId: 'listNotifications',
    summary: 'List one’s notifications',
    description:
      'The newest first, in the language of `Accept-Language`, otherwise in that of the person. They are kept for 180 days.',
    query: notificationQuery,
    replies: { 200: NotificationList },
    handle: async ({ ctx, query, page, request, reply }) => {
      const language = languageNamed(request, reply);
      const found = await listNotifications(ctx, { isRead: query.is_read, kind: query.kind, language }, page);
      return presentV2Page(request, page, found, present);
    },
  });

  operation(app, {
    ...own,
    method: 'PATCH',
    url: '/v2/me/notifications',
    operationId: 'markNotifications',
    scope: 'administration',
    needs: 'read',
    presence: 'token',
    summary: 'Mark all notifications of the caller as read',
    body: Type.Object({
      is_read: Type.Literal(true),
      up_to: Type.Optional(id({ description: 'Id of the newest notification that was seen; later ones stay unread.' })),
    }),
    replies: { 204: null },
    handle: ({ ctx, body }) => markAllRead(ctx, { upTo: body.up_to }),
  });

  operation(app, {
    ...own,
    method: 'PATCH',
    url: '/v2/me/notifications/:notification',
    operationId: 'markNotification',
    scope: 'administration',
    needs: 'read',
    presence: 'token',
    summary: 'Mark a notification as read or unread',
    body: Type.Object({ is_read: Type.Boolean() }),
    replies: { 200: NotificationRecord },
    errors: [404],
    handle: async ({ ctx, params, body, request, reply }) => {
      const language = languageNamed(request, reply);
      return present(await markNotification(ctx, { id: params.notification, isRead: body.is_read, language }));
    },
  });

  operation(app, {
    ...own,
    method: 'GET',
    url: '/v2/me/notification-settings',
    operationId: 'getNotificationSettings',
    summary: 'Read which notifications are mailed',
    replies: { 200: NotificationSettingsRecord },
    version: (settings) => settings,
    handle: async ({ ctx }) => presentSettings(await readNotificationSettings(ctx)),
  });

  operation(app, {
    ...own,
    method: 'PUT',
    url: '/v2/me/notification-settings',
    operationId: 'setNotificationSettings',
    scope: 'administration',
    needs: 'read',
    presence: 'token',
    summary: 'Choose which notifications are mailed',
    description: 'Omitted fields are unchanged.',
    body: NotificationSettingsBody,
    replies: { 200: NotificationSettingsRecord },
    current: async ({ ctx }) => presentSettings(await lockNotificationSettings(ctx)),
    handle: async ({ ctx, body: { mail, weekly_digest: weeklyDigest, language } }) =>
      presentSettings(await writeNotificationSettings(ctx, { mail, weeklyDigest, language })),
  });

  unsubscribeRoutes(app);
}

/** The routes of unsubscribe links. They need no session, because only the mail contains the secret. */
function unsubscribeRoutes(app: FastifyInstance): void {
  const page = {
    url: '/v2/unsubscribe/:secret',
    tags: ['Notifications'],
    addition: true,
    policy: everyone,
    params: { secret: Type.String({ maxLength: 100, description: 'Of the link in the mail.' }) },
    replies: { 200: file('The page.', 'text/html'), 404: file('The link is no longer valid.', 'text/html') },
  } as const;

  operation(app, {
    ...page,
    method: 'GET',
    operationId: 'getUnsubscribePage',
    summary: 'The page that asks whether to stop mails',
    description: 'A GET changes nothing, because programs open links to check them.',
    handle: async ({ ctx, params, reply }) => {
      const link = await findUnsubscribeLink(ctx, params.secret);
      reply
        .code(link === null ? 404 : 200)
        .type('text/html; charset=utf-8')
        .headers(PAGE_HEADERS);
      return unsubscribePage(link, { isDone: false });
    },
  });

  acceptRawBodies(app, (scope) =>
    operation(scope, {
      ...page,
      method: 'POST',
      operationId: 'unsubscribe',
      summary: 'Stop mails of a kind with one click',
      description: 'RFC 8058: mail programs send `List-Unsubscribe=One-Click` here. The body is ignored.',
      handle: async ({ ctx, params, reply }) => {
        const link = await unsubscribe(ctx, params.secret);
        reply
          .code(link === null ? 404 : 200)
          .type('text/html; charset=utf-8')
          .headers(PAGE_HEADERS);
        return unsubscribePage(link, { isDone: true });
      },
    }),
  );
}

function present({ id: of, kind, title, text, path, createdAt, readAt }: Notification) {
  return {
    id: of,
    kind,
    title,
    text,
    path,
    is_read: readAt !== null,
    read_at: readAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  };
}

function presentSettings({ mail, weeklyDigest, language }: NotificationSettings) {
  return { mail, weekly_digest: weeklyDigest, language };
}
