import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../tests/harness/database.ts';
import { createMarket } from '../../../../tests/harness/market.ts';
import type { IdentitySession } from '../../../platform/auth/identity-session.ts';
import { Unauthenticated } from '../../../platform/errors/errors.ts';
import { tokenAuthenticator } from '../authenticate.ts';
import { createToken } from '../tokens/create-token.ts';
import { userForSignIn, userOfIdentity, userOfNewcomer } from './user-of-identity.ts';

const database = await createTestDatabase();
const market = createMarket(database.pool);

let made = 0;
/** A session of an unknown person with a verified address, unless `facts` differ. */
function session(facts: Partial<IdentitySession> = {}): IdentitySession {
  made += 1;
  const subject = `person-${made}`;
  return { subject, email: `${subject}@example.test`, emailVerified: true, name: null, serviceUserId: null, ...facts };
}
const userRow = async (id: number) => (await database.pool.query('SELECT * FROM users WHERE id = $1', [id])).rows[0];
const people = async (email: string) =>
  (await database.pool.query('SELECT id FROM users WHERE lower(email) = lower($1)', [email])).rows.length;
const auditOf = async (id: number) =>
  (
    await database.pool.query(
      `SELECT actor_id, action, details FROM audit_log WHERE subject_kind = 'user' AND subject_id = $1 ORDER BY id`,
      [id],
    )
  ).rows;
const refusedWith = (code: string) => expect.objectContaining({ status: 400, code });

/** Who signs in without getting an account. */
const findUser: (...of: Parameters<typeof userOfIdentity>) => Promise<number | null> = ({ db }, session) =>
  userForSignIn({ db, now: () => new Date() }, session, { mayCreate: false });

describe('An unknown person', () => {
  it('becomes a user, and remains the same user in later calls', async () => {
    const person = session({ name: 'A. Person' });
    const id = await userOfIdentity(database, person);
    expect(await userRow(id)).toMatchObject({
      email: person.email,
      identity_id: person.subject,
      email_unproven: false,
      display_name: 'A. Person',
      password_hash: null,
      is_admin: false,
    });
    expect(await userOfIdentity(database, { ...person, email: null, emailVerified: false })).toBe(id);
    expect(await findUser(database, { ...person, email: 'changed@example.test' })).toBe(id);
    expect(await auditOf(id)).toEqual([
      { actor_id: id, action: 'user.created', details: { identity: person.subject } },
    ]);
  });

  it('becomes one user for concurrent calls', async () => {
    const person = session();
    const ids = await Promise.all(Array.from({ length: 30 }, () => userOfIdentity(database, person)));
    expect(new Set(ids).size).toBe(1);
    expect(await people(person.email!)).toBe(1);
    expect(await auditOf(ids[0]!)).toHaveLength(1);
  });

  it('may have an unverified address, which is not used until a session verifies it', async () => {
    const person = session({ emailVerified: false });
    const id = await userOfIdentity(database, person);
    const placeholder = { email_unproven: true, email: expect.stringMatching(/^unproven-.+@unproven\.invalid$/) };
    expect(await userRow(id)).toMatchObject(placeholder);
    const taken = 'taken-by-another@example.test';
    await market.user({ email: taken });
    await userOfIdentity(database, { ...person, emailVerified: true, email: taken });
    expect(await userRow(id)).toMatchObject(placeholder);
    await userOfIdentity(database, { ...person, emailVerified: true });
    expect(await userRow(id)).toMatchObject({ email_unproven: false, email: person.email });
  });

  it('needs an address', async () => {
    await expect(userOfIdentity(database, session({ email: null, emailVerified: false }))).rejects.toEqual(
      refusedWith('email_missing'),
    );
  });

  it('has a name of 64 characters at most', async () => {
    const id = await userOfIdentity(database, session({ name: '🙂'.repeat(70) }));
    expect([...(await userRow(id)).display_name]).toHaveLength(64);
  });

  it('is unknown to requests that create no user', async () => {
    const person = session();
    expect(await findUser(database, person)).toBeNull();
    expect(await people(person.email!)).toBe(0);
  });
});

describe('An account with the address of a session', () => {
  it('is linked when the address is verified, and keeps its password and tokens', async () => {
    const person = session();
    const id = await market.user({ email: person.email!.toUpperCase() });
    await database.pool.query(`UPDATE users SET password_hash = 'kept' WHERE id = $1`, [id]);
    const { raw } = await createToken({ db: database.db, now: () => new Date() }, { userId: id, purpose: 'api' });
    expect(await userOfIdentity(database, person)).toBe(id);
    expect(await userRow(id)).toMatchObject({ identity_id: person.subject, password_hash: 'kept' });
    expect(await tokenAuthenticator(database.pool, () => new Date())(raw)).toMatchObject({ userId: id });
    const details = { identity: person.subject, locked_out: false };
    expect(await auditOf(id)).toEqual([{ actor_id: id, action: 'user.identity_linked', details }]);
  });

  it('is linked once for concurrent persons with the address', async () => {
    const email = 'wanted@example.test';
    const id = await market.user({ email });
    const calls = Array.from({ length: 10 }, () => userOfIdentity(database, session({ email })));
    const settled = await Promise.allSettled(calls);
    const won = settled.filter(({ status }) => status === 'fulfilled');
    expect(won).toEqual([{ status: 'fulfilled', value: id }]);
    for (const one of settled) if (one.status === 'rejected') expect(one.reason).toEqual(refusedWith('email_taken'));
  });

  it('is created once for concurrent persons with the address', async () => {
    const email = 'new@example.test';
    const calls = Array.from({ length: 10 }, () => userOfIdentity(database, session({ email })));
    const settled = await Promise.allSettled(calls);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of settled) if (one.status === 'rejected') expect(one.reason).toEqual(refusedWith('email_taken'));
    expect(await people(email)).toBe(1);
  });

  it('is never linked by an address that is not verified', async () => {
    const person = session({ emailVerified: false });
    const id = await market.user({ email: person.email! });
    expect(await findUser(database, person)).toBeNull();
    // The result is that of an unknown address, so that it does not reveal whether the address has an account.
    const newcomer = await userOfIdentity(database, person);
    const nobodys = await userOfNewcomer(database, session({ emailVerified: false }));
    for (const made of [newcomer, nobodys])
      expect(await userRow(made)).toMatchObject({
        email_unproven: true,
        email: expect.stringMatching(/^unproven-.+@unproven\.invalid$/),
      });
    expect(newcomer).not.toBe(id);
    expect((await userRow(id)).identity_id).toBeNull();
  });

  it('is never linked when it is an administrator’s', async () => {
    const person = session();
    const id = await market.user({ email: person.email!, isAdmin: true });
    for (const ask of [userOfIdentity, userOfNewcomer, findUser])
      await expect(ask(database, person)).rejects.toEqual(refusedWith('email_taken'));
    expect((await userRow(id)).identity_id).toBeNull();
  });

  it('is never linked to a second person', async () => {
    const first = session();
    const id = await userOfIdentity(database, first);
    const second = session({ email: first.email });
    for (const ask of [userOfIdentity, userOfNewcomer, findUser])
      await expect(ask(database, second)).rejects.toEqual(refusedWith('email_taken'));
    expect((await userRow(id)).identity_id).toBe(first.subject);
  });

  it('is taken over if its mailbox was never verified: its password and tokens are revoked', async () => {
    const person = session();
    const id = await market.user({ email: person.email! });
    await database.pool.query(`UPDATE users SET password_hash = 'theirs', email_unproven = true WHERE id = $1`, [id]);
    const { raw } = await createToken({ db: database.db, now: () => new Date() }, { userId: id, purpose: 'api' });
    expect(await userOfIdentity(database, person)).toBe(id);
    expect(await userRow(id)).toMatchObject({ password_hash: null, email_unproven: false });
    expect(await tokenAuthenticator(database.pool, () => new Date())(raw)).toBeNull();
    expect((await auditOf(id)).at(-1).details).toEqual({ identity: person.subject, locked_out: true });
  });

  it('that was erased is not used', async () => {
    const person = session();
    const id = await userOfIdentity(database, person);
    await database.pool.query('UPDATE users SET erased_at = now() WHERE id = $1', [id]);
    for (const ask of [userOfIdentity, userOfNewcomer, findUser])
      await expect(ask(database, person)).rejects.toThrow(Unauthenticated);
  });
});

describe('A newcomer', () => {
  it('is linked once', async () => {
    const person = session();
    const settled = await Promise.allSettled(Array.from({ length: 10 }, () => userOfNewcomer(database, person)));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of settled)
      if (one.status === 'rejected') expect(one.reason).toEqual(refusedWith('session_already_linked'));
  });

  it('is refused if the session names an existing user', async () => {
    const person = session({ serviceUserId: '7' });
    await expect(userOfNewcomer(database, person)).rejects.toEqual(refusedWith('session_already_linked'));
    expect(await people(person.email!)).toBe(0);
  });

  it('is linked to an existing account with the address', async () => {
    const person = session();
    const id = await market.user({ email: person.email! });
    expect(await userOfNewcomer(database, person)).toBe(id);
  });
});
