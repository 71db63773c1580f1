import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { codeIn, takeCodeMails } from '../../../../tests/harness/mailbox.ts';
import { composeMail } from '../../../platform/mail/compose.ts';
import { purgeCodes } from '../codes/purge-codes.ts';

const PASSWORD = 'correct horse battery';
let clock = new Date('2030-05-05T12:00:00.000Z');
const application = await createTestApplication({ now: () => clock });
const admin = await application.tokenOf(await application.market.user({ isAdmin: true }));
const later = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000);
};

let count = 0;
/** Each caller has its own network, so that no test uses up the attempts of another. */
const network = () => `198.51.${Math.floor(++count / 250)}.${count % 250}`;
const post = (url: string, body: object, from = network(), headers: Record<string, string> = {}) =>
  application.call({ method: 'POST', url, body, headers: { 'x-forwarded-for': from, ...headers } });
const person = (name: string) => ({ email: `${name}@example.test`, password: PASSWORD, name, role: 'creator' });
const signUp = (body: object, from?: string) => post('/v2/sign-up', body, from);
const verify = (code: string, from?: string) => post('/v2/email-verifications', { code }, from);
const mails = () => takeCodeMails(application.database, { now: () => clock });
const codeOf = async (body: object) => {
  expect((await signUp(body)).status).toBe(202);
  const [mail] = await mails();
  return codeIn(mail!);
};
const settings = (body: object, as = admin) =>
  application.call({ method: 'PATCH', url: '/v2/admin/account-settings', body, as });
const me = (token: string) => application.call({ url: '/v2/me', as: token });

describe('Signing up', () => {
  it('creates an account when the address is verified, and signs its owner in', async () => {
    expect(await signUp(person('Anna'))).toMatchObject({ status: 202, body: { message: expect.any(String) } });
    const { rows } = await application.database.pool.query(`SELECT FROM users WHERE email = 'Anna@example.test'`);
    expect(rows).toEqual([]);
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: 'Anna@example.test' });
    const { status, body } = await verify(codeIn(mail!));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      expires_at: '2030-05-06T00:00:00.000Z',
      user: { email: 'Anna@example.test', display_name: 'Anna', roles: ['creator'], awaits_approval: false },
      joined_offer_id: null,
      offer_token: null,
    });
    expect((await me(body.token)).status).toBe(200);
    const again = await post('/v2/sessions', { email: 'anna@example.test', password: PASSWORD });
    expect(again.status).toBe(201);
  });

  it('sends the address in one line of plain text, so that programs find it in the file', async () => {
    await signUp(person('Plain'));
    const [mail] = await mails();
    const sender = { name: 'Tributary', address: 'no-reply@tributary.test' };
    const { raw } = await composeMail(mail!, { id: '1', askedAt: clock }, sender, {
      brand: { name: 'Tributary', accent: '#000000' },
    });
    expect(raw.toString()).toMatch(/^http:\/\/tributary\.test\/console\/verify\?code=[\w-]{24}\r$/m);
  });

  it.each([
    ['sv-SE, en;q=0.8', 'sv', /bekräfta din adress/],
    ['de', 'de', /Adresse zu bestätigen/],
    ['fr', 'en', /confirm your address/],
  ])('sends the code in the language of the request: %s', async (header, language, words) => {
    const body = person(`Reader-${language}`);
    await post('/v2/sign-up', body, network(), { 'accept-language': header });
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: body.email, language, text: expect.stringMatching(words) });
    // Once the account exists, its mails are in its own language.
    const { body: session } = await verify(codeIn(mail!));
    await application.call({
      method: 'PUT',
      url: '/v2/me/notification-settings',
      as: session.token,
      body: { language: 'de' },
    });
    await post('/v2/sign-up', body, network(), { 'accept-language': 'sv' });
    expect((await mails())[0]).toMatchObject({ to: body.email, language: 'de' });
  });

  it('stores neither the code nor the password', async () => {
    const code = await codeOf(person('Secret'));
    const { rows } = await application.database.pool.query(
      `SELECT c::text AS row FROM account_codes c WHERE email = 'Secret@example.test'`,
    );
    expect(rows[0].row).not.toContain(code);
    expect(rows[0].row).not.toContain(PASSWORD);
    await verify(code);
    const used = await application.database.pool.query(
      `SELECT sign_up FROM account_codes WHERE email = 'Secret@example.test'`,
    );
    expect(used.rows).toEqual([{ sign_up: {} }]);
  });

  it('creates an agency for a person who signs up for one', async () => {
    const { body } = await verify(await codeOf({ ...person('Boreal'), role: 'agency' }));
    expect(body.user).toMatchObject({ roles: ['agency'], clients: [{ name: 'Boreal' }] });
  });

  it('names each invalid field', async () => {
    for (const role of ['creator', 'agency']) {
      const named = await signUp({
        ...person('Named'),
        role,
        name: 'Account locked, sign in at http://evil.example/x',
      });
      expect([named.status, Object.keys(named.body.errors)]).toEqual([422, ['name']]);
    }
    const { status, body } = await signUp({ email: 'x', password: 'short', name: '', role: 'admin', more: 1 });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(['email', 'more', 'name', 'password', 'role']);
    expect((await signUp({ ...person('Token'), offer_token: 'nowhere' })).body.errors).toEqual({
      offer_token: [expect.any(String)],
    });
  });

  it('replies to a known address as to an unknown one, and notifies its owner by mail', async () => {
    await verify(await codeOf(person('Known')));
    const unknown = await signUp(person('Unknown'));
    await mails();
    const known = await signUp({ ...person('kNOWN'), password: 'the one of a stranger' });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    const [mail, ...others] = await mails();
    expect([mail!.to, mail!.subject, others]).toEqual(['kNOWN@example.test', 'You have an account already', []]);
    expect(mail!.text).not.toContain('code=');
    const stranger = { email: 'known@example.test', password: 'the one of a stranger' };
    expect((await post('/v2/sessions', stranger)).status).toBe(401);
  });

  it('does the same work for known and unknown addresses before it replies', async () => {
    await verify(await codeOf(person('Timed')));
    const statements = async (body: object) => {
      const seen: string[] = [];
      const { db } = application.database as unknown as { db: { execute: (query: unknown) => unknown } };
      const original = db.execute;
      const transaction = application.database.db.transaction;
      db.execute = function execute(this: unknown, query: unknown) {
        seen.push('statement');
        return original.call(this, query);
      };
      application.database.db.transaction = function begin(
        this: typeof application.database.db,
        ...given: Parameters<typeof transaction>
      ) {
        seen.push('transaction');
        return transaction.apply(this, given);
      } as typeof transaction;
      await signUp(body);
      await post('/v2/password-resets', { email: (body as { email: string }).email });
      db.execute = original;
      application.database.db.transaction = transaction;
      return seen;
    };
    const unknown = await statements(person('Nobody'));
    expect(await statements(person('Timed'))).toEqual(unknown);
    expect(unknown.length).toBeGreaterThan(3);
    await mails();
  });

  it('takes over an account with an unverified address', async () => {
    const userId = await application.market.user({ email: 'typed@example.test' });
    await application.database.pool.query('UPDATE users SET email_unproven = true WHERE id = $1', [userId]);
    const token = await application.tokenOf(userId);
    const { body } = await verify(await codeOf(person('typed')));
    expect(body.user.id).toBe(userId);
    expect((await me(token)).status).toBe(401);
  });
});

describe('A code', () => {
  it('is valid once, also when it is used twice concurrently', async () => {
    const code = await codeOf(person('Once'));
    const statuses = (await Promise.all([verify(code), verify(code), verify(code)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 400, 400]);
    expect((await verify(code)).body).toMatchObject({ status: 400, error: 'code_invalid' });
  });

  it('expires after an hour, and is purged a day later', async () => {
    const code = await codeOf(person('Late'));
    later(60);
    expect((await verify(code)).body).toMatchObject({ error: 'code_invalid' });
    later(24 * 60 + 1);
    expect(await purgeCodes({ db: application.database.db, now: () => clock })).toBeGreaterThan(0);
    const { rows } = await application.database.pool.query(
      `SELECT FROM account_codes WHERE email = 'Late@example.test'`,
    );
    expect(rows).toEqual([]);
  });

  it('of another purpose is refused', async () => {
    const code = await codeOf(person('Purpose'));
    const reset = await application.call({
      method: 'PUT',
      url: `/v2/password-resets/${code}`,
      body: { password: PASSWORD },
    });
    expect(reset.body).toMatchObject({ error: 'code_invalid' });
    expect((await verify(code)).status).toBe(201);
  });

  it('cannot be guessed: wrong codes are counted, and a correct one still works', async () => {
    const code = await codeOf(person('Guessed'));
    const from = '203.0.113.7';
    const statuses = [];
    for (let guess = 0; guess < 31; guess++) statuses.push((await verify(`guess-${guess}`, from)).status);
    expect(new Set(statuses.slice(0, 30))).toEqual(new Set([400]));
    expect(statuses[30]).toBe(429);
    expect((await verify('one-more', '203.0.113.8')).status).toBe(400);
    expect((await verify(code, from)).status).toBe(201);
  });

  it('is mailed to one address twenty times an hour at most', async () => {
    for (let request = 0; request < 22; request++) expect((await signUp(person('Flood'))).status).toBe(202);
    expect(await mails()).toHaveLength(20);
    later(61);
    await signUp(person('Flood'));
    expect(await mails()).toHaveLength(1);
  });

  it('creates one account when several codes of an address are used', async () => {
    await signUp(person('Twice'));
    await signUp({ ...person('Twice'), password: 'a second password' });
    const codes = (await mails()).map(codeIn);
    const replies = await Promise.all(codes.map((code) => verify(code)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400]);
  });

  it('signs in to the console with a cookie, only from our own pages', async () => {
    const code = await codeOf(person('Cookie'));
    const url = '/v2/email-verifications/console';
    expect((await post(url, { code })).status).toBe(403);
    const { status, headers, body } = await post(url, { code }, undefined, { 'x-tributary-console': '1' });
    expect([status, body.token]).toEqual([201, undefined]);
    const cookie = String(headers['set-cookie']).split(';')[0]!;
    expect((await application.call({ url: '/v2/me', headers: { cookie } })).body.email).toBe('Cookie@example.test');
  });
});

describe('The invitation link of a campaign', () => {
  const campaignOf = async (type: 'store_accept' | 'user_accept' | 'standard', active = true) => {
    const storeId = await application.market.store({ domains: [`${type}-${active}.example`] });
    const id = await application.market.campaign({ storeId, type, active });
    const { rows } = await application.database.pool.query('SELECT token FROM campaigns WHERE id = $1', [id]);
    return { id, token: rows[0].token as string };
  };

  it('carries through sign-up and ends in the joined campaign', async () => {
    const campaign = await campaignOf('store_accept');
    const { body } = await verify(await codeOf({ ...person('Joins'), offer_token: campaign.token }));
    expect(body.joined_offer_id).toBe(campaign.id);
    const { rows } = await application.database.pool.query(
      'SELECT status FROM participants WHERE campaign_id = $1 AND user_id = $2',
      [campaign.id, body.user.id],
    );
    expect(rows).toEqual([{ status: 'applied' }]);
  });

  it('of a campaign that has been paused meanwhile still signs in', async () => {
    const campaign = await campaignOf('user_accept');
    const code = await codeOf({ ...person('Paused'), offer_token: campaign.token });
    await application.database.pool.query('UPDATE campaigns SET active = false WHERE id = $1', [campaign.id]);
    const { status, body } = await verify(code);
    expect([status, body.joined_offer_id]).toEqual([201, null]);
  });

  it('is refused without a campaign to join', async () => {
    for (const { token } of [await campaignOf('standard'), await campaignOf('store_accept', false)])
      expect((await signUp({ ...person('No'), offer_token: token })).status).toBe(422);
  });

  it('is required for a sign-up if the marketplace is by invitation', async () => {
    const campaign = await campaignOf('store_accept');
    expect((await settings({ sign_up: 'invitation' })).body).toMatchObject({
      sign_up: 'invitation',
      approve_creators: false,
    });
    expect((await signUp(person('Uninvited'))).body).toMatchObject({ status: 400, error: 'invitation_needed' });
    expect((await signUp({ ...person('Invited'), offer_token: campaign.token })).status).toBe(202);
    await settings({ sign_up: 'closed' });
    expect((await signUp({ ...person('Closed'), offer_token: campaign.token })).body).toMatchObject({
      error: 'sign_up_closed',
    });
    await settings({ sign_up: 'open' });
    await mails();
  });
});

describe('Approval of creators', () => {
  it('suspends a creator until an administrator approves the creator', async () => {
    await settings({ approve_creators: true });
    const { body } = await verify(await codeOf(person('Waits')));
    expect(body.user).toMatchObject({ awaits_approval: true, is_suspended: true });
    const agency = await verify(await codeOf({ ...person('Agency'), role: 'agency' }));
    expect(agency.body.user).toMatchObject({ awaits_approval: false, is_suspended: false });
    const list = await application.call({ url: '/v2/admin/users?approval=awaited', as: admin });
    expect(list.body.data.map(({ id }: { id: number }) => id)).toEqual([body.user.id]);
    const url = `/v2/admin/users/${body.user.id}`;
    await application.call({ method: 'PATCH', url, body: { is_suspended: false }, as: admin });
    expect((await me(body.token)).body).toMatchObject({ awaits_approval: false, is_suspended: false });
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: 'Waits@example.test', text: expect.stringContaining('approved') });
    await settings({ approve_creators: false });
  });
});

describe('The settings', () => {
  it('are for administrators', async () => {
    const creator = await application.tokenOf(await application.market.user());
    const url = '/v2/admin/account-settings';
    for (const [as, status] of [
      [creator, 403],
      [undefined, 401],
      [admin, 200],
    ] as const)
      expect((await application.call({ url, ...(as === undefined ? {} : { as }) })).status).toBe(status);
    expect((await settings({ sign_up: 'never' })).body.errors).toHaveProperty('sign_up');
    expect((await settings({ sign_up: 'closed' }, creator)).status).toBe(403);
  });
});
