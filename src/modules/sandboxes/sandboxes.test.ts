import { afterEach, describe, expect, it } from 'vitest';
import { createSandboxScene } from '../../../tests/harness/sandboxes.ts';
import { purgeSandboxes } from './delete-sandbox.ts';

const scene = await createSandboxScene();
const { fetch: send, owner } = scene;
const stranger = await scene.tokenOf(await scene.market.user());
const admin = await scene.tokenOf(await scene.market.user({ isAdmin: true }));
const made = await scene.make({ name: 'Black Friday', seed: 7 });

it('is made with tokens, ids, stores and a clock', async () => {
  expect(made).toMatchObject({ name: 'Black Friday', shape: 'market', seed: 7, state: 'ready', advance: null });
  expect(made.public_url).toBe(`http://tributary.test/sandboxes/${made.id}`);
  expect(Object.keys(made.tokens)).toEqual(expect.arrayContaining(['admin', 'advertiser', 'creator', 'agency']));
  for (const token of Object.values(made.tokens)) expect(token).toMatch(new RegExp(`^trb_test_${made.id}_trb_`));
  expect(made.ids).toMatchObject({ store: expect.any(Number), affiliate_link: expect.any(Number) });
  expect(made.stores[0].tracking_key).toMatch(/^[0-9a-f]{24}$/);
  const read = await send('GET', `/v2/sandboxes/${made.id}`, { as: owner });
  expect(read.body.tokens).toBeUndefined();
  expect(read.body).toMatchObject({ id: made.id, clock: made.clock });
});

it('is listed for its owner and for administrators alone', async () => {
  const idsFor = async (as: string) =>
    (await send('GET', '/v2/sandboxes', { as })).body.data.map((one: { id: string }) => one.id);
  expect(await idsFor(owner)).toEqual([made.id]);
  expect(await idsFor(admin)).toEqual([made.id]);
  expect(await idsFor(stranger)).toEqual([]);
  expect((await send('GET', '/v2/sandboxes')).status).toBe(401);
  for (const path of ['', '/inbox', '/events']) {
    expect((await send('GET', `/v2/sandboxes/${made.id}${path}`, { as: stranger })).status).toBe(404);
    expect((await send('GET', `/v2/sandboxes/${made.id}${path}`)).status).toBe(401);
    expect((await send('GET', `/v2/sandboxes/${made.id}${path}`, { as: admin })).status).toBe(200);
  }
  const writes: [string, unknown][] = [
    ['clock', { advance_to: '2027-01-01T00:00:00Z' }],
    ['traffic', { clicks: 1 }],
  ];
  for (const [path, body] of writes) {
    expect((await send('POST', `/v2/sandboxes/${made.id}/${path}`, { as: stranger, body })).status).toBe(404);
    expect((await send('POST', `/v2/sandboxes/${made.id}/${path}`, { body })).status).toBe(401);
  }
  expect((await send('DELETE', `/v2/sandboxes/${made.id}`, { as: stranger })).status).toBe(404);
  expect((await send('GET', '/v2/sandboxes/nothing', { as: owner })).status).toBe(404);
});

it('names the field of bad input', async () => {
  const fieldsOf = async (path: string, body: unknown) => {
    const reply = await send('POST', `/v2/sandboxes${path}`, { as: owner, body });
    return [reply.status, Object.keys(reply.body.errors ?? {})];
  };
  expect(await fieldsOf('', { shape: 'round' })).toEqual([422, ['shape']]);
  expect(await fieldsOf('', { clock: '1999-01-01T00:00:00Z' })).toEqual([422, ['clock']]);
  const past = new Date(Date.parse(made.clock) - 1).toISOString();
  const far = new Date(Date.parse(made.clock) + 400 * 86_400_000).toISOString();
  expect(await fieldsOf(`/${made.id}/clock`, { advance_to: past })).toEqual([422, ['advance_to']]);
  expect(await fieldsOf(`/${made.id}/clock`, { advance_to: far })).toEqual([422, ['advance_to']]);
  expect(await fieldsOf(`/${made.id}/traffic`, { clicks: 0 })).toEqual([422, ['clicks']]);
  expect(await fieldsOf(`/${made.id}/traffic`, { clicks: 1, orders: 2 })).toEqual([422, ['orders']]);
  expect(await fieldsOf(`/${made.id}/traffic`, { clicks: 1, from: past })).toEqual([422, ['from']]);
  const none = await send('POST', `/v2/sandboxes/${made.id}/traffic`, {
    as: owner,
    body: { clicks: 1, store_id: 999_999 },
  });
  expect([none.status, none.body.error]).toEqual([400, 'no_links']);
});

it('answers requests with its tokens and below its address, and production knows neither', async () => {
  const inside = await send('GET', '/v2/webhooks', { as: made.tokens.admin });
  expect(inside.status).toBe(200);
  const raw = made.tokens.admin.slice(`trb_test_${made.id}_`.length);
  expect((await send('GET', `/sandboxes/${made.id}/v2/webhooks`, { as: raw })).body).toEqual(inside.body);
  expect((await send('GET', '/v2/webhooks', { as: raw })).status).toBe(401);
  expect((await send('GET', '/v2/webhooks', { as: `trb_test_aaaaaaaaaaaa_${raw}` })).status).toBe(401);
  expect((await send('GET', `/sandboxes/${made.id}/v2/webhooks`, { as: owner })).status).toBe(401);
  expect((await send('GET', '/sandboxes/aaaaaaaaaaaa/health')).status).toBe(404);
  const nested = await send('POST', '/v2/sandboxes', { as: made.tokens.admin, body: {} });
  expect([nested.status, nested.body.error]).toEqual([400, 'no_sandboxes_here']);
});

it('has its own tracking keys and links', async () => {
  const { code } = (await scene.market.link({ userId: scene.ownerId, storeId: await scene.market.store() })) as {
    code: string;
  };
  const key = made.stores[0].tracking_key;
  expect((await send('GET', `/sandboxes/${made.id}/t/${key}.js`)).status).toBe(200);
  expect((await send('GET', `/t/${key}.js`)).status).toBe(404);
  const link = await send('GET', `/v2/affiliate-links/${made.ids.affiliate_link}`, { as: made.tokens.creator });
  const own = JSON.stringify(link.body).match(/\/sandboxes\/[a-z0-9]{12}\/r\/([A-Za-z0-9_-]+)/)![1]!;
  expect((await send('GET', `/sandboxes/${made.id}/r/${own}`, { as: made.tokens.creator })).status).toBe(302);
  expect((await send('GET', `/r/${own}`)).status).toBe(404);
  expect((await send('GET', `/sandboxes/${made.id}/r/${code}`)).status).toBe(404);
});

it('accepts its tokens with the scheme Bearer, as the marketplace does', async () => {
  const { status, body } = await send('GET', '/v2/me', { as: `Bearer ${made.tokens.creator}` });
  expect([status, body.roles]).toEqual([200, ['creator']]);
});

it('gives its pages no origin and sets no cookie of the marketplace', async () => {
  const page = await send('GET', `/sandboxes/${made.id}/health`);
  expect(page.headers.get('content-security-policy')).toContain('sandbox');
  expect((await send('GET', '/v2/health')).headers.get('content-security-policy') ?? '').not.toContain('sandbox');
});

it('is limited in number', async () => {
  const { pool } = scene.database;
  await pool.query(
    `INSERT INTO sandboxes (id, owner_id, name, shape, seed, state, clock, created_at, expires_at, last_used_at)
     SELECT 'bounded' || 10000 + n, $1, 'Full', 'empty', 1, 'ready', now(), now(), now() + interval '1 day', now() FROM generate_series(1, 4) n`,
    [scene.ownerId],
  );
  const reply = await send('POST', '/v2/sandboxes', { as: owner, body: { shape: 'empty' } });
  expect([reply.status, reply.body.error]).toEqual([400, 'too_many_sandboxes']);
  await pool.query("DELETE FROM sandboxes WHERE name = 'Full'");
});

describe('When all places are taken', () => {
  const { pool } = scene.database;
  /** Takes all places with sandboxes of other people, which nobody has used for these hours. */
  async function fill(hours: number, isVerified: boolean): Promise<void> {
    const other = await scene.market.user();
    await pool.query('UPDATE users SET is_verified = $2 WHERE id = $1', [other, isVerified]);
    await pool.query(
      `INSERT INTO sandboxes (id, owner_id, name, shape, seed, state, clock, created_at, expires_at, last_used_at)
       SELECT 'filled' || 100000 + n, $1, 'Full', 'empty', 1, 'ready', now(), now(), now() + interval '20 days',
         now() - make_interval(hours => $2, mins => n::int)
       FROM generate_series((SELECT count(*) FROM sandboxes), 99) n`,
      [other, hours],
    );
  }
  const left = async () => (await pool.query("SELECT count(*)::int AS n FROM sandboxes WHERE name = 'Full'")).rows[0].n;
  const verify = (is: boolean) => pool.query('UPDATE users SET is_verified = $2 WHERE id = $1', [scene.ownerId, is]);
  const ask = () => send('POST', '/v2/sandboxes', { as: owner, body: { shape: 'empty', name: 'New' } });
  const drop = async (reply: Awaited<ReturnType<typeof ask>>) =>
    expect((await send('DELETE', `/v2/sandboxes/${reply.body.id}`, { as: owner })).status).toBe(204);

  afterEach(async () => {
    await pool.query("DELETE FROM sandboxes WHERE name = 'Full'");
    await verify(false);
  });

  it('a sandbox that was used within a day keeps its place', async () => {
    await fill(1, false);
    const before = await left();
    const reply = await ask();
    expect([reply.status, reply.body.error]).toEqual([400, 'too_many_sandboxes']);
    expect(await left()).toBe(before);
  });

  it('the one that nobody has used for longest loses it after a day, also to several people at once', async () => {
    await fill(25, true);
    const before = await left();
    const replies = await Promise.all([ask(), ask()]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(await left()).toBe(before - 2);
    const oldest = await pool.query("SELECT FROM sandboxes WHERE id IN ('filled100099', 'filled100098')");
    expect(oldest.rowCount).toBe(0);
    for (const reply of replies) await drop(reply);
  });

  it('an approved person takes it from one who is not approved, and from nobody else', async () => {
    await verify(true);
    await fill(1, true);
    expect((await ask()).body.error).toBe('too_many_sandboxes');
    await pool.query("DELETE FROM sandboxes WHERE name = 'Full'");
    await fill(1, false);
    const reply = await ask();
    expect(reply.status).toBe(201);
    await drop(reply);
  });
});

it('is deleted without a trace', async () => {
  const other = await scene.make({ shape: 'empty' });
  const databases = async () =>
    (await scene.database.pool.query("SELECT FROM pg_database WHERE datname LIKE '%' || $1", [other.id])).rowCount;
  expect((await send('GET', '/v2/webhooks', { as: other.tokens.admin })).status).toBe(200);
  expect(await databases()).toBe(1);
  expect((await send('DELETE', `/v2/sandboxes/${other.id}`, { as: owner })).status).toBe(204);
  expect(await databases()).toBe(0);
  expect((await send('GET', '/v2/webhooks', { as: other.tokens.admin })).status).toBe(401);
  expect((await send('GET', `/v2/sandboxes/${other.id}`, { as: owner })).status).toBe(404);
});

it('is deleted by maintenance when it has expired, and not a moment before', async () => {
  const purgeAt = (days: number) => {
    const at = new Date(Date.parse(made.created_at) + days * 86_400_000);
    return purgeSandboxes({ db: scene.database.db, now: () => at }, scene.sandboxes!.host);
  };
  expect(await purgeAt(29.9)).toBe(0);
  expect(await purgeAt(30)).toBe(1);
  expect((await send('GET', '/v2/sandboxes', { as: admin })).body.data).toEqual([]);
  expect((await send('GET', '/v2/webhooks', { as: made.tokens.admin })).status).toBe(401);
  const { rowCount } = await scene.database.pool.query("SELECT FROM pg_database WHERE datname LIKE '%' || $1", [
    made.id,
  ]);
  expect(rowCount).toBe(0);
});
