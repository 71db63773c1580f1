import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { type Language, languageOf } from '../../../platform/locale.ts';
import { writeAudit } from '../audit.ts';
import { LOCALE_OF_USER } from '../language.ts';
import type { MailKind } from './kinds.ts';
import { hashOfSecret } from './mail-notifications.ts';
import { turnOff } from './notification-settings.ts';

/** What an unsubscribe link turns off. */
export interface UnsubscribeLink {
  userId: number;
  kind: MailKind;
  language: Language;
}

/** Finds what an unsubscribe link turns off; null when there is no such link, or its owner is gone. */
export async function findUnsubscribeLink(
  { db }: Pick<Context, 'db'>,
  secret: string,
): Promise<UnsubscribeLink | null> {
  const { rows } = await db.execute<{ user_id: number; kind: MailKind; locale: string | null }>(sql`
    SELECT l.user_id, l.kind, ${LOCALE_OF_USER} AS locale FROM unsubscribe_links l JOIN users u ON u.id = l.user_id AND u.erased_at IS NULL
    WHERE l.hash = ${hashOfSecret(secret)}`);
  const row = rows[0];
  return row === undefined ? null : { userId: row.user_id, kind: row.kind, language: languageOf(row.locale) };
}

/** Turns off what a link is for. Harmless to repeat. @returns null when there is no such link */
export async function unsubscribe(
  { db, now }: Pick<Context, 'db' | 'now'>,
  secret: string,
): Promise<UnsubscribeLink | null> {
  return db.transaction(async (tx) => {
    const link = await findUnsubscribeLink({ db: tx }, secret);
    if (link === null) return null;
    const { userId, kind } = link;
    await turnOff(tx, { userId, kind, at: now() });
    // Whoever has the mail can do this, signed in or not: the entry has no actor.
    await writeAudit(tx, {
      ...{ actorId: null, action: 'user.unsubscribed', subjectKind: 'user', subjectId: userId, details: { kind } },
    });
    return link;
  });
}
