import { describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';
import { createToken } from '../tokens/create-token.ts';

let clock = new Date('2030-01-01T12:00:00.000Z');
const { application, cast } = await createPopulatedApplication({ now: () => clock });
const { market, database, inPerson, tokenOf } = application;
const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;
const call = (method: 'POST' | 'PATCH' | 'PUT', url: string, as: string, body: object = {}) =>
  application.call({ method, url, as, body, exactly: true });

const PASSWORD = 'a long password of 2030';
const first = await inPerson(cast.tokens.admin);
const make = (as: string, rest: object = {}) =>
  call('POST', '/v2/admin/users', as, {
    email: `person-${Math.random()}@example.test`,
    is_admin: true,
    password: PASSWORD,
    ...rest,
  });

/** A created run of an administrator. */
async function runOf(userId: number): Promise<number> {
  const [row] = await query(
    `INSERT INTO payout_runs (currency, cut_off, status, needs_approval, created_by, created_at)
     VALUES ('SEK', '2029-12-31', 'draft', true, $1, now()) RETURNING id`,
    userId,
  );
  return row.id;
}
const approve = (runId: number, as: string) => call('POST', `/v2/payout-runs/${runId}/approve`, as);

describe('A token that an administrator makes for another person', () => {
  const mint = (userId: number, body: object = {}) =>
    call('POST', `/v2/users/${userId}/tokens`, first, { name: 'x', ...body });

  it('reads for ninety days unless more is chosen, and is mailed to the person', async () => {
    await takeMails(database);
    const { body } = await mint(cast.ids.creator);
    expect(body).toMatchObject({
      scopes: ['read'],
      expires_at: '2030-04-01T12:00:00.000Z',
      created_by: cast.ids.admin,
    });
    const mails = await takeMails(database);
    expect(mails.map(({ to, text }) => [to, /act in your name/.test(text)])).toEqual([
      [(await query('SELECT email FROM users WHERE id = $1', cast.ids.creator))[0].email, true],
    ]);
  });

  it('names the real actor, and is not the person', async () => {
    const scopes = ['read', 'administration', 'money'];
    const { body } = await mint(cast.ids.advertiser, { scopes });
    const url = `/v2/stores/${cast.storeId}`;
    const window = await call('PUT', `/v2/advertisers/${cast.storeId}/attribution-window`, body.token, {
      attribution_window_days: 20,
    });
    expect([url, window.status]).toEqual([url, 200]);
    const [entry] = await query(
      `SELECT actor_id, details FROM audit_log WHERE subject_kind = 'store' ORDER BY id DESC LIMIT 1`,
    );
    expect(entry).toMatchObject({ actor_id: cast.ids.admin, details: { as_user_id: cast.ids.advertiser } });
    const account = await mint(cast.ids.creator, { scopes });
    const saved = await call('POST', `/v2/users/${cast.ids.creator}/payout-accounts`, account.body.token);
    expect(saved.status).toBe(403);
    expect((await call('PUT', '/v2/me/password', body.token)).status).toBe(403);
  });

  it('is not made for an administrator, also not by the person', async () => {
    for (const id of [await market.user({ isAdmin: true }), cast.ids.admin])
      expect((await mint(id)).body).toMatchObject({ error: 'token_of_administrator' });
  });

  it('has no rights of an administrator, if the person becomes one', async () => {
    const userId = await market.user();
    const { body } = await mint(userId, { scopes: ['read', 'administration'] });
    await query('UPDATE users SET is_admin = true WHERE id = $1', userId);
    expect((await application.call({ url: '/v2/admin/users', as: body.token })).status).toBe(403);
  });

  it('has no scope that the token of its maker lacks, in the legacy API', async () => {
    await query('UPDATE agencies SET is_default = true WHERE id = $1', cast.agencyId);
    const narrow = await createToken(
      { db: database.db, now: () => clock },
      { userId: cast.ids.agency, purpose: 'api', scopes: ['read', 'administration'] },
    );
    const reply = await call('POST', '/users/access-token/from-id', narrow.raw, { userId: cast.ids.creator });
    const url = `/v2/users/${cast.ids.creator}/affiliate-links`;
    expect((await call('POST', url, reply.body.access_token)).body).toMatchObject({ error: 'insufficient_scope' });
    const only = await createToken(
      { db: database.db, now: () => clock },
      { userId: cast.ids.agency, purpose: 'api', scopes: ['administration'] },
    );
    expect(
      (await call('POST', '/users/access-token/from-id', only.raw, { userId: cast.ids.creator })).body,
    ).toMatchObject({
      error: 'insufficient_scope',
    });
  });
});

describe('Administrators', () => {
  it('are made, and given credentials, only in a confirmed session', async () => {
    const other = await market.user({ isAdmin: true });
    const person = await market.user();
    const url = (id: number) => `/v2/admin/users/${id}`;
    const token = cast.tokens.admin;
    for (const reply of [
      await make(token),
      await call('PATCH', url(person), token, { is_admin: true }),
      await call('PATCH', url(other), token, { password: PASSWORD }),
      await call('PATCH', url(other), token, { email: 'mallory@example.test' }),
    ])
      expect([reply.status, reply.body.error]).toEqual([403, 'not_a_session']);
    expect((await make(token, { is_admin: false })).status).toBe(201);
    expect((await call('PATCH', url(person), token, { password: PASSWORD })).status).toBe(200);
  });

  it('are told, and the person at the former address', async () => {
    const [other, third] = [await market.user({ isAdmin: true }), await market.user({ isAdmin: true })];
    const [{ email }] = await query('SELECT email FROM users WHERE id = $1', other);
    const [{ email: told }] = await query('SELECT email FROM users WHERE id = $1', third);
    await takeMails(database);
    expect((await call('PATCH', `/v2/admin/users/${other}`, first, { email: 'moved@example.test' })).status).toBe(200);
    const to = (await takeMails(database)).map((mail) => mail.to);
    expect(to).toEqual(expect.arrayContaining([email, told]));
  });
});

describe('The approval of a payout run', () => {
  it('needs a session with a second factor', async () => {
    const second = await market.user({ isAdmin: true });
    const run = await runOf(cast.ids.admin);
    expect((await approve(run, await tokenOf(second))).body.error).toBe('not_a_session');
    const ctx = { db: database.db, now: () => clock };
    const weak = await createToken(ctx, { userId: second, purpose: 'session' });
    await query('UPDATE account_settings SET second_factor_for_administrators = false');
    expect((await approve(run, weak.raw)).body.error).toBe('second_factor_required');
    expect((await approve(run, await inPerson(await tokenOf(second)))).body).toMatchObject({ status: 'approved' });
  });

  it('does not come through an account that the creator of the run has made, directly or through another', async () => {
    const { body: made } = await make(first);
    const session = await inPerson(await tokenOf(made.id));
    const { body: further } = await make(session);
    const run = await runOf(cast.ids.admin);
    for (const id of [made.id, further.id])
      expect((await approve(run, await inPerson(await tokenOf(id)))).body.error).toBe('controlled_account');
    // The other direction is not affected.
    expect((await approve(await runOf(made.id), await inPerson(cast.tokens.admin))).body.status).toBe('approved');
  });

  it('does not come through an account whose credentials the creator of the run has set within thirty days', async () => {
    const second = await market.user({ isAdmin: true });
    expect((await call('PATCH', `/v2/admin/users/${second}`, first, { password: PASSWORD })).status).toBe(200);
    const run = await runOf(cast.ids.admin);
    expect((await approve(run, await inPerson(await tokenOf(second)))).body.error).toBe('controlled_account');
    clock = new Date(clock.getTime() + 31 * 86_400_000);
    expect((await approve(run, await inPerson(await tokenOf(second)))).body.status).toBe('approved');
  });

  it('does not come through a person whom the creator of the run has made an administrator', async () => {
    const person = await market.user();
    const admin = await inPerson(cast.tokens.admin);
    expect((await call('PATCH', `/v2/admin/users/${person}`, admin, { is_admin: true })).status).toBe(200);
    const run = await runOf(cast.ids.admin);
    expect((await approve(run, await inPerson(await tokenOf(person)))).body.error).toBe('controlled_account');
  });
});
