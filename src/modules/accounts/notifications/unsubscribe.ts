import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { type Language, languageOf } from '../../../platform/locale.ts';
import { writeAudit } from '../audit.ts';
import { declineInvitations } from '../invites/declined.ts';
import { LOCALE_OF_USER } from '../language.ts';
import type { MailKind } from './kinds.ts';
import { hashOfSecret } from './mail-notifications.ts';
import { turnOff } from './notification-settings.ts';

/** The mails that an unsubscribe link turns off: mails of a kind to a user, or invitations to an address without an account. */
export type UnsubscribeLink = {
  language: Language;
  /** The name of the marketplace. */
  market: string;
} & ({ userId: number; kind: MailKind } | { addressHash: Buffer; kind: 'invitations' });

type LinkRow = {
  user_id: number | null;
  address_hash: Buffer | null;
  kind: MailKind | 'invitations';
  locale: string | null;
  market: string;
};

/** Finds the kind of mails that an unsubscribe link turns off; null if the link does not exist, or its owner has been erased. */
export async function findUnsubscribeLink(
  { db }: Pick<Context, 'db'>,
  secret: string,
): Promise<UnsubscribeLink | null> {
  const { rows } = await db.execute<LinkRow>(sql`
    SELECT l.user_id, l.address_hash, l.kind, coalesce(l.language, ${LOCALE_OF_USER}) AS locale, s.name AS market
    FROM site_settings s, unsubscribe_links l LEFT JOIN users u ON u.id = l.user_id AND u.erased_at IS NULL
    WHERE l.hash = ${hashOfSecret(secret)} AND (u.id IS NOT NULL OR l.user_id IS NULL)`);
  const row = rows[0];
  if (row === undefined) return null;
  const reader = { language: languageOf(row.locale), market: row.market };
  if (row.address_hash !== null) return { ...reader, addressHash: row.address_hash, kind: 'invitations' };
  return { ...reader, userId: row.user_id!, kind: row.kind as MailKind };
}

/** Turns off the mails of a link. Harmless to repeat. @returns null when the link does not exist */
export async function unsubscribe(
  { db, now }: Pick<Context, 'db' | 'now'>,
  secret: string,
): Promise<UnsubscribeLink | null> {
  return db.transaction(async (tx) => {
    const link = await findUnsubscribeLink({ db: tx }, secret);
    if (link === null) return null;
    const { kind } = link;
    if ('addressHash' in link) await declineInvitations(tx, link.addressHash, now());
    else await turnOff(tx, { userId: link.userId, kind: link.kind, at: now() });
    const userId = 'userId' in link ? link.userId : null;
    // Anybody who has the mail can unsubscribe, signed in or not, so the entry has no actor.
    await writeAudit(tx, {
      actorId: null,
      action: 'user.unsubscribed',
      subjectKind: 'user',
      subjectId: userId,
      details: { kind },
    });
    return link;
  });
}
