import { beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../src/modules/accounts/index.ts';
import { createTestApplication } from '../harness/application.ts';

const application = await createTestApplication();
/** Every route that requires an access token, in the form `GET /v2/me`, with 1 for each path parameter. */
let routes: string[];
/** Tokens that were valid once, each an administrator's. */
let dead: Record<string, string>;
beforeAll(async () => {
  const { market, database, app } = application;
  const query = (text: string, ...values: unknown[]) => database.pool.query(text, values);
  const make = async (userId: number, lifetimeSeconds = 3600) =>
    createToken({ db: database.db, now: () => new Date() }, { userId, purpose: 'api', lifetimeSeconds });
  const [owner, erasedOwner] = [await market.user({ isAdmin: true }), await market.user({ isAdmin: true })];
  const [erased, expired, revoked] = [await make(erasedOwner), await make(owner), await make(owner)];
  for (const { raw } of [erased, expired, revoked])
    expect((await application.call({ url: '/v2/me', as: raw })).status).toBe(200);
  await query('UPDATE users SET erased_at = now() WHERE id = $1', erasedOwner);
  await query(`UPDATE tokens SET expires_at = now() WHERE id = $1`, expired.id);
  await query('UPDATE tokens SET revoked_at = now() WHERE id = $1', revoked.id);
  dead = { erased: erased.raw, expired: expired.raw, revoked: revoked.raw };

  const document = (await app.inject('/openapi.json')).json();
  routes = Object.entries<Record<string, { security: Record<string, unknown>[] }>>(document.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => security.some((scheme) => 'accessToken' in scheme))
        .map(([method]) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '1')}`),
  );
});

describe.each(['erased', 'expired', 'revoked'])('The token of an administrator that is %s', (how) => {
  it('is refused by every route in every place', async () => {
    expect(routes.length).toBeGreaterThan(30);
    for (const route of routes) {
      const [method, url] = route.split(' ') as ['GET', string];
      const { status, body } = await application.call({ method, url, as: dead[how]!, body: {} });
      expect([route, status, body]).toEqual([route, 401, { message: 'Unauthenticated.' }]);
    }
  });
});

describe('The token of an administrator that belongs to a grant', () => {
  it('is refused by every route but that of its resource', async () => {
    const { database, market } = application;
    const userId = await market.user({ isAdmin: true });
    const { rows } = await database.pool.query(
      `WITH client AS (INSERT INTO oauth_clients (id, redirect_uris, created_at) VALUES ('x', '{https://x.example}', now()) RETURNING id)
       INSERT INTO oauth_grants (client_id, user_id, scopes, resource, redirect_uri, second_factor, challenge, code_hash, code_expires_at, created_at)
       SELECT id, $1, '{read}', '', '', false, '', sha256('x'), now(), now() FROM client RETURNING id`,
      [userId],
    );
    const resource = 'http://tributary.test/mcp';
    const grant = { userId, grantId: rows[0].id, resource, lifetimeSeconds: 3600 };
    const ctx = { db: database.db, now: () => new Date() };
    for (const purpose of ['grant', 'refresh'] as const) {
      const { raw } = await createToken(ctx, Object.assign({ purpose }, grant));
      const accepted = [];
      for (const route of routes) {
        const [method, url] = route.split(' ') as ['GET', string];
        const { status } = await application.call({ method, url, as: raw, body: {} });
        if (status !== 401) accepted.push(route);
      }
      expect(accepted).toEqual(purpose === 'grant' ? ['POST /mcp'] : []);
    }
  });
});
