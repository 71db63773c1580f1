import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { secretIn, takeMails } from '../../../../tests/harness/mailbox.ts';

const { application, cast } = await createPopulatedApplication();

type Method = 'GET' | 'POST' | 'DELETE';
const invitesOf = (storeId: number | string) => `/v2/advertisers/${storeId}/invites`;
const call = (method: Method, url: string, role: Role | null, body?: unknown) =>
  application.call({
    method,
    url,
    ...(role === null ? {} : { as: cast.tokens[role] }),
    ...(body === undefined ? {} : { body }),
  });
const send = (email: string, storeId = cast.storeId, role: Role = 'admin') =>
  call('POST', invitesOf(storeId), role, { email });
const quota = async (storeId: number) => (await call('GET', `/v2/advertisers/${storeId}/email-quota`, 'admin')).body;
const mails = () => takeMails(application.database);

describe('Who may invite for a store', () => {
  it.each<[Method, string]>([
    ['GET', ''],
    ['POST', ''],
    ['DELETE', '/1'],
  ])('%s %s: its members and administrators', async (method, path) => {
    const url = `${invitesOf(cast.storeId)}${path}`;
    const statusOf = async (role: Role | null, at = url) => (await call(method, at, role)).status;
    expect(await statusOf(null)).toBe(401);
    for (const role of ['creator', 'otherCreator', 'agency', 'otherAgency', 'otherAdvertiser'] as const)
      expect([role, await statusOf(role)]).toEqual([role, 403]);
    const expected = { GET: 200, POST: 422, DELETE: 404 }[method];
    for (const role of ['advertiser', 'admin'] as const) expect(await statusOf(role)).toBe(expected);
    expect(await statusOf('admin', `${invitesOf('9007199254740991')}${path}`)).toBe(404);
    const hidden = await application.market.store({ hidden: true });
    expect(await statusOf('advertiser', `${invitesOf(hidden)}${path}`)).toBe(404);
  });
});

describe('An invitation to a store', () => {
  it('is sent by a member, and makes another', async () => {
    const reply = await send('colleague@example.test', cast.storeId, 'advertiser');
    expect([reply.status, reply.body]).toMatchObject([
      201,
      { email: 'colleague@example.test', status: 'pending', invited_by: { id: cast.ids.advertiser } },
    ]);
    const [mail] = await mails();
    expect(mail!.to).toBe('colleague@example.test');
    expect(mail!.text).toMatch(/the store "Store \w+" on Tributary/);
    const accepted = await application.call({
      method: 'POST',
      url: '/v2/invitations/accept',
      body: { token: secretIn(mail!), password: 'a good password' },
    });
    expect(accepted.body.represents).toMatchObject({ kind: 'advertiser', id: cast.storeId });
    const as = await application.tokenOf(accepted.body.user.id);
    const { data } = (await application.call({ url: invitesOf(cast.storeId), as })).body;
    expect(data).toMatchObject([{ id: reply.body.id, status: 'accepted' }]);
    expect((await application.call({ url: invitesOf(cast.otherStoreId), as })).status).toBe(403);
  });

  it('counts against the quota, a renewal too, and one that is not sent does not', async () => {
    const storeId = await application.market.store();
    expect((await send('first@example.test', storeId)).status).toBe(201);
    expect((await send('first@example.test', storeId)).status).toBe(200);
    expect(await mails()).toHaveLength(2);
    expect((await quota(storeId)).used).toBe(2);
    const email = 'is-member@example.test';
    await application.market.member(storeId, await application.market.user({ email }));
    const refused = await send(email, storeId);
    expect([refused.status, refused.body.error]).toEqual([400, 'already_member']);
    expect((await send('nobody', storeId)).status).toBe(422);
    expect((await quota(storeId)).used).toBe(2);
    expect(await mails()).toEqual([]);
  });

  it('is not sent when the quota is used up, also by concurrent requests', async () => {
    const storeId = await application.market.store();
    await application.database.pool.query('UPDATE stores SET email_quota_monthly = 3 WHERE id = $1', [storeId]);
    const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => send(`many-${n}@example.test`, storeId)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
    const refused = replies.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(
      Array(5).fill([400, 'email_quota_exceeded']),
    );
    expect(await mails()).toHaveLength(3);
    expect((await call('GET', invitesOf(storeId), 'admin')).body.meta.total).toBe(3);
    expect(await quota(storeId)).toMatchObject({ limit: 3, used: 3, remaining: 0 });
  });

  it('is revoked only by members of the store', async () => {
    const { body } = await send('back@example.test');
    expect((await call('DELETE', `${invitesOf(cast.otherStoreId)}/${body.id}`, 'otherAdvertiser')).status).toBe(404);
    expect((await call('DELETE', `${invitesOf(cast.storeId)}/${body.id}`, 'otherAdvertiser')).status).toBe(403);
    const agency = await call('POST', `/v2/clients/${cast.agencyId}/invites`, 'agency', { email: 'c@example.test' });
    expect((await call('DELETE', `${invitesOf(cast.storeId)}/${agency.body.id}`, 'admin')).status).toBe(404);
    expect((await call('DELETE', `${invitesOf(cast.storeId)}/${body.id}`, 'advertiser')).status).toBe(204);
    const revoked = (await call('GET', `${invitesOf(cast.storeId)}?status=revoked`, 'advertiser')).body;
    expect(revoked.data.map(({ id }: { id: number }) => id)).toEqual([body.id]);
    expect(await mails()).toHaveLength(2);
  });

  it.each(['size=0', 'size=101', 'page=0', 'status=open'])('is listed within limits: %s', async (query) => {
    expect((await call('GET', `${invitesOf(cast.storeId)}?${query}`, 'advertiser')).status).toBe(422);
  });
});
