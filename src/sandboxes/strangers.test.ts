import { describe, expect, it } from 'vitest';
import { connectTestDatabase } from '../../tests/harness/database.ts';
import { createSandboxScene } from '../../tests/harness/sandboxes.ts';
import { onDatabase } from '../../tests/harness/test-databases.ts';

const scene = await createSandboxScene();
const { fetch: send, owner, database } = scene;
const made = await scene.make();
const base = `/sandboxes/${made.id}`;
const cookie = { cookie: `tributary_session=${owner}` };

/** Connections to the database of the sandbox: an open sandbox has some. */
async function connections(): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname LIKE 'trb_sandbox_%' || $1`,
    [made.id],
  );
  return rows[0]!.n;
}

async function databaseName(): Promise<string> {
  const { rows } = await database.pool.query<{ datname: string }>(
    "SELECT datname FROM pg_database WHERE datname LIKE 'trb_sandbox_%' || $1",
    [made.id],
  );
  return rows[0]!.datname;
}

/** A link of the sandbox to a shop, by its code. */
async function linkCode(): Promise<string> {
  const link = await send('GET', `/v2/affiliate-links/${made.ids.affiliate_link}`, { as: made.tokens.creator });
  return JSON.stringify(link.body).match(/\/sandboxes\/[a-z0-9]{12}\/r\/([A-Za-z0-9_-]+)/)![1]!;
}

describe('A sandbox that is not in use', () => {
  it('is opened neither by strangers nor by guessed tokens', async () => {
    await expect.poll(connections).toBe(0);
    const stranger = await scene.tokenOf(await scene.market.user());
    for (const path of ['/', '/health', '/r/something', '/v2/webhooks', '/t/key.js'])
      expect((await send('GET', `${base}${path}`)).status, path).toBe(404);
    expect((await send('GET', `${base}/`, { headers: { cookie: `tributary_session=${stranger}` } })).status).toBe(404);
    expect((await send('GET', `${base}/v2/webhooks`, { as: 'guessed' })).status).toBe(404);
    const guess = await send('GET', '/v2/webhooks', { as: `trb_test_${made.id}_guessed` });
    expect(guess.status).toBe(401);
    await expect.poll(connections).toBe(0);
    const { rows } = await database.pool.query(
      'SELECT last_used_at = created_at AS unused FROM sandboxes WHERE id = $1',
      [made.id],
    );
    expect(rows).toEqual([{ unused: true }]);
  });

  it('is not even connected to by guessed tokens', async () => {
    const name = await databaseName();
    const guess = () => send('GET', '/v2/webhooks', { as: `trb_test_${made.id}_guessed` });
    const real = () => send('GET', '/v2/webhooks', { as: made.tokens.admin });
    await expect.poll(connections).toBe(0);
    await database.pool.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    expect([(await guess()).status, (await real()).status]).toEqual([401, 503]);
    // The tokens of a sandbox of an earlier version are noted at the first request.
    await database.pool.query('DELETE FROM sandbox_tokens WHERE sandbox_id = $1', [made.id]);
    await database.pool.query('UPDATE sandboxes SET tokens_noted_at = NULL WHERE id = $1', [made.id]);
    expect((await guess()).status).toBe(503);
    await database.pool.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    expect((await guess()).status).toBe(401);
    await expect.poll(connections).toBe(0);
    await database.pool.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    expect([(await guess()).status, (await real()).status]).toEqual([401, 503]);
    await database.pool.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  });

  it('is opened by the browser of its owner and by its tokens', async () => {
    expect((await send('GET', `${base}/`, { headers: cookie })).status).toBe(200);
    expect(await connections()).toBeGreaterThan(0);
    expect((await send('GET', '/v2/webhooks', { as: made.tokens.admin })).status).toBe(200);
  });

  it('knows the tokens that were created in it', async () => {
    const known = async () =>
      (await database.pool.query('SELECT FROM sandbox_tokens WHERE sandbox_id = $1', [made.id])).rowCount!;
    const before = await known();
    const { pool } = connectTestDatabase(onDatabase(database.url, await databaseName()));
    await pool.query(
      `INSERT INTO tokens (user_id, hash, hint, purpose) SELECT id, sha256('new'), 'trb_new', 'api' FROM users WHERE is_admin LIMIT 1`,
    );
    await pool.end();
    await send('PATCH', '/v2/admin/site-settings', { as: made.tokens.admin, body: { introduction: 'x' } });
    await expect.poll(known).toBe(before + 1);
  });
});

describe('Pages of a sandbox', () => {
  it('begin with a notice, whatever the sandbox writes, and are not listed by search engines', async () => {
    const hostile = '</title><style>#sandbox-notice{display:none}</style><body>';
    const saved = await send('PATCH', '/v2/admin/site-settings', {
      as: made.tokens.admin,
      body: { introduction: hostile },
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    for (const options of [{}, { headers: cookie }, { headers: { 'accept-encoding': 'gzip, br' } }]) {
      const page = await send('GET', `${base}/`, options);
      expect(page.status).toBe(200);
      const text = String(page.body);
      expect(text).toMatch(
        /<body[^>]*><style>[^<]*<\/style><div id="sandbox-notice" role="note"><strong>Sandbox<\/strong>/,
      );
      expect(text).toContain('<title>Sandbox · ');
      expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow');
      expect(page.headers.get('content-security-policy')).toMatch(/style-src [^;]*'sha256-.*; sandbox$/);
      expect(Number(page.headers.get('content-length') ?? Buffer.byteLength(text))).toBe(Buffer.byteLength(text));
    }
    const missing = await send('GET', `${base}/nothing-here`, { headers: { accept: 'text/html' } });
    expect([missing.status, String(missing.body).includes('sandbox-notice')]).toEqual([404, true]);
    const swedish = await send('GET', `${base}/`, { headers: { 'accept-language': 'sv' } });
    expect(String(swedish.body)).toContain('Detta är en testmiljö');
  });

  it('of the marketplace have no notice', async () => {
    const page = await send('GET', '/');
    expect(String(page.body)).not.toContain('sandbox-notice');
    expect(page.headers.get('x-robots-tag')).toBeNull();
  });

  it('answer HEAD without a body, and data are not changed', async () => {
    const head = await send('HEAD', `${base}/`);
    expect([head.status, head.body]).toEqual([200, '']);
    expect((await send('GET', `${base}/health`)).headers.get('content-type')).toMatch(/json/);
  });
});

describe('A redirect of a sandbox to another host', () => {
  it('is a page with the destination for strangers', async () => {
    const code = await linkCode();
    const page = await send('GET', `${base}/r/${code}`);
    expect(page.status).toBe(200);
    expect(page.headers.get('location')).toBeNull();
    expect(page.headers.get('cache-control')).toBe('no-store');
    const text = String(page.body);
    expect(text).toContain('sandbox-notice');
    const direct = await send('GET', `${base}/r/${code}`, { as: made.tokens.creator });
    const shop = new URL(direct.headers.get('location')!);
    expect(text).toContain(`<code>${shop.origin}`);
    expect(text).toMatch(new RegExp(`<a rel="nofollow noreferrer" href="${shop.origin}`));
    const stranger = await scene.tokenOf(await scene.market.user());
    const asked = await send('GET', `${base}/r/${code}`, { headers: { cookie: `tributary_session=${stranger}` } });
    expect(asked.status).toBe(200);
  });

  it('is a redirect for the owner and for tokens of the sandbox', async () => {
    const code = await linkCode();
    const tokens = [{ as: made.tokens.creator }, { as: made.tokens.admin }, { headers: cookie }];
    for (const options of tokens) {
      const reply = await send('GET', `${base}/r/${code}`, options);
      expect(reply.status).toBe(302);
      expect(reply.headers.get('location')).toMatch(/^https:/);
    }
  });
});

describe('The administrator of a sandbox', () => {
  it('learns nothing about the real process and the server of the database', async () => {
    const reply = await send('GET', '/v2/admin/system', { as: made.tokens.admin });
    expect(reply.status).toBe(200);
    expect([reply.body.process, reply.body.database.version]).toEqual([null, null]);
    expect(JSON.stringify(reply.body)).not.toContain(process.version);
    const admin = await scene.tokenOf(await scene.market.user({ isAdmin: true }));
    const real = await send('GET', '/v2/admin/system', { as: admin });
    expect([real.body.process.node, typeof real.body.database.version]).toEqual([process.version, 'string']);
  });
});

describe('Requests to sandboxes', () => {
  it('count for the address, over all sandboxes and the marketplace', async () => {
    const limited = await createSandboxScene({ environment: { RATE_LIMIT_MAX: '40' } });
    const sandboxes = [await limited.make({ shape: 'empty' }), await limited.make({ shape: 'empty' })];
    const statuses: number[] = [];
    for (let call = 0; call < 45; call += 1) {
      const { id, tokens } = sandboxes[call % 2]!;
      const asked = [
        () => limited.fetch('GET', `/sandboxes/${id}/health`),
        () => limited.fetch('GET', '/v2/webhooks', { as: `trb_test_${id}_guessed${call}` }),
        () => limited.fetch('GET', '/v2/webhooks', { as: tokens.admin }),
      ];
      statuses.push((await asked[call % 3]!()).status);
    }
    expect(statuses.slice(0, 40)).not.toContain(429);
    expect([...new Set(statuses.slice(40))]).toEqual([429]);
    const other = await limited.fetch('GET', '/v2/health');
    expect(other.status).not.toBe(500);
  });
});
