import { sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../audit.ts';
import { createUser } from '../create-user.ts';
import { hashPassword } from '../password.ts';
import { refuseWeakPassword } from '../password-strength.ts';
import { freeUnprovenAddress, takeOver } from '../unproven-address.ts';
import { invitationInvalid } from './find-open-invite.ts';
import { hashSecret } from './secret.ts';
import { addMember, type InviteTarget, isOpen } from './target.ts';

export const ACCEPT_ERRORS = ['invitation_invalid', 'administrator_account'] as const;

export interface Acceptance {
  /** The secret of the mail. */
  token: string;
  /** For a person without an account. */
  username?: string | undefined;
  password?: string | undefined;
}

/** The result of accepting an invitation. */
export interface Accepted {
  account: 'created' | 'existing';
  user: { id: number; username: string };
  target: InviteTarget;
}

type Acceptor = Pick<Context, 'db' | 'now'> & { actor: Actor | null };

/**
 * Accepts an invitation by the secret of its mail, which proves the mailbox. The account of the address becomes a member; nothing
 * else of it changes. Without an account, one is created. An account of the address whose mailbox was never proven is transferred
 * to the acceptor, with a new password, unless they are signed in to it.
 * @throws RuleRefused `invitation_invalid` (unknown, used, revoked or expired, without distinction); InvalidInput naming
 *   `password` when the account would have none or one that is easy to guess, or `username` when it is taken; RuleRefused
 *   `administrator_account` when the address of an administrator's account is unproven and the caller is not signed in to it,
 *   because an invitation never takes over such an account
 */
export async function acceptInvite(ctx: Acceptor, { token, username, password }: Acceptance): Promise<Accepted> {
  const hash = hashSecret(token);
  const { email } = await findOpen(ctx, hash);
  // Before the transaction, and only with a valid secret, because hashing is expensive.
  const known = await findAccount(ctx.db, email);
  const becomesTheirs = known === null || (known.isUnproven && ctx.actor?.userId !== known.id);
  if (becomesTheirs && password !== undefined) await refuseWeakPassword(password, [email, username]);
  const passwordHash = becomesTheirs && password !== undefined ? await hashPassword(password) : undefined;
  return ctx.db.transaction(async (tx) => {
    // The account is locked before the invitation, as everywhere, so that concurrent requests do not deadlock.
    const isFree = await freeUnprovenAddress(tx, email, ctx.actor?.userId);
    const found = isFree ? null : await findAccount(tx, email);
    const account = found ?? (await makeAccount(tx, { email, username, passwordHash }));
    if (account.isUnproven) await proveMailbox(tx, account, { actor: ctx.actor, passwordHash, at: ctx.now() });
    const { id: inviteId, target } = await claim({ ...ctx, db: tx }, hash, account.id);
    await addMember(tx, target.kind, account.id, [inviteId]);
    await writeAudit(tx, {
      actorId: account.id,
      action: 'invite.accepted',
      subjectKind: 'user',
      subjectId: account.id,
      details: { invites: [inviteId], [`${target.kind}s`]: [target.id] },
    });
    return {
      account: account.isNew ? 'created' : 'existing',
      user: { id: account.id, username: account.username },
      target,
    };
  });
}

interface OpenInvite {
  id: number;
  email: string;
  target: InviteTarget;
}

interface OpenRow extends Record<string, unknown> {
  id: number;
  email: string;
  store_id: number | null;
  agency_id: number | null;
  name: string;
}

async function findOpen({ db, now }: Pick<Context, 'db' | 'now'>, hash: Buffer): Promise<OpenInvite> {
  const { rows } = await db.execute<OpenRow>(sql`
    SELECT i.id, i.email, i.store_id, i.agency_id,
      coalesce((SELECT name FROM stores WHERE id = i.store_id), (SELECT name FROM agencies WHERE id = i.agency_id)) AS name
    FROM invites i WHERE i.token_hash = ${hash} AND ${isOpen(now())} FOR NO KEY UPDATE OF i`);
  if (rows[0] === undefined) throw invitationInvalid();
  const { id, email, store_id, agency_id, name } = rows[0];
  const target: InviteTarget = { kind: store_id === null ? 'client' : 'store', id: (store_id ?? agency_id)!, name };
  return { id, email, target };
}

/** Claims the invitation. A concurrent request waits and then finds it accepted. */
async function claim(ctx: Pick<Context, 'db' | 'now'>, hash: Buffer, userId: number): Promise<OpenInvite> {
  const open = await findOpen(ctx, hash);
  await ctx.db.execute(sql`
    UPDATE invites SET accepted_at = ${ctx.now().toISOString()}::timestamptz, accepted_by = ${userId}
    WHERE id = ${open.id}`);
  return open;
}

interface Account {
  id: number;
  username: string;
  isAdmin: boolean;
  isUnproven: boolean;
  isNew: boolean;
}

/** Locks the account within a transaction, as linking it to a person of the identity provider does. */
async function findAccount(db: Database, email: string): Promise<Account | null> {
  const { rows } = await db.execute<{ id: number; username: string; is_admin: boolean; email_unproven: boolean }>(sql`
    SELECT id, username, is_admin, email_unproven FROM users WHERE lower(email) = lower(${email}) AND erased_at IS NULL FOR NO KEY UPDATE`);
  const row = rows[0];
  if (row === undefined) return null;
  return { id: row.id, username: row.username, isAdmin: row.is_admin, isUnproven: row.email_unproven, isNew: false };
}

async function makeAccount(
  tx: Database,
  { email, username, passwordHash }: { email: string; username: string | undefined; passwordHash: string | undefined },
): Promise<Account> {
  if (passwordHash === undefined)
    throw new InvalidInput({ password: ['is required: no account has this e-mail address yet'] });
  try {
    const user = await createUser({ db: tx }, { email, username, passwordHash });
    await writeAudit(tx, { actorId: user.id, action: 'user.created', subjectKind: 'user', subjectId: user.id });
    return { ...user, isAdmin: false, isUnproven: false, isNew: true };
  } catch (error) {
    // Another invitation of this address was accepted at the same moment.
    const account = error instanceof InvalidInput && error.errors['email'] ? await findAccount(tx, email) : null;
    if (account === null) throw error;
    return account;
  }
}

/**
 * A caller who is signed in to the account and has the secret keeps the account. A caller who has only the secret takes it over.
 */
async function proveMailbox(
  tx: Database,
  { id: userId, isAdmin }: Account,
  { actor, passwordHash, at }: { actor: Actor | null; passwordHash: string | undefined; at: Date },
): Promise<void> {
  if (actor?.userId === userId) {
    await tx.execute(sql`UPDATE users SET email_unproven = false, updated_at = now() WHERE id = ${userId}`);
    return;
  }
  if (isAdmin)
    throw new RuleRefused(
      'administrator_account',
      'This is an administrator’s account: sign in to it, and accept then.',
    );
  if (passwordHash === undefined)
    throw new InvalidInput({
      password: ['is required: nobody has proven the address of this account yet'],
    });
  await takeOver(tx, { userId, passwordHash, at });
}
