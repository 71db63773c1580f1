import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { InvalidInput } from '../../platform/errors/errors.ts';
import { type Language, languageOf } from '../../platform/locale.ts';
import { LOCALE_OF_USER } from '../accounts/index.ts';
import type { Owner } from '../webhooks/index.ts';

/** A person to whom a report is sent now. */
export interface Recipient {
  id: number;
  email: string;
  language: Language;
}

/** Condition over a user `u` and the owner columns of `s`: a member, representative or creator who may see the lists of the owner. */
const IS_MEMBER: SQL = sql`(u.id = s.user_id
  OR EXISTS (SELECT FROM store_members m JOIN stores t ON t.id = m.store_id AND t.deleted_at IS NULL WHERE m.store_id = s.store_id AND m.user_id = u.id)
  OR EXISTS (SELECT FROM agency_members m WHERE m.agency_id = s.agency_id AND m.user_id = u.id)
  OR EXISTS (SELECT FROM users c JOIN agency_members m ON m.agency_id = c.agency_id WHERE c.id = s.user_id AND m.user_id = u.id))`;

/**
 * Reads the recipients who receive a report now: they may see the view at this time, have a proven address, are not suspended, and
 * have not turned reports off.
 */
export async function readRecipients(db: Database, scheduleId: number): Promise<Recipient[]> {
  const { rows } = await db.execute<{ id: number; email: string; locale: string | null }>(sql`
    SELECT u.id, u.email, ${LOCALE_OF_USER} AS locale FROM report_schedules s
    JOIN report_recipients r ON r.schedule_id = s.id JOIN users u ON u.id = r.user_id LEFT JOIN notification_settings n ON n.user_id = u.id
    WHERE s.id = ${scheduleId} AND (u.is_admin OR ${IS_MEMBER}) AND u.erased_at IS NULL AND u.suspended_at IS NULL AND NOT u.email_unproven
      AND NOT 'reports' = ANY (coalesce(n.unmailed, '{}')) ORDER BY u.id`);
  return rows.map(({ id, email, locale }) => ({ id, email, language: languageOf(locale) }));
}

/**
 * Checks new recipients. Only administrators may choose other administrators, so that nobody finds out who they are.
 * @param known recipients who were chosen before
 * @throws InvalidInput naming each person who may not see the view
 */
export async function refuseStrangers(
  { db, actor }: { db: Database; actor: Actor },
  { storeId, agencyId, userId }: Owner,
  recipients: readonly number[],
  known: readonly number[] = [],
): Promise<void> {
  const { rows } = await db.execute<{ place: number }>(sql`
    SELECT g.place - 1 AS place FROM unnest(${sql.param([...recipients])}::bigint[]) WITH ORDINALITY AS g (id, place)
    CROSS JOIN (SELECT ${storeId}::bigint AS store_id, ${agencyId}::bigint AS agency_id, ${userId}::bigint AS user_id) s
    WHERE g.id <> ALL (${sql.param([...known])}::bigint[]) AND NOT EXISTS (SELECT FROM users u WHERE u.id = g.id AND u.erased_at IS NULL
      AND (${IS_MEMBER} OR u.is_admin AND (${actor.isAdmin} OR u.id = ${actor.userId}))) ORDER BY g.place`);
  if (rows.length === 0) return;
  const fault = ['must be the id of a person who may see the view'];
  throw new InvalidInput(Object.fromEntries(rows.map(({ place }) => [`recipients.${place}`, fault])));
}
