import { sql } from 'drizzle-orm';
import type { Static, TObject } from 'typebox';
import { realActorId } from '../../../platform/auth/actor.ts';
import { requirePresence } from '../../../platform/auth/presence.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { notifyPerson } from '../codes/security-mail.ts';
import { createUser } from '../create-user.ts';
import { noteCredentialChange } from '../credentials/credential-changes.ts';
import { notify } from '../notifications/notify.ts';
import { revokeCredentials } from '../tokens/revoke-credentials.ts';
import { noteCreated } from './notes.ts';
import { columnsOf, readRecord, setColumns, updateRecord, writeChecked } from './records.ts';
import type { Resource } from './resource.ts';
import type { USERS } from './users.ts';

/** The input with the hash of the password, because hashing takes long and must precede any transaction. */
type Hashed<Input> = Omit<Input, 'password'> & { passwordHash?: string | undefined };

/**
 * Creates a user, and mails the person how to sign in, unless the user is created as suspended. A user with an agency has
 * the agency's defaults where the input has no value.
 * @param resource `USERS`, or an extension of it by another module
 * @throws InvalidInput naming every invalid field; Forbidden as `requirePresence` for an administrator, who is made only in person
 */
export async function provisionUser<Shape extends TObject>(
  ctx: Context,
  resource: Resource<Shape>,
  { passwordHash, ...input }: Hashed<Static<typeof USERS.creation>>,
): Promise<Static<Shape>> {
  if (input.is_admin === true) requirePresence(ctx.actor, 'owner', ctx.now());
  return ctx.db.transaction(async (db) => {
    const fields = { ...(await agencyDefaults({ db }, input.client_id)), ...input };
    const { email, username, ...others } = fields;
    const times = { created_at: ctx.now(), updated_at: ctx.now() };
    const id = await writeChecked(db, resource, { after: fields, before: null }, async (tx) => {
      const user = await createUser({ db: tx }, { email, username, passwordHash });
      await setColumns(tx, resource, user.id, { ...columnsOf(ctx, resource, others), ...times });
      return user.id;
    });
    await noteCreated({ ...ctx, db }, resource.kind, id, { ...fields, password: passwordHash });
    await noteCredentialChange(db, ctx, { userId: id, isCreation: true });
    if (fields.is_admin === true) await tellAdministrators(db, ctx, id, 'made');
    if (fields.is_suspended !== true) await notifyPerson({ ...ctx, db }, id, 'account_created');
    return readRecord({ db }, resource, id);
  });
}

/**
 * Changes a user. Suspending revokes all their tokens. A new password ends their sessions and, unless `keep_tokens` is set,
 * revokes API tokens. The person is notified of new credentials at the former address, and the administrators of those of an administrator.
 * @param resource `USERS`, or an extension of it by another module
 * @throws NotFound; InvalidInput; Forbidden as `requirePresence` for making an administrator or setting the credentials of one; RuleRefused `last_administrator`
 */
export async function changeUser<Shape extends TObject>(
  ctx: Context,
  resource: Resource<Shape>,
  id: number,
  { passwordHash, keep_tokens: keepsTokens = false, ...input }: Hashed<Static<typeof USERS.changes>>,
): Promise<Static<Shape>> {
  return ctx.db.transaction(async (db) => {
    if (input.is_admin === false || input.is_suspended === true) await keepAnAdministrator({ db }, id);
    const before = await readCredentials(db, id);
    const user = await updateRecord({ ...ctx, db }, resource, id, { ...input, password: passwordHash });
    if (before !== null)
      await noteCredentials(db, ctx, { id, before, passwordHash, email: input.email, isAdmin: input.is_admin });
    if (input.is_suspended === false) await approve({ ...ctx, db }, id);
    if (input.is_suspended === true || passwordHash !== undefined) {
      const keepTokens = input.is_suspended === true ? false : keepsTokens;
      await revokeCredentials({ ...ctx, db }, { userId: id, keepTokens });
    }
    return user;
  });
}

interface Credentials {
  email: string;
  isAdmin: boolean;
}

/** Locks the user. Null if there is none. */
async function readCredentials(db: Database, id: number): Promise<Credentials | null> {
  const { rows } = await db.execute<{ email: string; is_admin: boolean }>(
    sql`SELECT email, is_admin FROM users WHERE id = ${id} AND erased_at IS NULL FOR NO KEY UPDATE`,
  );
  return rows[0] === undefined ? null : { email: rows[0].email, isAdmin: rows[0].is_admin };
}

/**
 * Records and reports that the caller has set the credentials of a user, or has made the user an administrator. Both concern an
 * administrator only in person, because whoever holds the credentials of an administrator can do everything.
 */
async function noteCredentials(
  db: Database,
  ctx: Context,
  given: {
    id: number;
    before: Credentials;
    passwordHash: string | undefined;
    email: string | undefined;
    isAdmin: boolean | undefined;
  },
): Promise<void> {
  const { id, before, passwordHash, email, isAdmin } = given;
  const becomesAdmin = isAdmin === true && !before.isAdmin;
  const setsCredentials = passwordHash !== undefined || (email !== undefined && email !== before.email);
  if (!becomesAdmin && !setsCredentials) return;
  if (becomesAdmin || before.isAdmin) requirePresence(ctx.actor, 'owner', ctx.now());
  await noteCredentialChange(db, ctx, { userId: id, isCreation: becomesAdmin });
  if (id !== ctx.actor.userId) await notifyPerson({ ...ctx, db }, id, 'credentials_set_by_other', before.email);
  if (becomesAdmin || before.isAdmin) await tellAdministrators(db, ctx, id, becomesAdmin ? 'made' : 'credentials');
}

/** Notifies the other administrators. */
async function tellAdministrators(
  db: Database,
  { actor, now }: Context,
  id: number,
  what: 'made' | 'credentials',
): Promise<void> {
  const { rows } = await db.execute<{ person: string; by: string }>(sql`
    SELECT u.public_name AS person, a.public_name AS by FROM users u, users a WHERE u.id = ${id} AND a.id = ${realActorId(actor)}`);
  const values = { person: rows[0]!.person, by: rows[0]!.by, what };
  await notify(db, now(), [
    {
      message: 'administrator_changed',
      values,
      to: { administrators: true },
      path: '/console/admin/people',
      exceptUserId: id,
    },
  ]);
}

/** A user who waited for approval is now approved, and is notified. */
async function approve({ db, now }: Pick<Context, 'db' | 'now'>, id: number): Promise<void> {
  const { rowCount } = await db.execute(
    sql`UPDATE users SET awaits_approval = false WHERE id = ${id} AND awaits_approval`,
  );
  if (rowCount !== 0) await notifyPerson({ db, now }, id, 'approved');
}

async function agencyDefaults({ db }: Pick<Context, 'db'>, agencyId: number | null | undefined) {
  if (agencyId === undefined || agencyId === null) return {};
  const { rows } = await db.execute<{ revenue_tier_id: number | null; is_verified: boolean }>(sql`
    SELECT default_revenue_tier_id AS revenue_tier_id, default_verified_users AS is_verified FROM agencies WHERE id = ${agencyId}`);
  return rows[0] ?? {};
}

/** Locks the administrators in the order of their ids, and returns the ids. */
export async function lockAdministrators({ db }: Pick<Context, 'db'>): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT id FROM users WHERE is_admin AND suspended_at IS NULL AND erased_at IS NULL ORDER BY id FOR NO KEY UPDATE`);
  return rows.map(({ id }) => id);
}

/** Locks all administrators in order, so that two who step back concurrently do not rely on each other. */
export async function keepAnAdministrator({ db }: Pick<Context, 'db'>, id: number): Promise<void> {
  const ids = await lockAdministrators({ db });
  if (ids.length === 1 && ids[0] === id) {
    throw new RuleRefused(
      'last_administrator',
      'This is the last administrator. Make another user an administrator first.',
    );
  }
}
