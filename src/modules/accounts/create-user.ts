import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { isUniqueViolation } from '../../platform/database/errors.ts';
import { InvalidInput } from '../../platform/errors/errors.ts';

export interface NewUser {
  email: string;
  /** By default, the first part of the e-mail address. A few digits are added if it is taken. */
  username?: string | undefined;
  /** From `hashPassword`; hash before the transaction is opened. */
  passwordHash?: string | undefined;
  /** The person at the identity provider, from a verified session. */
  identityId?: string | undefined;
  /** Whether the person has not proven the mailbox. Such an account receives no data without a sign-in. */
  emailUnproven?: boolean | undefined;
  firstName?: string | undefined;
  surname?: string | undefined;
  displayName?: string | undefined;
  /** The agency that a creator belongs to, and the tier there. */
  agencyId?: number | null | undefined;
  revenueTierId?: number | null | undefined;
  storeGroupId?: number | null | undefined;
  country?: string | undefined;
  preferredLocale?: string | undefined;
  isAdmin?: boolean | undefined;
}

/** The paths of the fields in the caller's input, for its errors. */
interface FieldNames {
  email: string;
  username: string;
}

/**
 * Creates a user.
 * @param fields the caller's names of the fields, for the errors
 * @throws InvalidInput when the e-mail, or a requested username, is taken
 */
export async function createUser(
  { db }: Pick<Context, 'db'>,
  user: NewUser,
  fields: FieldNames = { email: 'email', username: 'username' },
): Promise<{ id: number; username: string }> {
  for (let attempt = 0; ; attempt++) {
    const username = user.username ?? (await freeName({ db }, user.email, attempt));
    try {
      // A transaction, or a savepoint in the caller's transaction, so that a taken name does not abort the caller's transaction.
      const id = await db.transaction((tx) => insert(tx, user, username));
      return { id, username };
    } catch (error) {
      if (isUniqueViolation(error, 'users_email'))
        throw new InvalidInput({ [fields.email]: ['has already been taken'] });
      if (!isUniqueViolation(error, 'users_username') || attempt > 5) throw error;
      if (user.username !== undefined) throw new InvalidInput({ [fields.username]: ['has already been taken'] });
    }
  }
}

async function insert(db: Context['db'], user: NewUser, username: string): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    INSERT INTO users (username, email, password_hash, identity_id, email_unproven, first_name, surname, display_name,
      agency_id, revenue_tier_id, store_group_id, country, preferred_locale, is_admin)
    VALUES (${username}, ${user.email}, ${user.passwordHash ?? null}, ${user.identityId ?? null},
      ${user.emailUnproven ?? false}, ${user.firstName ?? null}, ${user.surname ?? null},
      ${user.displayName ?? null}, ${user.agencyId ?? null}, ${user.revenueTierId ?? null}, ${user.storeGroupId ?? null},
      ${user.country ?? null}, ${user.preferredLocale ?? null}, ${user.isAdmin ?? false})
    RETURNING id`);
  return rows[0]!.id;
}

/** The first part of the e-mail if it is free; otherwise with random digits. */
async function freeName({ db }: Pick<Context, 'db'>, email: string, attempt: number): Promise<string> {
  const name =
    email
      .split('@', 1)[0]!
      .replaceAll(/[^\p{L}\p{N}._-]/gu, '')
      .slice(0, 50) || 'user';
  const plain = name.length < 2 ? `${name}-user` : name;
  if (attempt === 0) {
    const { rows } = await db.execute(sql`SELECT FROM users WHERE lower(username) = lower(${plain})`);
    if (rows.length === 0) return plain;
  }
  return `${plain}-${randomBytes(3).toString('hex')}`;
}
