import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { SignJWT } from 'jose';
import {
  createIdentityProvider,
  type IdentityProviderOptions,
  SIGNATURE_ALGORITHMS,
} from '../../src/platform/auth/identity-provider.ts';
import type { IdentityProvider } from '../../src/platform/auth/identity-session.ts';
import { afterThisFile } from './clean-up.ts';
import { listenAt, listenAtOwnPort } from './free-port.ts';
import { type Account, AUDIENCE, CLIENT, providerWith, type SigningKey, signInAt, TOKEN_SECONDS } from './oidc.ts';

/** A real OpenID provider on loopback. */
export interface TestIdentityProvider {
  issuer: string;
  jwksUrl: string;
  /** The audience of its access tokens. */
  audience: string;
  /** The client id of the application; the audience of its ID tokens. */
  agencyId: string;
  /** Number of downloads of its keys. */
  keyReads: number;
  /** Its people, by `sub`; `login_hint` of a request names who signs in. */
  accounts: Map<string, Account>;
  /** Signs a user in (authorization code, PKCE, a resource indicator) and returns the tokens. */
  signIn(account: Account): Promise<{ accessToken: string; idToken: string }>;
  /**
   * A token with the given claims in addition to the usual ones, signed with the provider's first key by default. A claim or
   * header field that is undefined is omitted.
   */
  sign(claims?: Record<string, unknown>, by?: { key?: SigningKey; header?: Record<string, unknown> }): Promise<string>;
  /** The signing keys, newest first. */
  keys: SigningKey[];
  /** From now on, signs with a new key and publishes no other. */
  rotate(): void;
  /** Replaces the provider for paths that begin with `path`. Returns a function that ends the replacement. */
  answerAt(path: string, listener: RequestListener): () => void;
  /** Refuses connections until `restore`. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** The keys that verify its tokens. */
  verifier(options?: Partial<IdentityProviderOptions>): IdentityProvider;
}

export function makeKey(alg: SigningKey['alg'] = 'ES256'): SigningKey {
  const pair =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { kid: randomUUID(), alg, ...pair };
}

let people = 0;

/** Claims of a new person with a verified address. */
export function newPerson() {
  people += 1;
  return { sub: `person-${people}`, email: `person-${people}@example.test`, email_verified: true };
}

/** Starts a provider; it is stopped after the file's last test. */
export async function startIdentityProvider(redirectUris: readonly string[] = []): Promise<TestIdentityProvider> {
  const accounts = new Map<string, Account>();
  const answers = new Map<string, RequestListener>();
  let answer: RequestListener = () => {};
  const server = createServer((req, res) => {
    if (req.url === '/jwks') idp.keyReads += 1;
    const instead = [...answers].find(([path]) => req.url?.startsWith(path))?.[1];
    (instead ?? answer)(req, res);
  });
  const close = async () => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  const port = await listenAtOwnPort(server);
  afterThisFile(close);
  const issuer = `http://127.0.0.1:${port}`;

  const idp: TestIdentityProvider = {
    issuer,
    jwksUrl: `${issuer}/jwks`,
    audience: AUDIENCE,
    agencyId: CLIENT,
    keyReads: 0,
    accounts,
    keys: [makeKey(), makeKey('RS256')],
    async signIn(account) {
      accounts.set(account.id, account);
      return signInAt(issuer, account.id);
    },
    sign(claims = {}, { key = idp.keys[0]!, header = {} } = {}) {
      const now = Math.floor(Date.now() / 1000);
      const usual = { iss: issuer, aud: AUDIENCE, sub: 'someone', iat: now, exp: now + TOKEN_SECONDS };
      return new SignJWT({ ...usual, ...claims })
        .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
        .sign(key.privateKey);
    },
    rotate() {
      idp.keys = [makeKey(), makeKey('RS256')];
      answer = providerWith(issuer, idp.keys, accounts, redirectUris);
    },
    answerAt(path, listener) {
      answers.set(path, listener);
      return () => void answers.delete(path);
    },
    cut: close,
    restore: () => listenAt(server, port),
    verifier: (options = {}) =>
      createIdentityProvider({
        issuer,
        audience: AUDIENCE,
        jwksUrl: null,
        algorithms: SIGNATURE_ALGORITHMS,
        // Long, because a machine may stall while the provider answers.
        replyTimeoutMs: 30_000,
        ...options,
      }),
  };
  answer = providerWith(issuer, idp.keys, accounts, redirectUris);
  return idp;
}
