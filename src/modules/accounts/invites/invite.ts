import { sql } from 'drizzle-orm';
import type { TeamRole } from '../../../platform/auth/team-role.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { type Language, languageOf } from '../../../platform/locale.ts';
import { sendMail } from '../../../platform/mail/mail.ts';
import { writeAudit } from '../audit.ts';
import { LOCALE_OF_USER } from '../language.ts';
import { readMarketName } from '../messages/market-name.ts';
import { newUnsubscribeLinks } from '../notifications/mail-notifications.ts';
import { hasOwner } from '../team/team.ts';
import { hasDeclined, isWithoutAccount } from './declined.ts';
import { type Invite, readInvite } from './list-invites.ts';
import { inviteMail } from './mail.ts';
import { hashSecret, newSecret } from './secret.ts';
import { type InviteTarget, TARGETS } from './target.ts';

const DAYS = 14;

export interface NewInvite {
  target: InviteTarget;
  email: string;
  /** By default, owner if the team has none, otherwise manager. */
  role?: TeamRole | undefined;
  /** The beginning of the link in the mail. */
  publicUrl: string;
}

/**
 * Invites the reader of an address to a store or an agency. Only the mail contains the secret. A pending invitation of the same
 * address is renewed, and its former secret becomes invalid.
 * @returns the invitation, and whether it is new
 * @throws RuleRefused `already_member`; `invitations_declined` when the address has declined invitations; `invited_enough` when
 *   the address has received the maximum number of invitations today
 */
export async function invite(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { target, email, role, publicUrl }: NewInvite,
): Promise<{ invite: Invite; isNew: boolean }> {
  const at = ctx.now();
  const expiresAt = new Date(at.getTime() + DAYS * 24 * 60 * 60 * 1000);
  const secret = newSecret();
  return ctx.db.transaction(async (tx) => {
    await refuseMember(tx, target, email);
    await refuseDeclined(tx, email);
    await countMail(tx, email, at);
    const given = role ?? ((await hasOwner(tx, target)) ? 'manager' : 'owner');
    const { rows } = await tx.execute<{ id: number; is_new: boolean }>(sql`
      INSERT INTO invites (${TARGETS[target.kind].column}, email, role, invited_by, token_hash, created_at, expires_at)
      VALUES (${target.id}, ${email}, ${given}, ${ctx.actor.userId}, ${hashSecret(secret)}, ${at.toISOString()}::timestamptz,
        ${expiresAt.toISOString()}::timestamptz)
      ON CONFLICT (store_id, agency_id, lower(email)) WHERE accepted_at IS NULL AND revoked_at IS NULL
      DO UPDATE SET role = excluded.role, token_hash = excluded.token_hash, expires_at = excluded.expires_at, invited_by = excluded.invited_by
      RETURNING id, xmax = 0 AS is_new`);
    const { id, is_new: isNew } = rows[0]!;
    const language = await languageOfInvited(tx, ctx, email);
    const letter = {
      market: await readMarketName(tx),
      unsubscribeUrl: await declineAddress(tx, { email, language, at, publicUrl }),
    };
    await enqueue(tx, sendMail, inviteMail(language, { target, email, secret, publicUrl, expiresAt, ...letter }));
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'invite.sent',
      subjectKind: target.kind,
      subjectId: target.id,
      details: { invite: id, role: given },
    });
    return { invite: await readInvite({ ...ctx, db: tx }, target, id), isNew };
  });
}

/** The language of the account of an address; without an account, that of the inviting user. */
async function languageOfInvited(tx: Database, { actor }: Pick<Context, 'actor'>, email: string): Promise<Language> {
  const { rows } = await tx.execute<{ locale: string | null }>(sql`
    SELECT ${LOCALE_OF_USER} AS locale FROM users u
    WHERE u.erased_at IS NULL AND (lower(u.email) = lower(${email}) OR u.id = ${actor.userId})
    ORDER BY lower(u.email) = lower(${email}) DESC LIMIT 1`);
  return languageOf(rows[0]?.locale);
}

/** Maximum number of invitations that are sent to one address in a day, from all senders together. */
const MAX_MAILS_A_DAY = 10;

/** Counts a mail to an address. The count is exact under concurrency, because transactions wait for each other's commit. */
async function countMail(db: Database, email: string, at: Date): Promise<void> {
  const { rows } = await db.execute<{ mails: number }>(sql`
    INSERT INTO invite_mails AS m (day, address_hash, mails)
    VALUES ((${at.toISOString()}::timestamptz AT TIME ZONE 'UTC')::date, sha256(convert_to(lower(${email}), 'UTF8')), 1)
    ON CONFLICT (day, address_hash) DO UPDATE SET mails = m.mails + 1 RETURNING mails`);
  if (rows[0]!.mails > MAX_MAILS_A_DAY)
    throw new RuleRefused('invited_enough', 'This address has received the maximum number of invitations today.');
  await db.execute(
    sql`DELETE FROM invite_mails WHERE day < (${at.toISOString()}::timestamptz AT TIME ZONE 'UTC')::date - 1`,
  );
}

/**
 * The link that ends invitations to an address without an account; undefined for an address with an account, whose owner chooses
 * mails in the settings.
 */
async function declineAddress(
  tx: Database,
  { email, language, at, publicUrl }: { email: string; language: Language; at: Date; publicUrl: string },
): Promise<string | undefined> {
  const { rows } = await tx.execute(sql`SELECT WHERE ${isWithoutAccount(email)}`);
  if (rows.length === 0) return undefined;
  const links = await newUnsubscribeLinks(tx, [{ address: email, kind: 'invitations', language }], { at, publicUrl });
  return links[0];
}

async function refuseDeclined(tx: Database, email: string): Promise<void> {
  const { rows } = await tx.execute(sql`SELECT WHERE ${hasDeclined(email)}`);
  if (rows.length > 0)
    throw new RuleRefused('invitations_declined', 'The owner of this address has declined invitations.');
}

async function refuseMember(db: Database, { kind, id }: InviteTarget, email: string): Promise<void> {
  const { column, members } = TARGETS[kind];
  const { rows } = await db.execute(sql`
    SELECT FROM users u JOIN ${members} m ON m.user_id = u.id AND m.${column} = ${id}
    WHERE lower(u.email) = lower(${email})`);
  if (rows.length > 0) throw new RuleRefused('already_member', 'The owner of this address is already a member.');
}
