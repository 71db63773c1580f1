import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { secretIn, takeMails } from '../../../../tests/harness/mailbox.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let clock = new Date('2030-05-01T12:00:00Z');
const { application, cast } = await createPopulatedApplication({ now: () => clock });

const invitesOf = (agencyId: number | string) => `/v2/clients/${agencyId}/invites`;
const call = (method: 'GET' | 'POST' | 'DELETE', url: string, role: Role | null, body?: unknown) =>
  application.call({
    method,
    url,
    ...(role === null ? {} : { as: cast.tokens[role] }),
    ...(body === undefined ? {} : { body }),
  });
const send = (email: string, role: Role | null = 'agency', agencyId = cast.agencyId) =>
  call('POST', invitesOf(agencyId), role, { email });
const list = async (query = '') => (await call('GET', `${invitesOf(cast.agencyId)}${query}`, 'agency')).body;
const mails = () => takeMails(application.database);
const audit = async (action: string) =>
  (await application.database.pool.query('SELECT * FROM audit_log WHERE action = $1 ORDER BY id', [action])).rows;

describe('Who may invite for an agency', () => {
  const urls: ['GET' | 'POST' | 'DELETE', string][] = [
    ['GET', ''],
    ['POST', ''],
    ['DELETE', '/1'],
  ];
  it.each(urls)('%s %s: its representatives and administrators', async (method, path) => {
    const url = `${invitesOf(cast.agencyId)}${path}`;
    const statusOf = async (role: Role | null, at = url) => (await call(method, at, role)).status;
    expect(await statusOf(null)).toBe(401);
    for (const role of ['creator', 'otherCreator', 'otherAgency', 'advertiser', 'otherAdvertiser'] as const)
      expect([role, await statusOf(role)]).toEqual([role, 404]);
    for (const role of ['agency', 'admin'] as const) expect([200, 404, 422]).toContain(await statusOf(role));
    for (const nothing of ['0', '9007199254740991', 'x'])
      expect(await statusOf('admin', `${invitesOf(nothing)}${path}`)).toBe(404);
  });
});

describe('An invitation', () => {
  it('is a mail with a secret, of which only the hash is stored', async () => {
    const reply = await send('New.Agent@example.test');
    expect([reply.status, reply.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        email: 'New.Agent@example.test',
        status: 'pending',
        role: 'manager',
        invited_by: { id: cast.ids.agency, username: expect.any(String) },
        created_at: '2030-05-01T12:00:00.000Z',
        expires_at: '2030-05-15T12:00:00.000Z',
      },
    ]);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    const secret = secretIn(mail!);
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(mail).toMatchObject({ to: 'New.Agent@example.test', subject: expect.stringContaining('Invitation') });
    expect(mail!.text).toContain(`\nhttp://tributary.test/invitations#${secret}\n`);
    expect(mail!.text).toContain(`\n${secret}\n`);
    expect(mail!.text).toContain('until 15 May 2030');
    const { rows } = await application.database.pool.query('SELECT i::text AS text FROM invites i');
    expect(rows[0].text).not.toContain(secret);
    expect((await list()).data).toEqual([reply.body]);
    expect(JSON.stringify(await audit('invite.sent'))).not.toContain(secret);
    expect(await audit('invite.sent')).toMatchObject([
      {
        actor_id: cast.ids.agency,
        subject_kind: 'client',
        subject_id: cast.agencyId,
        details: { invite: reply.body.id, role: 'manager' },
      },
    ]);
  });

  it.each([
    ['en_GB', 'until 15 May 2030'],
    ['sv_SE', 'till och med den 15 maj 2030'],
    ['de_DE', 'bis zum 15. Mai 2030'],
  ])('states its last day as a reader of %s writes it', async (locale, until) => {
    const email = `until-${locale}@example.test`;
    const id = await application.market.user({ email });
    await application.database.pool.query('UPDATE users SET preferred_locale = $2 WHERE id = $1', [id, locale]);
    await mails();
    await send(email, 'admin', await application.market.agency());
    expect((await mails())[0]!.text).toContain(until);
  });

  it('that is pending is renewed by another one, with a new secret', async () => {
    const first = await send('renewed@example.test');
    const [before] = await mails();
    clock = new Date(clock.getTime() + DAY_MS);
    const again = await send('RENEWED@example.test', 'admin');
    const [after] = await mails();
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toMatchObject({
      id: first.body.id,
      status: 'pending',
      email: 'renewed@example.test',
      created_at: first.body.created_at,
      expires_at: '2030-05-16T12:00:00.000Z',
      invited_by: { id: cast.ids.admin },
    });
    expect(secretIn(after!)).not.toBe(secretIn(before!));
    const accept = (mail: typeof after) =>
      application.call({
        method: 'POST',
        url: '/v2/invitations/accept',
        body: { token: secretIn(mail!), password: 'a good password' },
      });
    expect((await accept(before)).body.error).toBe('invitation_invalid');
    expect((await accept(after)).status).toBe(200);
  });

  it('that is sent several times concurrently is one invitation', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => send('often@example.test')));
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect(await mails()).toHaveLength(10);
  });

  it('of another client to the same address is a separate invitation', async () => {
    const here = await send('both@example.test');
    const there = await send('both@example.test', 'otherAgency', cast.otherAgencyId);
    expect([here.status, there.status]).toEqual([201, 201]);
    expect(here.body.id).not.toBe(there.body.id);
    await mails();
  });

  it('is not sent to members', async () => {
    const email = 'represents@example.test';
    await application.market.representative(cast.agencyId, await application.market.user({ email }));
    const reply = await send(email.toUpperCase());
    expect([reply.status, reply.body.error]).toEqual([400, 'already_member']);
    expect(await mails()).toEqual([]);
  });

  it.each([
    [{}, 'email'],
    [{ email: 'nobody' }, 'email'],
    [{ email: 'a@b.test\r\nbcc: c@d.test' }, 'email'],
    [{ email: ['a@b.test'] }, 'email'],
    [{ email: 'a@b.test', role: 'admin' }, 'role'],
  ])('is not sent to %j', async (body, field) => {
    const reply = await call('POST', invitesOf(cast.agencyId), 'agency', body);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]]);
  });

  it('shows the name of the agency on one line, for any name', async () => {
    const agencyId = await application.market.agency();
    await application.database.pool.query('UPDATE agencies SET name = $2 WHERE id = $1', [
      agencyId,
      'Two\r\nBcc: lines\u2028and\ttabs',
    ]);
    await send('line@example.test', 'admin', agencyId);
    const [mail] = await mails();
    expect(mail!.subject).toBe('Invitation to represent an agency on Tributary');
    expect(mail!.text).toContain('the agency "Two Bcc: lines and tabs" on');
  });
});

describe('The list of invitations', () => {
  it('shows the outcome of invitations, newest first, in pages', async () => {
    const agencyId = await application.market.agency();
    const invite = async (email: string) => (await send(email, 'admin', agencyId)).body.id as number;
    const ids = [
      await invite('l1@example.test'),
      await invite('l2@example.test'),
      await invite('l3@example.test'),
      await invite('l4@example.test'),
    ];
    const [first] = await mails();
    await application.call({
      method: 'POST',
      url: '/v2/invitations/accept',
      body: { token: secretIn(first!), password: 'a good password' },
    });
    await call('DELETE', `${invitesOf(agencyId)}/${ids[1]}`, 'admin');
    await application.database.pool.query('UPDATE invites SET expires_at = $2 WHERE id = $1', [ids[2], clock]);
    const read = async (query: string) => (await call('GET', `${invitesOf(agencyId)}${query}`, 'admin')).body;
    const all = await read('');
    expect(all.data.map(({ id, status }: { id: number; status: string }) => [id, status])).toEqual([
      [ids[3], 'pending'],
      [ids[2], 'expired'],
      [ids[1], 'revoked'],
      [ids[0], 'accepted'],
    ]);
    expect(all.meta).toMatchObject({ total: 4, per_page: 20 });
    for (const [index, status] of ['accepted', 'revoked', 'expired', 'pending'].entries())
      expect((await read(`?status=${status}`)).data.map(({ id }: { id: number }) => id)).toEqual([ids[index]]);
    const pages = [await read('?size=3'), await read('?size=3&page=2')];
    expect(pages.flatMap(({ data }) => data)).toEqual(all.data);
  });

  it.each(['size=0', 'size=101', 'page=0', 'status=open'])('has its limits: %s', async (query) => {
    expect((await call('GET', `${invitesOf(cast.agencyId)}?${query}`, 'agency')).status).toBe(422);
  });

  it('returns at most 100 on a page', async () => {
    expect((await list('?size=100')).meta.per_page).toBe(100);
  });
});

describe('Revoking an invitation', () => {
  it('invalidates its secret; a repetition is not an error', async () => {
    const { body } = await send('back@example.test');
    const [mail] = await mails();
    const url = `${invitesOf(cast.agencyId)}/${body.id}`;
    for (const _ of [1, 2]) {
      const reply = await call('DELETE', url, 'agency');
      expect([reply.status, reply.body]).toEqual([204, null]);
    }
    const accept = { token: secretIn(mail!), password: 'a good password' };
    const refused = await application.call({ method: 'POST', url: '/v2/invitations/accept', body: accept });
    expect([refused.status, refused.body.error]).toEqual([400, 'invitation_invalid']);
    expect((await audit('invite.revoked')).filter(({ details }) => details.invite === body.id)).toHaveLength(1);
    expect((await send('back@example.test')).status).toBe(201);
    await mails();
  });

  it('is possible only for the client’s own invitations', async () => {
    const { body } = await send('theirs@example.test', 'otherAgency', cast.otherAgencyId);
    const reply = await call('DELETE', `${invitesOf(cast.agencyId)}/${body.id}`, 'agency');
    expect([reply.status, reply.body.message]).toEqual([404, 'No query results for invite.']);
    expect((await call('DELETE', `${invitesOf(cast.agencyId)}/9007199254740991`, 'agency')).status).toBe(404);
    await mails();
  });

  it('is refused after the invitation was accepted', async () => {
    const { body } = await send('late@example.test');
    const [mail] = await mails();
    const accept = { token: secretIn(mail!), password: 'a good password' };
    expect((await application.call({ method: 'POST', url: '/v2/invitations/accept', body: accept })).status).toBe(200);
    const reply = await call('DELETE', `${invitesOf(cast.agencyId)}/${body.id}`, 'agency');
    expect([reply.status, reply.body.error]).toEqual([400, 'invite_accepted']);
  });
});

describe('An agency', () => {
  it('may send twenty invitations a day, also under concurrency', async () => {
    const agencyId = await application.market.agency();
    const { pool } = application.database;
    const sent = `INSERT INTO audit_log (action, subject_kind, subject_id, at)
      SELECT 'invite.sent', 'client', $1, now() - $3::interval FROM generate_series(1, $2)`;
    await pool.query(sent, [agencyId, 500, '25 hours']);
    await pool.query(sent, [agencyId, 18, '1 hour']);
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, n) => send(`many-${n}@example.test`, 'admin', agencyId)),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = replies.filter(({ status }) => status === 400);
    expect(refused.map(({ body }) => body.error)).toEqual(Array(4).fill('too_many_invites'));
    expect(await mails()).toHaveLength(2);
  });

  it('that was created by signing up sends five a day until one of its owners is verified, also under concurrency', async () => {
    const { pool } = application.database;
    const [agencyId, ownerId] = [await application.market.agency(), await application.market.user()];
    await application.market.representative(agencyId, ownerId);
    await pool.query('UPDATE agencies SET from_sign_up = true WHERE id = $1', [agencyId]);
    const as = await application.tokenOf(ownerId);
    const ask = (count: number, name: string) =>
      Promise.all(
        Array.from({ length: count }, (_, n) =>
          application.call({
            method: 'POST',
            url: invitesOf(agencyId),
            as,
            body: { email: `${name}-${n}@example.test` },
          }),
        ),
      );
    const refusals = (replies: { status: number; body: { error?: string } }[]) =>
      replies.filter(({ status }) => status !== 201).map(({ status, body }) => `${status} ${body.error}`);
    expect(refusals(await ask(8, 'early'))).toEqual(Array(3).fill('400 too_many_invites'));
    await pool.query('UPDATE users SET is_verified = true WHERE id = $1', [ownerId]);
    expect(refusals(await ask(16, 'late'))).toEqual(['400 too_many_invites']);
    await mails();
  });

  it('does not give a person more invitations by being one of several', async () => {
    const ownerId = await application.market.user();
    const agencies = [await application.market.agency(), await application.market.agency()];
    for (const agencyId of agencies) await application.market.representative(agencyId, ownerId);
    await application.database.pool.query(
      `INSERT INTO audit_log (actor_id, action, subject_kind, subject_id, at)
       SELECT $1, 'invite.sent', 'client', $2, now() - interval '1 hour' FROM generate_series(1, 19)`,
      [ownerId, agencies[0]],
    );
    const as = await application.tokenOf(ownerId);
    const replies = await Promise.all(
      [1, 2, 3].map((n) =>
        application.call({
          method: 'POST',
          url: invitesOf(agencies[1]!),
          as,
          body: { email: `several-${n}@example.test` },
        }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    await mails();
  });
});
