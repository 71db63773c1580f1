import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import { startIdentityProvider, type TestIdentityProvider } from '../../../tests/harness/identity-provider.ts';
import { sampleServer } from '../../../tests/sample-server.ts';
import { operation } from '../http/operation.ts';
import { idpSession, serviceApiKey } from './identity-policy.ts';
import type { IdentityProvider } from './identity-session.ts';

const UNAUTHENTICATED = { status: 401, body: { message: 'Unauthenticated.' } };

async function serverWith(identity: IdentityProvider | null, keys: readonly string[]): Promise<FastifyInstance> {
  return sampleServer((app) => {
    operation(app, {
      method: 'GET',
      url: '/session',
      operationId: 'session',
      summary: 'Session',
      tags: ['Sample'],
      policy: idpSession(identity),
      replies: { 200: Type.Object({ subject: Type.String() }) },
      handle: ({ resource }) => ({ subject: resource.subject }),
    });
    operation(app, {
      method: 'POST',
      url: '/hook',
      operationId: 'hook',
      summary: 'Hook',
      tags: ['Sample'],
      policy: serviceApiKey(keys),
      replies: { 204: null },
      handle: () => {},
    });
  });
}

const asked = async (app: FastifyInstance, url: string, headers: Record<string, string | string[]>) => {
  const reply = await app.inject({ method: url.startsWith('/hook') ? 'POST' : 'GET', url, headers });
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() };
};

describe('A route for sessions of the identity provider', () => {
  let idp: TestIdentityProvider;
  let app: FastifyInstance;
  beforeAll(async () => {
    idp = await startIdentityProvider();
    app = await serverWith(idp.verifier(), []);
  });
  const session = (authorization: string) => asked(app, '/session', { authorization });

  it('admits persons that the provider has signed in', async () => {
    const { accessToken } = await idp.signIn({ id: 'someone' });
    expect(await session(`Bearer ${accessToken}`)).toEqual({ status: 200, body: { subject: 'someone' } });
  });

  it('refuses all others', async () => {
    const jwt = await idp.sign();
    for (const wrong of ['', jwt, `Basic ${jwt}`, `Bearer ${jwt}x`, `Bearer ${jwt} ${jwt}`, 'Bearer', 'owner-token'])
      expect(await session(wrong)).toEqual(UNAUTHENTICATED);
    expect(await asked(app, `/session?access_token=${jwt}`, {})).toEqual(UNAUTHENTICATED);
  });

  it('takes a token of 8 KiB, and none that is longer', async () => {
    const bare = (await idp.sign({ padding: '' })).length;
    const padded = async (length: number) => idp.sign({ padding: 'x'.repeat(Math.floor(((length - bare) * 3) / 4)) });
    const longest = await padded(8192);
    expect(longest.length).toBeGreaterThan(8185);
    expect(longest.length).toBeLessThanOrEqual(8192);
    expect((await session(`Bearer ${longest}`)).status).toBe(200);
    expect(await session(`Bearer ${await padded(8200)}`)).toEqual(UNAUTHENTICATED);
  });

  it('replies with 503 while the provider is unavailable', async () => {
    const fresh = await serverWith(idp.verifier(), []);
    await idp.cut();
    const { status, body } = await asked(fresh, '/session', { authorization: `Bearer ${await idp.sign()}` });
    expect([status, body.error]).toEqual([503, 'unavailable']);
    await idp.restore();
  });

  it('refuses all requests without a provider', async () => {
    const without = await serverWith(null, []);
    const authorization = `Bearer ${await idp.sign()}`;
    expect(await asked(without, '/session', { authorization })).toEqual(UNAUTHENTICATED);
  });
});

describe('A route for services that hold the key', () => {
  const [key, previous] = ['a-key-of-a-service-1', 'a-key-of-a-service-0'];

  it('accepts each valid key, and nothing else', async () => {
    const app = await serverWith(null, [key, previous]);
    const hook = (value: string | string[]) => asked(app, '/hook', { 'service-api-key': value });
    for (const live of [key, previous]) expect((await hook(live)).status).toBe(204);
    const wrong = [
      '',
      ' ',
      'a',
      key.slice(1),
      key.slice(0, -1),
      `${key}x`,
      key.toUpperCase(),
      `${key}, ${previous}`,
      'null',
    ];
    for (const value of wrong) expect(await hook(value)).toEqual(UNAUTHENTICATED);
    expect(await hook([key, previous])).toEqual(UNAUTHENTICATED);
    expect(await asked(app, '/hook', {})).toEqual(UNAUTHENTICATED);
    expect(await asked(app, '/hook', { authorization: key })).toEqual(UNAUTHENTICATED);
    expect(await asked(app, `/hook?service-api-key=${key}`, {})).toEqual(UNAUTHENTICATED);
  });

  it('refuses a replaced key after the overlap', async () => {
    const app = await serverWith(null, [key]);
    expect(await asked(app, '/hook', { 'service-api-key': previous })).toEqual(UNAUTHENTICATED);
  });

  it('refuses all requests without a key', async () => {
    const app = await serverWith(null, []);
    for (const value of ['', 'undefined', key])
      expect(await asked(app, '/hook', { 'service-api-key': value })).toEqual(UNAUTHENTICATED);
  });
});
