import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { codeIn, takeCodeMails } from '../../../../tests/harness/mailbox.ts';
import { eraseUser } from '../erasing/erase-user.ts';
import { hashPassword } from '../password.ts';
import { countSignIn, MAX_FAILURES } from '../sessions/sign-in-attempts.ts';
import { createToken } from '../tokens/create-token.ts';

const PASSWORD = 'correct horse battery';
const NEXT = 'another long battery';
let clock = new Date('2030-05-05T12:00:00.000Z');
const application = await createTestApplication({ now: () => clock });
const hash = await hashPassword(PASSWORD);

// Removes the mails of the previous test.
beforeEach(() => mails());

let count = 0;
const network = () => `198.51.100.${++count % 250}`;
const call = (method: 'POST' | 'PUT', url: string, body: object, as?: string, from = network()) =>
  application.call({ method, url, body, headers: { 'x-forwarded-for': from }, ...(as === undefined ? {} : { as }) });
const mails = () => takeCodeMails(application.database, { now: () => clock });
const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
const signIn = (email: string, password: string) => call('POST', '/v2/sessions', { email, password });
const ask = (email: string) => call('POST', '/v2/password-resets', { email });
const reset = (code: string, body: object = { password: NEXT }) => call('PUT', `/v2/password-resets/${code}`, body);
const isGood = async (as: string) => (await application.call({ url: '/v2/me', as })).status === 200;

async function user(name: string) {
  const email = `${name}@example.test`;
  const id = await application.market.user({ email });
  await query('UPDATE users SET password_hash = $2 WHERE id = $1', id, hash);
  const db = { db: application.database.db, now: () => clock };
  const tokens = {
    session: (await createToken(db, { userId: id, purpose: 'session', lifetimeSeconds: 9_999 })).raw,
    api: (await createToken(db, { userId: id, purpose: 'api' })).raw,
  };
  return { id, email, ...tokens };
}
async function codeFor(email: string): Promise<string> {
  await mails();
  expect((await ask(email)).status).toBe(202);
  return codeIn((await mails()).find(({ to }) => to.toLowerCase() === email.toLowerCase())!);
}

describe('A password reset', () => {
  it('sets a new password, and ends sessions and tokens', async () => {
    const { email, session, api, id } = await user('resets');
    const code = await codeFor(email.toUpperCase());
    expect((await reset(code)).status).toBe(204);
    expect([await isGood(session), await isGood(api)]).toEqual([false, false]);
    expect((await signIn(email, PASSWORD)).status).toBe(401);
    expect((await signIn(email, NEXT)).status).toBe(201);
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: email, text: expect.stringContaining('Your password was replaced') });
    const log = await query(
      `SELECT actor_id, details FROM audit_log WHERE action = 'user.password_reset' AND subject_id = $1`,
      id,
    );
    expect(log).toEqual([{ actor_id: id, details: { tokens_kept: false } }]);
  });

  it('keeps API tokens if requested', async () => {
    const { email, session, api } = await user('keeps');
    expect((await reset(await codeFor(email), { password: NEXT, keep_tokens: true })).status).toBe(204);
    expect([await isGood(session), await isGood(api)]).toEqual([false, true]);
  });

  it('replies in the same way for known and unknown addresses, and mails only the owner', async () => {
    const { email } = await user('known');
    const [known, unknown] = [await ask(email), await ask('nobody@example.test')];
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect((await mails()).map(({ to }) => to)).toEqual([email]);
  });

  it('accepts a code once within an hour, and deletes the account’s other codes', async () => {
    const { email } = await user('codes');
    const [first, second] = [await codeFor(email), await codeFor(email)];
    const statuses = (await Promise.all([reset(first), reset(first)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([204, 400]);
    for (const code of [first, second, 'made-up'])
      expect((await reset(code)).body).toMatchObject({ status: 400, error: 'code_invalid' });
    const late = await codeFor(email);
    clock = new Date(clock.getTime() + 3_600_000);
    expect((await reset(late)).body).toMatchObject({ error: 'code_invalid' });
  });

  it('names the error of the new password, and the code remains valid', async () => {
    const { email } = await user('short');
    const code = await codeFor(email);
    expect((await reset(code, { password: 'short' })).body.errors).toHaveProperty('password');
    expect((await reset(code)).status).toBe(204);
  });

  it('lets the owner of the mailbox recover the account after wrong guesses', async () => {
    const { email } = await user('guessed');
    for (let guess = 0; guess < MAX_FAILURES.address; guess++)
      await countSignIn({ db: application.database.db, now: () => clock }, { email, network: `10.77.0.${guess}` });
    expect((await signIn(email, PASSWORD)).body.error).toBe('mailed_code_required');
    await reset(await codeFor(email));
    expect((await signIn(email, NEXT)).status).toBe(201);
  });

  it('of an account with an unverified address ends all access of its creator', async () => {
    const { id, email, api } = await user('unproven');
    await query('UPDATE users SET email_unproven = true WHERE id = $1', id);
    expect((await reset(await codeFor(email), { password: NEXT, keep_tokens: true })).status).toBe(204);
    expect(await isGood(api)).toBe(false);
  });

  it('is not possible for an account of the identity provider that has only claimed the address', async () => {
    const { id, email } = await user('claimed');
    await query(`UPDATE users SET email_unproven = true, identity_id = 'idp|claimed' WHERE id = $1`, id);
    expect((await ask(email)).status).toBe(202);
    expect(await mails()).toEqual([]);
  });

  it('is not possible after an erasure', async () => {
    const { id, email } = await user('erased');
    const code = await codeFor(email);
    await eraseUser({ db: application.database.db, now: () => clock }, { userId: id, actorId: null });
    expect((await reset(code)).body).toMatchObject({ error: 'code_invalid' });
    expect(await query('SELECT FROM account_codes WHERE email = $1', email)).toEqual([]);
  });
});

describe('Another e-mail address', () => {
  const change = (as: string | undefined, body: object) => call('POST', '/v2/me/email-changes', body, as);
  const confirm = (as: string | undefined, code: string) => call('PUT', `/v2/me/email-changes/${code}`, {}, as);
  const asked = async (as: string, to: string) => {
    expect((await change(as, { email: to, current_password: PASSWORD })).status).toBe(202);
    return codeIn((await mails()).find((mail) => mail.to === to)!);
  };

  it('is verified, and the previous address is notified', async () => {
    const { email, session, id } = await user('moves');
    const old = await codeFor(email);
    expect((await change(session, { email: 'moved@example.test', current_password: PASSWORD })).status).toBe(202);
    const sent = await mails();
    expect(sent.map(({ to }) => to).sort()).toEqual(['moved@example.test', email]);
    const code = codeIn(sent.find(({ to }) => to === 'moved@example.test')!);
    expect((await confirm(session, code)).status).toBe(204);
    expect(await query('SELECT email FROM users WHERE id = $1', id)).toEqual([{ email: 'moved@example.test' }]);
    expect((await mails()).map(({ to }) => to)).toEqual([email]);
    // Codes that were mailed to the former address are no longer valid.
    expect((await reset(old)).body).toMatchObject({ error: 'code_invalid' });
    expect((await confirm(session, code)).body).toMatchObject({ error: 'code_invalid' });
  });

  it('requires the password and the account of the request', async () => {
    const [one, other] = [await user('asks'), await user('other')];
    const body = { email: 'asked@example.test' };
    expect((await change(undefined, body)).status).toBe(401);
    expect((await change(one.session, body)).body.errors).toHaveProperty('current_password');
    expect((await change(one.session, { ...body, current_password: 'wrong' })).body.errors).toHaveProperty(
      'current_password',
    );
    expect((await change(one.session, { email: 'x', current_password: PASSWORD })).body.errors).toHaveProperty('email');
    expect((await change(one.session, { email: one.email, current_password: PASSWORD })).body).toMatchObject({
      error: 'same_email',
    });
    const code = await asked(one.session, body.email);
    expect((await confirm(other.session, code)).body).toMatchObject({ error: 'code_invalid' });
    expect((await confirm(undefined, code)).status).toBe(401);
    expect((await confirm(one.session, code)).status).toBe(204);
  });

  it('that has an account is not revealed, and its owner is notified', async () => {
    const [one, other] = [await user('wants'), await user('owns')];
    expect((await change(one.session, { email: other.email, current_password: PASSWORD })).status).toBe(202);
    const mail = (await mails()).find(({ to }) => to === other.email)!;
    expect([mail.subject, mail.text.includes('code=')]).toEqual(['Your address was not changed', false]);
    const code = await asked(one.session, 'soon@example.test');
    await application.market.user({ email: 'soon@example.test' });
    expect((await confirm(one.session, code)).body).toMatchObject({ error: 'email_taken' });
  });
});

it('An address that nobody has proven is proven by a change to the same address, in the account itself', async () => {
  const { id, email, session } = await user('unproven-owner');
  await query('UPDATE users SET email_unproven = true WHERE id = $1', id);
  const rotate = () => application.call({ method: 'POST', url: '/v2/me/tokens', as: session, body: { name: 'x' } });
  expect((await rotate()).body.error).toBe('email_unproven');
  const asked = await call('POST', '/v2/me/email-changes', { email, current_password: PASSWORD }, session);
  expect(asked.status).toBe(202);
  const sent = await mails();
  expect(sent.map(({ to }) => to)).toEqual([email]);
  const code = codeIn(sent.find(({ text }) => /change\?code=/.test(text))!);
  expect((await call('PUT', `/v2/me/email-changes/${code}`, {}, session)).status).toBe(204);
  // The address has not changed, so nobody is told that it had.
  expect(await mails()).toEqual([]);
  expect(await query('SELECT action FROM audit_log WHERE subject_id = $1 ORDER BY id DESC LIMIT 1', id)).toEqual([
    { action: 'user.email_proven' },
  ]);
  expect((await rotate()).status).toBe(201);
  // Nothing was taken over: the session and the password remain.
  expect((await signIn(email, PASSWORD)).status).toBe(201);
});
