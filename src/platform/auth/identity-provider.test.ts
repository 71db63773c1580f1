import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { CompactEncrypt, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeKey, startIdentityProvider } from '../../../tests/harness/identity-provider.ts';
import type { SigningKey } from '../../../tests/harness/oidc.ts';
import { Unauthenticated } from '../errors/errors.ts';
import type { IdentityProvider } from './identity-session.ts';

const idp = await startIdentityProvider();

const seconds = () => Math.floor(Date.now() / 1000);

describe('A token of the provider', () => {
  it('identifies the person, like the access token of a real sign-in', async () => {
    const { accessToken } = await idp.signIn({
      id: 'person-1',
      email: 'One@example.test',
      email_verified: true,
      name: 'One',
      service_user_id: '7',
    });
    expect(await idp.verifier().verify(accessToken)).toEqual({
      subject: 'person-1',
      email: 'One@example.test',
      emailVerified: true,
      name: 'One',
      serviceUserId: '7',
    });
  });

  it('must have our audience: an ID token of the same sign-in is accepted only if its audience is configured', async () => {
    const { idToken } = await idp.signIn({ id: 'person-2' });
    await expect(idp.verifier().verify(idToken)).rejects.toThrow(Unauthenticated);
    expect(await idp.verifier({ audience: idp.agencyId }).verify(idToken)).toMatchObject({ subject: 'person-2' });
  });

  it('may also have other audiences', async () => {
    const session = await idp.verifier().verify(await idp.sign({ aud: ['https://other.test', idp.audience] }));
    expect(session.subject).toBe('someone');
  });

  it('is verified with keys found by discovery or at a given address, and with each allowed algorithm', async () => {
    for (const jwksUrl of [null, idp.jwksUrl]) {
      const verifier = idp.verifier({ jwksUrl });
      for (const key of idp.keys)
        expect(await verifier.verify(await idp.sign({}, { key }))).toMatchObject({ subject: 'someone' });
    }
  });
});

describe('The claims of a token about the person', () => {
  const says = async (claims: object) => idp.verifier({ jwksUrl: idp.jwksUrl }).verify(await idp.sign({ ...claims }));

  it.each<[string, object, object]>([
    ['nothing', {}, { email: null, emailVerified: false, name: null, serviceUserId: null }],
    ['an address that is not verified', { email: 'a@b.test', email_verified: false }, { emailVerified: false }],
    ['an address, and nothing of it', { email: 'a@b.test' }, { email: 'a@b.test', emailVerified: false }],
    ['"true" where true is meant', { email: 'a@b.test', email_verified: 'true' }, { emailVerified: false }],
    ['verified, and no address', { email_verified: true }, { email: null, emailVerified: false }],
    ['an address that is none', { email: 'a@b', email_verified: true }, { email: null, emailVerified: false }],
    ['several addresses', { email: ['a@b.test'], email_verified: true }, { email: null, emailVerified: false }],
    ['an address with a line end', { email: 'a@b.test\nx', email_verified: true }, { email: null }],
    ['a name that cannot be kept', { name: 'a\0b' }, { name: null }],
    ['half a character', { name: 'a\ud800' }, { name: null }],
    ['a user by number', { service_user_id: 7 }, { serviceUserId: '7' }],
    ['a user of a template that had none', { service_user_id: '' }, { serviceUserId: null }],
    ['no user', { service_user_id: null }, { serviceUserId: null }],
    ['anything else as a user', { service_user_id: { id: 7 } }, { serviceUserId: '{"id":7}' }],
  ])('%s', async (_what, claims, expected) => {
    expect(await says(claims)).toMatchObject(expected);
  });

  it.each<[string, object]>([
    ['is empty', { sub: '' }],
    ['is white', { sub: ' ' }],
    ['is a number', { sub: 7 }],
    ['cannot be kept', { sub: 'a\0b' }],
    ['is half a character, which the database would make another', { sub: 'a\ud800' }],
    ['is longer than 255 characters', { sub: 'x'.repeat(256) }],
  ])('invalidates it when its subject %s', async (_what, claims) => {
    await expect(says(claims)).rejects.toThrow(Unauthenticated);
  });

  it('accepts a subject of 255 characters', async () => {
    expect((await says({ sub: 'x'.repeat(255) })).subject).toHaveLength(255);
  });
});

describe('A token is refused', () => {
  let verifier: IdentityProvider;
  let key: SigningKey;
  beforeAll(() => {
    verifier = idp.verifier();
    key = idp.keys[0]!;
  });
  const usual = () => ({ iss: idp.issuer, aud: idp.audience, sub: 'someone', exp: seconds() + 3600 });
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  /** Signed with the public key as an HMAC secret (algorithm confusion). */
  const signedWithPublicKey = (format: 'pem' | 'jwk', { kid, publicKey }: SigningKey) => {
    const secret =
      format === 'pem'
        ? publicKey.export({ format: 'pem', type: 'spki' }).toString()
        : JSON.stringify(publicKey.export({ format: 'jwk' }));
    const signed = `${part({ alg: 'HS256', kid, typ: 'JWT' })}.${part(usual())}`;
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  };
  const changed = async (change: (parts: string[]) => string[]) => change((await idp.sign()).split('.')).join('.');
  const foreign = makeKey();

  const attacks: [string, () => string | Promise<string>][] = [
    ['that is not signed', () => new UnsecuredJWT(usual()).encode()],
    ['whose header says that it is not signed', async () => changed(([, b, s]) => [part({ alg: 'none' }), b!, s!])],
    ['that is signed with the public key as a secret (PEM)', () => signedWithPublicKey('pem', key)],
    ['that is signed with the public key as a secret (JWK)', () => signedWithPublicKey('jwk', key)],
    ['that is signed with the public RSA key as a secret', () => signedWithPublicKey('pem', idp.keys[1]!)],
    [
      'that is signed with another’s key under a kid of ours',
      () => idp.sign({}, { key: { ...foreign, kid: key.kid } }),
    ],
    ['that is signed with another’s key', () => idp.sign({}, { key: foreign })],
    ['that names no key, and fits none', () => idp.sign({}, { key: foreign, header: { kid: undefined } })],
    [
      'that brings its key along',
      () => idp.sign({}, { key: foreign, header: { jwk: foreign.publicKey.export({ format: 'jwk' }) } }),
    ],
    [
      'whose algorithm is not that of its key',
      () => changed(([, b, s]) => [part({ alg: 'RS256', kid: key.kid }), b!, s!]),
    ],
    ['that was signed for something else', () => changed(([h, , s]) => [h!, part({ ...usual(), sub: 'other' }), s!])],
    ['whose signature is cut off', () => changed(([h, b]) => [h!, b!, ''])],
    ['whose signature is shorter', () => changed(([h, b, s]) => [h!, b!, s!.slice(0, -4)])],
    ['whose signature is all zero', () => changed(([h, b]) => [h!, b!, Buffer.alloc(64).toString('base64url')])],
    ['of another issuer', () => idp.sign({ iss: 'https://other.test' })],
    ['of an issuer with a slash more', () => idp.sign({ iss: `${idp.issuer}/` })],
    ['of no issuer', () => idp.sign({ iss: undefined })],
    ['for others', () => idp.sign({ aud: 'https://other.test' })],
    ['for several others', () => idp.sign({ aud: ['https://other.test', `${idp.audience}/`] })],
    ['for nobody', () => idp.sign({ aud: undefined })],
    ['of nobody', () => idp.sign({ sub: undefined })],
    ['that never ends', () => idp.sign({ exp: undefined })],
    ['that ends at a word', () => idp.sign({ exp: 'never' })],
    ['that has ended', () => idp.sign({ exp: seconds() - 11 })],
    ['that has not begun', () => idp.sign({ nbf: seconds() + 30 })],
    ['with an extension that must be understood', () => idp.sign({}, { header: { crit: ['b64'], b64: true } })],
    ['whose payload is no object', () => changed(([h, , s]) => [h!, part([usual()]), s!])],
    [
      'that is encrypted',
      () =>
        new CompactEncrypt(Buffer.from(JSON.stringify(usual())))
          .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: idp.keys[1]!.kid })
          .encrypt(idp.keys[1]!.publicKey),
    ],
    ['that is none', () => 'not.a.token'],
    ['that is empty', () => ''],
    ['of two parts', () => 'a.b'],
    ['of many parts', () => 'a.'.repeat(2_000)],
  ];
  it.each(attacks)('%s', async (_what, token) => {
    await expect(verifier.verify(await token())).rejects.toThrow(Unauthenticated);
  });

  it('that is expired or not yet valid within the clock tolerance is accepted', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    expect(await verifier.verify(await idp.sign({ exp: seconds() - 5, nbf: seconds() + 5 }))).toBeDefined();
  });

  it('whose header names an address of keys is refused without a request to that address', async () => {
    let asked = 0;
    const end = idp.answerAt('/theirs', (_req, res) => {
      asked += 1;
      res.end(JSON.stringify({ keys: [{ ...foreign.publicKey.export({ format: 'jwk' }), kid: foreign.kid }] }));
    });
    const there = `${idp.issuer}/theirs`;
    for (const header of [{ jku: there }, { x5u: there }, { jku: there, x5u: there, kid: there }])
      await expect(verifier.verify(await idp.sign({}, { key: foreign, header }))).rejects.toThrow(Unauthenticated);
    expect(asked).toBe(0);
    end();
  });

  it('when its algorithm is not among those that are allowed', async () => {
    const onlyRsa = idp.verifier({ algorithms: ['RS256'] });
    await expect(onlyRsa.verify(await idp.sign())).rejects.toThrow(Unauthenticated);
    expect(await onlyRsa.verify(await idp.sign({}, { key: idp.keys[1]! }))).toBeDefined();
  });

  it('with any content', async () => {
    const header = fc.oneof(
      fc.json(),
      fc
        .record({
          alg: fc.constantFrom('ES256', 'RS256', 'HS256', 'none', 'EdDSA'),
          kid: fc.constantFrom(key.kid, 'x', 7),
        })
        .map((fields) => JSON.stringify(fields)),
    );
    const bytes = (text: string) => Buffer.from(text).toString('base64url');
    const token = fc.oneof(
      fc.string(),
      fc
        .tuple(header, fc.json(), fc.base64String())
        .map(([h, b, s]) => `${bytes(h)}.${bytes(b)}.${s.replaceAll('=', '')}`),
    );
    await fc.assert(
      fc.asyncProperty(token, async (jwt) => {
        await expect(verifier.verify(jwt)).rejects.toThrow(Unauthenticated);
      }),
    );
  });
});

describe('A verifier', () => {
  it.each([[['HS256']], [['none']], [['RS256', 'HS512']], [['']], [[]]])(
    'is not created for the algorithms %j',
    (algorithms) => {
      expect(() => idp.verifier({ algorithms })).toThrow(TypeError);
    },
  );
});
