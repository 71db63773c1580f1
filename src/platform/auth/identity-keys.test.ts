import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startIdentityProvider, type TestIdentityProvider } from '../../../tests/harness/identity-provider.ts';
import { Unauthenticated, Unavailable } from '../errors/errors.ts';
import type { IdentityProvider } from './identity-session.ts';

const idp = await startIdentityProvider();

/** jose reads the time from Date. Fake timers for Date alone shift the clock and freeze it. */
function later(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
}
beforeEach(() => () => vi.useRealTimers());

describe("The provider's keys", () => {
  it('are downloaded once, with the first token, also for concurrent tokens', async () => {
    const verifier = idp.verifier();
    const before = idp.keyReads;
    const token = await idp.sign();
    await Promise.all(Array.from({ length: 50 }, () => verifier.verify(token)));
    expect(idp.keyReads - before).toBe(1);
  });

  it('may be rotated: tokens with the new key are accepted within seconds, and those with the old key are refused', async () => {
    const verifier = idp.verifier();
    const old = await idp.sign();
    await verifier.verify(old);
    idp.rotate();
    later(6_000);
    expect(await verifier.verify(await idp.sign())).toBeDefined();
    await expect(verifier.verify(old)).rejects.toThrow(Unauthenticated);
  });

  it('that were withdrawn are dropped even if no token with a new key arrives', async () => {
    const verifier = idp.verifier();
    const old = await idp.sign();
    await verifier.verify(old);
    idp.rotate();
    expect(await verifier.verify(old)).toBeDefined();
    later(5 * 60_000);
    await expect(verifier.verify(old)).rejects.toThrow(Unauthenticated);
  });

  it('are not downloaded for each unknown kid', async () => {
    const verifier = idp.verifier();
    later(0);
    await verifier.verify(await idp.sign());
    const before = idp.keyReads;
    const madeUp = () => idp.sign({}, { header: { kid: randomUUID() } });
    const refused = async () => expect(verifier.verify(await madeUp())).rejects.toThrow(Unauthenticated);
    for (let n = 0; n < 100; n++) await refused();
    expect(idp.keyReads - before).toBe(0);
    later(6_000);
    await Promise.all(Array.from({ length: 50 }, refused));
    for (let n = 0; n < 50; n++) await refused();
    expect(idp.keyReads - before).toBe(1);
  });
});

describe('While the provider is unavailable', () => {
  const unavailable = async (verifier: IdentityProvider, token?: string) =>
    expect(verifier.verify(token ?? (await idp.sign()))).rejects.toThrow(Unavailable);

  it('no token can be verified, and all can be verified after the provider has recovered', async () => {
    const verifier = idp.verifier();
    await idp.cut();
    await unavailable(verifier);
    await idp.restore();
    later(1_500);
    expect(await verifier.verify(await idp.sign())).toBeDefined();
  });

  it('tokens with a known key are verified while other tokens cause key look-ups', async () => {
    const verifier = idp.verifier();
    const token = await idp.sign();
    await verifier.verify(token);
    later(6_000);
    await idp.cut();
    await unavailable(verifier, await idp.sign({}, { header: { kid: 'made-up' } }));
    expect(await verifier.verify(token)).toBeDefined();
    await idp.restore();
  });

  it('the provider is not queried for each request', async () => {
    const verifier = idp.verifier();
    let asked = 0;
    const end = idp.answerAt('/', (_req, res) => {
      asked += 1;
      res.writeHead(500).end();
    });
    later(0);
    for (let n = 0; n < 20; n++) await unavailable(verifier);
    expect(asked).toBe(1);
    end();
  });

  it('moved keys are found through a new discovery', async () => {
    const verifier = idp.verifier();
    const moved = idp.answerAt('/.well-known/openid-configuration', (_req, res) =>
      res.end(JSON.stringify({ issuer: idp.issuer, jwks_uri: `${idp.issuer}/gone` })),
    );
    await unavailable(verifier);
    moved();
    later(1_500);
    expect(await verifier.verify(await idp.sign())).toBeDefined();
  });

  const long = JSON.stringify({ keys: [], padding: 'x'.repeat(300_000) });
  it.each<[string, Parameters<TestIdentityProvider['answerAt']>[1]]>([
    ['an error', (_req, res) => res.writeHead(503).end()],
    ['no JSON', (_req, res) => res.end('<html>')],
    ['no set of keys', (_req, res) => res.end('{"keys": 7}')],
    ['more than anybody reads', (_req, res) => res.end(long)],
    ['half an answer', (_req, res) => res.writeHead(200, { 'content-length': 100 }).write('{', () => res.destroy())],
  ])('or responds with %s', async (_what, listener) => {
    const end = idp.answerAt('/jwks', listener);
    await unavailable(idp.verifier());
    end();
  });

  it('or redirects; the redirect is not followed', async () => {
    const published = idp.keys.map(({ publicKey, kid, alg }) => ({ ...publicKey.export({ format: 'jwk' }), kid, alg }));
    let asked = 0;
    const ends = [
      idp.answerAt('/jwks', (_req, res) => res.writeHead(302, { location: '/elsewhere' }).end()),
      idp.answerAt('/elsewhere', (_req, res) => {
        asked += 1;
        res.end(JSON.stringify({ keys: published }));
      }),
    ];
    await unavailable(idp.verifier());
    expect(asked).toBe(0);
    for (const end of ends) end();
    expect(await idp.verifier().verify(await idp.sign())).toBeDefined();
  });

  it('or never completes its response', async () => {
    const end = idp.answerAt('/jwks', (_req, res) => void res.writeHead(200).write('{'));
    await unavailable(idp.verifier({ jwksUrl: idp.jwksUrl, replyTimeoutMs: 300 }));
    end();
  });

  it.each<[string, () => object | null]>([
    ['of another issuer', () => ({ issuer: 'https://other.test', jwks_uri: idp.jwksUrl })],
    ['of the issuer with a slash more', () => ({ issuer: `${idp.issuer}/`, jwks_uri: idp.jwksUrl })],
    ['without keys', () => ({ issuer: idp.issuer })],
    ['with keys in a file', () => ({ issuer: idp.issuer, jwks_uri: 'file:///etc/keys' })],
    ['that is null', () => null],
  ])('its discovery document is ignored when it is %s', async (_what, document) => {
    const end = idp.answerAt('/.well-known/openid-configuration', (_req, res) => res.end(JSON.stringify(document())));
    await unavailable(idp.verifier());
    end();
  });

  it('an issuer’s address may end with a slash, or have a path', async () => {
    for (const suffix of ['/', '/tenant']) {
      const issuer = `${idp.issuer}${suffix}`;
      const path = `${suffix === '/' ? '' : suffix}/.well-known/openid-configuration`;
      const end = idp.answerAt(path, (_req, res) => res.end(JSON.stringify({ issuer, jwks_uri: idp.jwksUrl })));
      expect(await idp.verifier({ issuer }).verify(await idp.sign({ iss: issuer }))).toBeDefined();
      end();
    }
  });
});

describe('An issuer with https', () => {
  it('has its keys downloaded only over https', async () => {
    const issuer = 'https://provider.test';
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(address);
      return new Response(JSON.stringify({ issuer, jwks_uri: 'http://provider.test/jwks' }));
    });
    const verifier = idp.verifier({ issuer });
    await expect(verifier.verify(await idp.sign({ iss: issuer }))).rejects.toThrow(Unavailable);
    expect(asked).toEqual([`${issuer}/.well-known/openid-configuration`]);
    vi.unstubAllGlobals();
  });
});
