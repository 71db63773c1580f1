import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { IdentitySession } from '../../../platform/auth/identity-session.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, RuleRefused, Unauthenticated } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../audit.ts';
import { createUser } from '../create-user.ts';
import { erasedIdentity } from '../erasing/erase-user.ts';
import { holdForApproval } from '../settings/hold-for-approval.ts';
import { freeUnprovenAddress, takeOver } from '../unproven-address.ts';

/** Codes of the refusals of `userOfIdentity`. */
export const IDENTITY_ERRORS = ['email_missing', 'email_unverified', 'email_taken'] as const;

/** A reserved domain: its names do not exist (RFC 2606). */
const UNPROVEN_DOMAIN = '@unproven.invalid';

/** The placeholder for an address until the person has proven theirs. */
const unprovenAddress = () => `unproven-${randomUUID()}${UNPROVEN_DOMAIN}`;

/** Maximum stored length of a name. */
const LONGEST_NAME = 64;

const REFUSALS = {
  email_missing: 'The session names no e-mail address.',
  email_taken: 'The account of this e-mail address belongs to another person.',
};

function refused(code: keyof typeof REFUSALS): RuleRefused {
  return new RuleRefused(code, REFUSALS[code]);
}

/**
 * Returns the user of a person of the identity provider. This is the linked user, otherwise the account of the session's address
 * if the provider has verified the address (the account is then linked), otherwise a new user. No account stores an unverified
 * address: the new user has a placeholder until the provider verifies the address, whether or not the address has an account.
 * Concurrent calls return the same user.
 * @throws RuleRefused `email_missing`; `email_taken` when the account of the address is linked to another person, or is an
 *   administrator's; Unauthenticated when the user has been erased
 */
export async function userOfIdentity({ db }: Pick<Context, 'db'>, session: IdentitySession): Promise<number> {
  return db.transaction(async (tx) => {
    await lockSubject(tx, session);
    return (await findLinked(tx, session)) ?? (await link(tx, session)) ?? (await create(tx, session)).id;
  });
}

/**
 * Like `userOfIdentity`, for a person who must not have been linked before. Exact under concurrency.
 * @throws RuleRefused `session_already_linked` when the person is already a user, or the provider says so
 */
export async function userOfNewcomer({ db }: Pick<Context, 'db'>, session: IdentitySession): Promise<number> {
  return db.transaction(async (tx) => {
    await lockSubject(tx, session);
    const isLinked = session.serviceUserId !== null || (await findLinked(tx, session)) !== null;
    if (isLinked) throw new RuleRefused('session_already_linked', 'The session already belongs to a user.');
    return (await link(tx, session)) ?? (await create(tx, session)).id;
  });
}

/**
 * Like `userOfIdentity`, but creates a user only if that is permitted. The new user waits for approval where creators do.
 * @returns null for a person without an account who must not get one
 * @throws RuleRefused `email_taken`; Unauthenticated when the user has been erased
 */
export async function userForSignIn(
  { db, now }: Pick<Context, 'db' | 'now'>,
  session: IdentitySession,
  { mayCreate }: { mayCreate: boolean },
): Promise<number | null> {
  return db.transaction(async (tx) => {
    await lockSubject(tx, session);
    const known = (await findLinked(tx, session)) ?? (await link(tx, session));
    if (known !== null || !mayCreate) return known;
    const { id, isNew } = await create(tx, session);
    if (isNew) await holdForApproval({ db: tx, now }, id);
    return id;
  });
}

/** Concurrent first calls of one person are serialized. */
async function lockSubject(tx: Database, { subject }: IdentitySession): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`identity:${subject}`}, 0))`);
}

interface LinkedRow extends Record<string, unknown> {
  id: number;
  erased: boolean;
}

async function findLinked(tx: Database, { subject, email, emailVerified }: IdentitySession): Promise<number | null> {
  const { rows } = await tx.execute<LinkedRow>(
    sql`SELECT id, erased_at IS NOT NULL AS erased FROM users WHERE identity_id IN (${subject}, ${erasedIdentity(subject)})`,
  );
  const user = rows[0];
  if (user === undefined) return null;
  if (user.erased) throw new Unauthenticated();
  if (emailVerified) {
    await tx.execute(sql`
      UPDATE users SET email = ${email}, email_unproven = false, updated_at = now()
      WHERE id = ${user.id} AND email_unproven AND (lower(email) = lower(${email}) OR email LIKE ${`%${UNPROVEN_DOMAIN}`})
        AND NOT EXISTS (SELECT FROM users other WHERE lower(other.email) = lower(${email}) AND other.id <> ${user.id})`);
  }
  return user.id;
}

interface AccountRow extends Record<string, unknown> {
  id: number;
  is_admin: boolean;
  identity_id: string | null;
  email_unproven: boolean;
}

/** Links the account of a verified address; null when there is none. */
async function link(tx: Database, { subject, email, emailVerified }: IdentitySession): Promise<number | null> {
  if (!emailVerified) return null;
  const { rows } = await tx.execute<AccountRow>(sql`
    SELECT id, is_admin, identity_id, email_unproven FROM users
    WHERE lower(email) = lower(${email}) AND erased_at IS NULL FOR NO KEY UPDATE`);
  const account = rows[0];
  if (account === undefined) return null;
  // The account belongs to another person, who has not proven the mailbox. It keeps existing without the address.
  if (account.identity_id !== null && account.email_unproven) return null;
  // Access to a mailbox is not sufficient to take over an administrator's account.
  if (account.is_admin || account.identity_id !== null) throw refused('email_taken');
  if (account.email_unproven) await takeOver(tx, { userId: account.id, passwordHash: null, at: new Date() });
  await tx.execute(sql`UPDATE users SET identity_id = ${subject}, updated_at = now() WHERE id = ${account.id}`);
  const details = { identity: subject, locked_out: account.email_unproven };
  await writeAudit(tx, {
    actorId: account.id,
    action: 'user.identity_linked',
    subjectKind: 'user',
    subjectId: account.id,
    details,
  });
  return account.id;
}

/** Creates a user, unless an account with the address has been created at the same moment. */
async function create(tx: Database, session: IdentitySession): Promise<{ id: number; isNew: boolean }> {
  const { subject, email, emailVerified, name } = session;
  if (email === null) throw refused('email_missing');
  if (emailVerified) await freeUnprovenAddress(tx, email);
  const displayName = name === null ? undefined : [...name].slice(0, LONGEST_NAME).join('');
  // The reply must not reveal whether an unproven address has an account. No account owns it until it is proven.
  const address = emailVerified ? email : unprovenAddress();
  const user = { email: address, identityId: subject, emailUnproven: !emailVerified, displayName };
  try {
    const { id } = await createUser({ db: tx }, user);
    const details = { identity: subject };
    await writeAudit(tx, { actorId: id, action: 'user.created', subjectKind: 'user', subjectId: id, details });
    return { id, isNew: true };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    // An account with the address exists; it may have been created concurrently.
    const account = await link(tx, session);
    if (account === null) throw refused('email_taken');
    return { id: account, isNew: false };
  }
}
