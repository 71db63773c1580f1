import { sql } from 'drizzle-orm';
import type { TeamNeed } from '../../../platform/auth/team-role.ts';
import { rolesPermitting } from '../../../platform/auth/team-roles.ts';
import { announcement } from '../../../platform/changes/change.ts';
import type { Database } from '../../../platform/database/database.ts';
import { enqueue, jobKind } from '../../../platform/jobs/job.ts';
import type { NotificationMessage, NotificationValues } from '../messages/message.ts';
import { RULES } from './kinds.ts';

/** The job that mails notifications that are due. */
export const mailNotifications = jobKind<Record<never, never>>('mail_notifications');

/** Maximum number of members of one team who are notified. */
const MAX_MEMBERS = 100;

/** The recipients: a person, the administrators, or the members of a team whose role permits the need of the notification. */
export type Audience =
  | { userId: number }
  | { storeId: number; need: TeamNeed }
  | { agencyId: number; need: TeamNeed }
  | { administrators: true };

/** An event and the people to be notified of it. */
export type News = { [Message in NotificationMessage]: NewsOf<Message> }[NotificationMessage];

interface NewsOf<Message extends NotificationMessage> {
  message: Message;
  values: NotificationValues[Message];
  to: Audience;
  /** The page of the console, beginning with `/console`. */
  path: string;
  /** The event of the outbox that the notification reports. Nobody is notified of an event twice. */
  eventId?: number | undefined;
  /** A person in the audience who is not notified: the one who caused the event. */
  exceptUserId?: number;
  /** Identifies one person by the given values. */
  aboutUserId?: number;
  /** The notification is not mailed immediately, regardless of the person's settings. */
  isUnmailed?: boolean;
  /** An address in place of the person's. */
  mailTo?: string | undefined;
}

/**
 * Writes notifications, in one statement, announces them to open pages, and requests the mails. Call it in the transaction of the event. Suspended people
 * are notified only of their money and their account.
 * @param at the time of the event
 */
export async function notify(tx: Database, at: Date, news: readonly News[]): Promise<void> {
  if (news.length === 0) return;
  const rows = news.map(({ message, values, to, path, eventId, exceptUserId, aboutUserId, isUnmailed, mailTo }) => ({
    kind: RULES[message].kind,
    message,
    data: values,
    path,
    event_id: eventId ?? null,
    except_user_id: exceptUserId ?? null,
    about_user_id: aboutUserId ?? null,
    is_unmailed: isUnmailed === true || RULES[message].isForDigest === true,
    mail_to: mailTo ?? null,
    user_id: 'userId' in to ? to.userId : null,
    store_id: 'storeId' in to ? to.storeId : null,
    agency_id: 'agencyId' in to ? to.agencyId : null,
    administrators: 'administrators' in to,
    roles: 'need' in to ? rolesPermitting(to.need) : [],
  }));
  const { rows: written } = await tx.execute<{ due: number; users: number[] }>(sql`
    WITH given AS MATERIALIZED (
      SELECT * FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS (kind text, message text, data jsonb, path text, event_id bigint,
        except_user_id bigint, about_user_id bigint, is_unmailed boolean, mail_to text, user_id bigint, store_id bigint, agency_id bigint, administrators boolean,
        roles text[])) WITH ORDINALITY AS g (kind, message, data, path, event_id, except_user_id, about_user_id, is_unmailed, mail_to, user_id, store_id, agency_id,
        administrators, roles, n)
    ), reached AS (
      SELECT g.n, g.user_id AS id FROM given g WHERE g.user_id IS NOT NULL
      UNION ALL SELECT g.n, m.user_id FROM given g CROSS JOIN LATERAL (
        SELECT s.user_id FROM store_members s WHERE s.store_id = g.store_id AND s.role = ANY (g.roles) ORDER BY s.user_id LIMIT ${MAX_MEMBERS}) m
      UNION ALL SELECT g.n, m.user_id FROM given g CROSS JOIN LATERAL (
        SELECT a.user_id FROM agency_members a WHERE a.agency_id = g.agency_id AND a.role = ANY (g.roles) ORDER BY a.user_id LIMIT ${MAX_MEMBERS}) m
      UNION ALL SELECT g.n, a.id FROM given g CROSS JOIN LATERAL (
        SELECT u.id FROM users u WHERE g.administrators AND u.is_admin ORDER BY u.id LIMIT ${MAX_MEMBERS}) a
    ), made AS (
      INSERT INTO notifications (user_id, kind, event_id, message, data, about_user_id, path, created_at, mail, mail_to)
      SELECT u.id, g.kind, g.event_id, g.message, g.data, g.about_user_id, g.path, ${at.toISOString()},
        CASE WHEN g.is_unmailed OR g.kind = ANY (coalesce(s.unmailed, '{}')) THEN 'none' ELSE 'due' END, g.mail_to
      FROM reached r JOIN given g ON g.n = r.n JOIN users u ON u.id = r.id LEFT JOIN notification_settings s ON s.user_id = u.id
      WHERE u.erased_at IS NULL AND u.id IS DISTINCT FROM g.except_user_id
        AND (u.suspended_at IS NULL OR g.user_id IS NOT NULL AND g.kind IN ('security', 'statements', 'payments'))
      ORDER BY r.n, u.id
      ON CONFLICT (user_id, event_id) WHERE event_id IS NOT NULL DO NOTHING RETURNING user_id, mail
    )
    SELECT count(*) FILTER (WHERE mail = 'due') AS due, coalesce(json_agg(DISTINCT user_id), '[]') AS users FROM made`);
  const { due, users } = written[0]!;
  if (users.length > 0) {
    const change = {
      part: 'notifications',
      storeIds: [],
      agencyIds: [],
      userIds: users,
      isForPlatform: false,
    } as const;
    await tx.execute(announcement([change]));
  }
  // The event has no key, so that concurrent transactions do not wait for each other.
  if (due > 0) await enqueue(tx, mailNotifications, {});
}
