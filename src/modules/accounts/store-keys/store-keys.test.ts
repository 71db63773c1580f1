import { beforeEach, describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { until } from '../../../../tests/harness/embedded.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';
import { EXAMPLES } from '../../../api/examples/index.ts';
import { createToken } from '../tokens/create-token.ts';

let clock = new Date('2030-05-05T12:00:00.000Z');
const { application, cast } = await createPopulatedApplication({ now: () => clock });
const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
const id = await application.market.user({ email: 'manager@example.test' });
await query(`INSERT INTO store_members (store_id, user_id, role) VALUES ($1, $2, 'manager')`, cast.storeId, id);
const manager = { id, token: await application.tokenOf(id) };
beforeEach(async () => {
  clock = new Date('2030-05-05T12:00:00.000Z');
  await takeMails(application.database);
});

const keys = (storeId = cast.storeId) => `/v2/stores/${storeId}/api-keys`;
const make = (body: object = {}, as: string | null = cast.tokens.advertiser, storeId = cast.storeId) =>
  application.call({
    method: 'POST',
    url: keys(storeId),
    body: { name: 'Inventory', scopes: ['read', 'orders'], ...body },
    ...(as === null ? {} : { as }),
  });
const get = (url: string, as: string) => application.call({ url, as });
const revoke = (id: number, as: string, storeId = cast.storeId) =>
  application.call({ method: 'DELETE', url: `${keys(storeId)}/${id}`, as });
const listed = async () => (await get(`${keys()}?size=100`, cast.tokens.advertiser)).body.data;
const orders = (as: string, storeId = cast.storeId) => get(`/v2/stores/${storeId}/orders`, as);

describe('An API key of a store', () => {
  it('is created, listed, used and revoked, and the team is notified', async () => {
    const made = await make({ days: 30 });
    expect(made).toMatchObject({
      status: 201,
      body: {
        name: 'Inventory',
        scopes: ['read', 'orders'],
        expires_at: '2030-06-04T12:00:00.000Z',
        last_used_at: null,
        created_by: { id: cast.ids.advertiser },
        key: expect.stringMatching(/^trbs_[\w-]{43}$/),
      },
    });
    const { key, ...record } = made.body;
    expect(key.startsWith(record.hint)).toBe(true);
    const mails = await takeMails(application.database);
    expect(mails.map(({ to }) => to)).toContain('manager@example.test');
    expect(mails[0]).toMatchObject({ subject: expect.stringContaining('API key') });
    expect(JSON.stringify(mails)).not.toContain(key);
    expect(await listed()).toContainEqual(record);
    expect(JSON.stringify(await query('SELECT * FROM store_keys'))).not.toContain(key);

    expect((await orders(key)).status).toBe(200);
    await until(async () => (await listed()).find(({ id }: { id: number }) => id === record.id).last_used_at !== null);
    expect((await revoke(record.id, cast.tokens.advertiser)).status).toBe(204);
    expect((await orders(key)).status).toBe(401);
    expect((await takeMails(application.database)).map(({ to }) => to)).toContain('manager@example.test');
    expect((await revoke(record.id, cast.tokens.advertiser)).status).toBe(404);
    const log = await get(`/v2/stores/${cast.storeId}/audit-log`, cast.tokens.advertiser);
    expect(log.body.data.map(({ action }: { action: string }) => action).slice(0, 2)).toEqual([
      'store_key.revoked',
      'store_key.created',
    ]);
    expect(JSON.stringify(log.body)).not.toContain(key);
  });

  it('expires at a chosen time', async () => {
    const { body } = await make({ expires_at: '2030-05-05T13:00:00Z' });
    clock = new Date('2030-05-05T12:59:59Z');
    expect((await orders(body.key)).status).toBe(200);
    clock = new Date('2030-05-05T13:00:00Z');
    expect((await orders(body.key)).status).toBe(401);
    expect((await listed()).map(({ id }: { id: number }) => id)).not.toContain(body.id);
  });

  it('is created and revoked only by owners, in a fresh session', async () => {
    const { body } = await make();
    expect((await make({}, null)).status).toBe(401);
    for (const as of [manager.token]) {
      expect((await make({}, as)).body).toMatchObject({ status: 403, error: 'insufficient_role' });
      expect((await revoke(body.id, as)).body).toMatchObject({ status: 403, error: 'insufficient_role' });
      expect((await get(keys(), as)).status).toBe(200);
    }
    for (const as of [cast.tokens.creator, cast.tokens.agency, cast.tokens.otherAdvertiser]) {
      expect((await make({}, as)).status).toBe(403);
      expect((await revoke(body.id, as)).status).toBe(403);
      expect((await get(keys(), as)).status).toBe(403);
    }
    // Another store's owner cannot reach the key through a store of their own.
    expect((await revoke(body.id, cast.tokens.otherAdvertiser, cast.otherStoreId)).status).toBe(404);
    const ctx = { db: application.database.db, now: () => new Date(clock.getTime() - 601_000) };
    const stale = await createToken(ctx, { userId: cast.ids.advertiser, purpose: 'session', lifetimeSeconds: 3600 });
    expect((await make({}, stale.raw)).body).toMatchObject({ error: 'fresh_authentication_required' });
    expect((await revoke(body.id, stale.raw)).body).toMatchObject({ error: 'fresh_authentication_required' });
    expect((await orders(body.key)).status).toBe(200);
  });

  it('has only scopes of a store, and none that its creator’s token lacks', async () => {
    for (const scope of ['money', 'administration', 'links', 'all'])
      expect((await make({ scopes: [scope] })).body.errors).toHaveProperty('scopes.0');
    expect(Object.keys((await make({ name: '', scopes: [], days: 0 })).body.errors).sort()).toEqual([
      'days',
      'name',
      'scopes',
    ]);
    expect((await make({ days: 1, expires_at: '2030-06-01T00:00:00Z' })).body.errors).toHaveProperty('expires_at');
    expect((await make({ expires_at: '2030-01-01T00:00:00Z' })).body.errors).toHaveProperty('expires_at');
    const ctx = { db: application.database.db, now: () => clock };
    const scopes = ['administration', 'read'] as const;
    const token = await createToken(ctx, { userId: cast.ids.advertiser, purpose: 'api', scopes: [...scopes] });
    expect((await make({ scopes: ['orders'] }, token.raw)).body).toMatchObject({ error: 'insufficient_scope' });
    expect((await make({ scopes: ['read'] }, token.raw)).status).toBe(201);
  });

  it('permits what its scopes allow, only in its store', async () => {
    const read = (await make({ scopes: ['read'] })).body.key;
    const report = (as: string, storeId = cast.storeId) =>
      application.call({
        method: 'POST',
        url: `/v2/stores/${storeId}/orders`,
        as,
        headers: { 'idempotency-key': `k-${storeId}` },
        body: { order_id: 'K-1', order_value: '10.00', currency: 'SEK' },
      });
    expect((await report(read)).body).toMatchObject({ error: 'insufficient_scope' });
    const write = (await make({ scopes: ['orders'] })).body.key;
    expect((await report(write, cast.otherStoreId)).status).toBe(403);
    expect((await orders(write)).body).toMatchObject({ error: 'insufficient_scope' });
    const [first, again] = [await report(write), await report(write)];
    expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([201, 201, 'true']);
    const [{ id }] = await query('SELECT max(id) AS id FROM store_keys');
    expect(first.body.events).toMatchObject([{ kind: 'reported', actor_id: null, details: { store_key_id: id } }]);
    // Another key's idempotency keys are its own.
    const other = (await make({ scopes: ['orders'] })).body.key;
    expect((await report(other)).status).toBe(200);
  });

  it('acts for the store, not for a person, and is named in the log', async () => {
    const { id, key } = (await make({ scopes: ['read', 'campaigns'], name: 'Planner' })).body;
    const { body: campaign } = await application.call({
      method: 'POST',
      url: `/v2/stores/${cast.storeId}/offers`,
      as: key,
      body: { ...(EXAMPLES.createOffer!.body as object), campaign_title: 'By a key' },
    });
    expect(campaign.data).toMatchObject({ campaign_title: 'By a key' });
    const [row] = await query('SELECT created_by FROM campaigns WHERE campaign_title = $1', 'By a key');
    expect(row).toEqual({ created_by: null });
    const [entry] = (await get('/v2/admin/audit-log?action=offer.created', cast.tokens.admin)).body.data;
    expect(entry).toMatchObject({ actor: null, store_key: { id, name: 'Planner' } });
    for (const url of ['/v2/me/tokens', '/v2/me/sessions', `/v2/stores/${cast.storeId}/team`])
      expect((await get(url, key)).body).toMatchObject({ status: 403, error: 'not_for_store_keys' });
    expect((await make({}, key)).body).toMatchObject({ error: 'not_for_store_keys' });
    const mint = { method: 'POST', url: '/v2/me/tokens', body: { name: 'lasting' }, as: key } as const;
    expect((await application.call(mint)).body).toMatchObject({ error: 'not_for_store_keys' });
  });

  it('remains valid without its creator, and ends with its store', async () => {
    const userId = await application.market.user();
    await query(`INSERT INTO store_members (store_id, user_id, role) VALUES ($1, $2, 'owner')`, cast.storeId, userId);
    const { key } = (await make({}, await application.tokenOf(userId))).body;
    await query('DELETE FROM store_members WHERE user_id = $1', userId);
    await query('UPDATE users SET suspended_at = now(), erased_at = now() WHERE id = $1', userId);
    expect((await orders(key)).status).toBe(200);
    const store = (set: string) => query(`UPDATE stores SET ${set} WHERE id = $1`, cast.storeId);
    for (const [closed, open] of [
      ['deactivated_at = now()', 'deactivated_at = NULL'],
      [`approval = 'rejected', approval_reason = 'x'`, `approval = 'approved', approval_reason = NULL`],
      ['deleted_at = now()', 'deleted_at = NULL'],
    ] as const) {
      await store(closed);
      expect([closed, (await orders(key)).status]).toEqual([closed, 401]);
      await store(open);
      expect((await orders(key)).status).toBe(200);
    }
  });

  it('is one of at most fifty', async () => {
    await query(
      `INSERT INTO store_keys (store_id, name, hash, hint, scopes, created_at)
        SELECT $1, 'x', sha256(n::text::bytea), 'trbs', '{read}', now() FROM generate_series(1, 48) n`,
      cast.otherStoreId,
    );
    const as = cast.tokens.otherAdvertiser;
    const replies = await Promise.all([1, 2, 3].map(() => make({}, as, cast.otherStoreId)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 400]);
  });
});
