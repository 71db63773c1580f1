import { describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { secretIn, takeMails } from '../../../../tests/harness/mailbox.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../../../tests/harness/passwords.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PASSWORD = 'a good password';

let clock = new Date('2030-05-01T12:00:00Z');
const { application, cast } = await createPopulatedApplication({ now: () => clock });

/** Invites an address and returns the secret from the mail. */
async function invited(email: string, to: 'store' | 'client' = 'store', id?: number): Promise<string> {
  const url =
    to === 'store' ? `/v2/advertisers/${id ?? cast.storeId}/invites` : `/v2/clients/${id ?? cast.agencyId}/invites`;
  const reply = await application.call({ method: 'POST', url, as: cast.tokens.admin, body: { email } });
  expect(reply.status).toBe(201);
  const [mail] = await takeMails(application.database);
  return secretIn(mail!);
}
const accept = (body: unknown, as?: string) =>
  application.call({ method: 'POST', url: '/v2/invitations/accept', body, ...(as === undefined ? {} : { as }) });
const signIn = (email: string, password = PASSWORD) =>
  application.call({ method: 'POST', url: '/v2/sessions', body: { email, password } });
/** Whether a person represents the cast's store or agency, by what the person may read. */
const represents = async (userId: number, kind: 'store' | 'client') => {
  const as = await application.tokenOf(userId);
  const url = kind === 'store' ? `/v2/advertisers/${cast.storeId}/invites` : `/v2/clients/${cast.agencyId}/invites`;
  return (await application.call({ url, as })).status === 200;
};
const userRow = async (id: number) =>
  (await application.database.pool.query('SELECT * FROM users WHERE id = $1', [id])).rows[0];
const INVALID = [400, 'invitation_invalid'];
const REQUIRED = { password: ['is required: no account has this e-mail address yet'] };

describe('A person without an account', () => {
  it.each(['store', 'client'] as const)(
    'creates an account that represents the %s, with the chosen password',
    async (kind) => {
      const email = `New.To.${kind}@example.test`;
      const token = await invited(email, kind);
      const reply = await accept({ token, username: `chosen-${kind}`, password: PASSWORD });
      const represented =
        kind === 'store'
          ? { kind: 'advertiser', id: cast.storeId, name: expect.stringContaining('Store') }
          : { kind: 'agency', id: cast.agencyId, name: expect.stringContaining('Client') };
      expect([reply.status, reply.body]).toEqual([
        200,
        { account: 'created', user: { id: expect.any(Number), username: `chosen-${kind}` }, represents: represented },
      ]);
      const { id } = reply.body.user;
      expect(await represents(id, kind)).toBe(true);
      expect(await userRow(id)).toMatchObject({ email, email_unproven: false, is_admin: false });
      expect((await signIn(email)).body.user.id).toBe(id);
      expect((await signIn(email, 'another password')).status).toBe(401);
    },
  );

  it('needs no username', async () => {
    const token = await invited('quiet.person@example.test');
    expect((await accept({ token, password: PASSWORD })).body.user.username).toBe('quiet.person');
  });

  it('needs a password and an unused username; an error does not use up the invitation', async () => {
    const token = await invited('slow@example.test');
    const without = await accept({ token });
    expect([without.status, without.body.errors]).toEqual([422, REQUIRED]);
    const { username } = await userRow(cast.ids.creator);
    const taken = await accept({ token, username: username.toUpperCase(), password: PASSWORD });
    expect([taken.status, taken.body.errors]).toEqual([422, { username: ['has already been taken'] }]);
    expect((await accept({ token, password: PASSWORD })).status).toBe(200);
  });

  it('creates one account for several invitations that are accepted concurrently', async () => {
    const email = 'popular@example.test';
    const tokens = [
      await invited(email),
      await invited(email, 'client'),
      await invited(email, 'store', cast.otherStoreId),
    ];
    const replies = await Promise.all(tokens.map((token) => accept({ token, password: PASSWORD })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const ids = new Set(replies.map(({ body }) => body.user.id));
    expect(ids.size).toBe(1);
    expect(replies.filter(({ body }) => body.account === 'created')).toHaveLength(1);
    const [id] = ids;
    expect([await represents(id, 'store'), await represents(id, 'client')]).toEqual([true, true]);
  });
});

describe('A person with an account', () => {
  it('represents the store from now on, and nothing else in the account changes', async () => {
    const email = 'known@example.test';
    const id = await application.market.user({ email });
    const before = await userRow(id);
    const token = await invited(email.toUpperCase());
    const reply = await accept({ token, username: 'somebody-else', password: PASSWORD });
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        account: 'existing',
        user: { id, username: before.username },
        represents: { kind: 'advertiser', id: cast.storeId, name: expect.any(String) },
      },
    ]);
    expect(await userRow(id)).toEqual(before);
    expect(await represents(id, 'store')).toBe(true);
    expect((await signIn(email)).status).toBe(401);
    const { rows } = await application.database.pool.query('SELECT FROM tokens WHERE user_id = $1', [id]);
    expect(rows).toHaveLength(1); // the one that `represents` made
    const audit = await application.database.pool.query(
      `SELECT action, actor_id, details FROM audit_log
       WHERE subject_kind = 'user' AND subject_id = $1 AND action <> 'sign_in.failed'`,
      [id],
    );
    expect(audit.rows).toEqual([
      { action: 'invite.accepted', actor_id: id, details: { invites: [expect.any(Number)], stores: [cast.storeId] } },
    ]);
  });

  it('needs no password, whoever else is signed in', async () => {
    const email = 'no-password@example.test';
    const id = await application.market.user({ email });
    const reply = await accept({ token: await invited(email) }, cast.tokens.creator);
    expect([reply.status, reply.body.user.id]).toEqual([200, id]);
    expect(await represents(cast.ids.creator, 'store')).toBe(false);
  });

  it('with an unverified address is taken over by the holder of the secret, and its creator loses access', async () => {
    const email = 'squatted@example.test';
    const id = await application.market.user({ email });
    const squatter = await application.tokenOf(id);
    await application.database.pool.query('UPDATE users SET email_unproven = true WHERE id = $1', [id]);
    const token = await invited(email);
    const without = await accept({ token });
    expect([without.status, Object.keys(without.body.errors)]).toEqual([422, ['password']]);
    const reply = await accept({ token, password: PASSWORD }, cast.tokens.creator);
    expect([reply.status, reply.body.account, reply.body.user.id]).toEqual([200, 'existing', id]);
    expect(await represents(id, 'store')).toBe(true);
    expect((await userRow(id)).email_unproven).toBe(false);
    expect((await application.call({ url: '/v2/me', as: squatter })).status).toBe(401);
    const session = { method: 'POST' as const, url: '/v2/sessions', body: { email, password: PASSWORD } };
    expect((await application.call(session)).status).toBe(201);
  });

  it('is kept by its signed-in owner who has the secret', async () => {
    const email = 'unproven@example.test';
    const id = await application.market.user({ email });
    await application.database.pool.query('UPDATE users SET email_unproven = true WHERE id = $1', [id]);
    const as = await application.tokenOf(id);
    expect((await accept({ token: await invited(email) }, as)).status).toBe(200);
    expect((await application.call({ url: '/v2/me', as })).body.stores).toMatchObject([{ id: cast.storeId }]);
    expect((await userRow(id)).email_unproven).toBe(false);
  });

  it('of another person of the identity provider remains without the address', async () => {
    const email = 'displaced@example.test';
    const id = await application.market.user({ email });
    await application.database.pool.query(
      `UPDATE users SET email_unproven = true, identity_id = 'somebody-else' WHERE id = $1`,
      [id],
    );
    const reply = await accept({ token: await invited(email), password: PASSWORD });
    expect([reply.status, reply.body.account]).toEqual([200, 'created']);
    expect(await represents(id, 'store')).toBe(false);
    expect((await userRow(id)).email).toBe(`displaced-${id}@unproven.invalid`);
  });
});

describe('An invitation is accepted', () => {
  it('only once, for any number of concurrent requests', async () => {
    const token = await invited('once@example.test');
    const replies = await Promise.all(Array.from({ length: 10 }, () => accept({ token, password: PASSWORD })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const others = replies.filter(({ status }) => status !== 200);
    expect(others.map(({ status, body }) => [status, body.error])).toEqual(Array(9).fill(INVALID));
    const { rows } = await application.database.pool.query(`SELECT FROM users WHERE email = 'once@example.test'`);
    expect(rows).toHaveLength(1);
  });

  it('is accepted once by an existing account', async () => {
    const email = 'once-known@example.test';
    await application.market.user({ email });
    const token = await invited(email);
    const replies = await Promise.all(Array.from({ length: 10 }, () => accept({ token })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('for fourteen days, to the millisecond', async () => {
    const [lastMoment, tooLate] = [await invited('in-time@example.test'), await invited('too-late@example.test')];
    const sentAt = clock;
    clock = new Date(sentAt.getTime() + 14 * DAY_MS - 1);
    expect((await accept({ token: lastMoment, password: PASSWORD })).status).toBe(200);
    clock = new Date(sentAt.getTime() + 14 * DAY_MS);
    const reply = await accept({ token: tooLate, password: PASSWORD });
    expect([reply.status, reply.body.error]).toEqual(INVALID);
  });

  it('not for a deleted store', async () => {
    const storeId = await application.market.store();
    const token = await invited('gone@example.test', 'store', storeId);
    await application.database.pool.query('UPDATE stores SET deleted_at = now() WHERE id = $1', [storeId]);
    const reply = await accept({ token, password: PASSWORD });
    expect([reply.status, reply.body.error]).toEqual(INVALID);
  });

  it('only by its secret; all other texts receive the same reply', async () => {
    const secret = await invited('exact@example.test');
    const hash = (
      await application.database.pool.query(
        `SELECT encode(token_hash, 'hex') AS hash FROM invites WHERE email = 'exact@example.test'`,
      )
    ).rows[0].hash;
    const swapped = secret.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
    const answers = [];
    for (const token of ['x', `${secret} `, ` ${secret}`, secret.slice(1), swapped, hash, 'x'.repeat(128)]) {
      const { status, body } = await accept({ token, password: PASSWORD });
      answers.push({ status, body });
    }
    expect(answers[0]).toMatchObject({ status: 400, body: { error: 'invitation_invalid' } });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await accept({ token: secret, password: PASSWORD })).status).toBe(200);
  });

  it.each<[object, string]>([
    [{}, 'token'],
    [{ token: '' }, 'token'],
    [{ token: 7 }, 'token'],
    [{ token: 'x'.repeat(129) }, 'token'],
    [{ token: 'x', password: '1234567' }, 'password'],
    [{ token: 'x', password: 'x'.repeat(257) }, 'password'],
    [{ token: 'x', username: 'x' }, 'username'],
    [{ token: 'x', username: 'x'.repeat(65) }, 'username'],
    [{ token: 'x', email: 'a@b.test' }, 'email'],
  ])('not by %j', async (body, field) => {
    const reply = await accept(body);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]]);
  });

  it.each<[string, object]>([
    ['shortest', { username: 'ab', password: SHORTEST_PASSWORD }],
    ['longest', { username: 'x'.repeat(64), password: LONGEST_PASSWORD }],
  ])('with the %s name and password', async (which, chosen) => {
    const token = await invited(`${which}@example.test`);
    expect((await accept({ token, ...chosen })).status).toBe(200);
  });
});
