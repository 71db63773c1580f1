import { describe, expect, it } from 'vitest';
import { createToken } from '../../src/modules/accounts/index.ts';
import { SCOPES } from '../../src/platform/auth/scopes.ts';
import { createTestApplication } from '../harness/application.ts';

interface Documented {
  security: Record<string, unknown>[];
  'x-scope'?: string;
}

/** Administrators' tokens: for each scope, one that lacks only this scope, and one that has no other. */
const without = new Map<string, string>();
const only = new Map<string, string>();

const application = await createTestApplication();
const document = (await application.app.inject('/openapi.json')).json();
const routes = Object.entries<Record<string, Documented>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { security, 'x-scope': scope }]) => ({
    method: method.toUpperCase(),
    path,
    scope,
    takesToken: security?.some((scheme) => 'accessToken' in scheme) ?? false,
  })),
);
const userId = await application.market.user({ isAdmin: true });
const ctx = { db: application.database.db, now: () => new Date() };
const make = async (scopes: (typeof SCOPES)[number][]) =>
  (await createToken(ctx, { userId, purpose: 'api', scopes })).raw;
for (const scope of SCOPES) {
  without.set(scope, await make(SCOPES.filter((one) => one !== scope)));
  only.set(scope, await make([scope]));
}

const isRefused = async ({ method, path }: { method: string; path: string }, as: string) => {
  const url = path.replaceAll(/\{\w+\}/g, '1');
  const reply = await application.app.inject({ method: method as 'GET', url, headers: { authorization: as } });
  return reply.statusCode === 403 && reply.json().error === 'insufficient_scope';
};

describe('Scopes', () => {
  it('are declared by every route that accepts a token: exactly one each', () => {
    for (const { method, path, scope, takesToken } of routes)
      expect([method, path, takesToken ? [...SCOPES, 'any'].includes(scope as never) : scope]).toEqual([
        method,
        path,
        takesToken ? true : undefined,
      ]);
    expect(new Set(routes.map(({ scope }) => scope))).toEqual(new Set([...SCOPES, 'any', undefined]));
  });

  it('are enforced: a token with all other scopes is refused, and one with only the route’s scope is not', async () => {
    for (const route of routes.filter(({ scope }) => scope !== undefined && scope !== 'any')) {
      expect([route.method, route.path, await isRefused(route, without.get(route.scope!)!)]).toEqual([
        route.method,
        route.path,
        true,
      ]);
      if (route.method === 'GET')
        expect([route.path, await isRefused(route, only.get(route.scope!)!)]).toEqual([route.path, false]);
    }
  });

  it('do not prevent a token from being tested', async () => {
    for (const { method, path } of routes.filter(({ scope, method: by }) => scope === 'any' && by === 'GET'))
      for (const token of only.values())
        expect([path, await isRefused({ method, path }, token)]).toEqual([path, false]);
  });

  it('of tokens on a creator’s behalf do not permit access to the account', async () => {
    const agencyId = await application.market.agency({ isDefault: true });
    const [creator, representative] = [await application.market.user({ agencyId }), await application.market.user()];
    await application.market.representative(agencyId, representative);
    const { body } = await application.call({
      method: 'POST',
      url: '/users/access-token/from-id',
      body: { userId: creator },
      as: await application.tokenOf(representative),
    });
    const mint = { method: 'POST', url: '/v2/me/tokens', body: { name: 'lasting' }, as: body.access_token } as const;
    expect((await application.call(mint)).body).toMatchObject({ error: 'insufficient_scope' });
    expect((await application.call({ url: '/v2/me', as: body.access_token })).status).toBe(200);
  });
});
