import { createHash, randomBytes } from 'node:crypto';
import { type JWTVerifyGetKey, jwtVerify } from 'jose';
import { Unauthenticated, Unavailable } from '../errors/errors.ts';
import { replyBytes } from '../outbound/reply-bytes.ts';
import { providerKeys } from './identity-keys.ts';
import { type IdentityProviderOptions, identitySessionOf, verifiedClaims } from './identity-provider.ts';
import type { IdentitySession } from './identity-session.ts';

export interface IdentitySignInOptions extends Omit<IdentityProviderOptions, 'audience'> {
  clientId: string;
  /** The client secret; null for a public client, which only PKCE protects. */
  clientSecret: string | null;
  /** The name on the button of the sign-in page. */
  name: string;
}

/** The data that the browser stores between the two halves of a sign-in. */
export interface IdentityFlow {
  state: string;
  nonce: string;
  /** The PKCE secret. */
  verifier: string;
}

/** Sign-in at the identity provider: OpenID Connect's authorization code flow with PKCE, state and nonce. */
export interface IdentitySignIn {
  name: string;
  /** @returns the provider's address to go to. @throws Unavailable */
  start(redirectUri: string): Promise<{ url: string; flow: IdentityFlow }>;
  /**
   * Exchanges the code for an ID token and verifies it.
   * @throws Unauthenticated for a code or a token that is invalid or does not match the sign-in; Unavailable
   */
  finish(code: string, flow: IdentityFlow, redirectUri: string): Promise<IdentitySession>;
}

const REPLY_TIMEOUT_MS = 3_000;
const REPLY_LIMIT_BYTES = 256 * 1024;
const DISCOVERY_MS = 5 * 60_000;

interface Endpoints {
  authorization: string;
  token: string;
}

/** No request is sent to the provider before the first sign-in. */
export function createIdentitySignIn(options: IdentitySignInOptions): IdentitySignIn {
  const { clientId, name } = options;
  const keys = providerKeys(options);
  const endpoints = cachedEndpoints(options);
  return {
    name,
    async start(redirectUri) {
      const { authorization } = await endpoints();
      const [state, nonce, verifier] = [random(), random(), random()];
      const url = new URL(authorization);
      const parameters = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      };
      for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
      return { url: url.href, flow: { state, nonce, verifier } };
    },
    async finish(code, flow, redirectUri) {
      const { token } = await endpoints();
      const idToken = await redeem(token, { code, verifier: flow.verifier, redirectUri }, options);
      return verifiedSession(idToken, flow.nonce, { keys, options });
    },
  };
}

const random = () => randomBytes(32).toString('base64url');

async function redeem(
  address: string,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
  { clientId, clientSecret, replyTimeoutMs = REPLY_TIMEOUT_MS }: IdentitySignInOptions,
): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...(clientSecret === null ? { client_id: clientId } : {}),
  });
  const reply = await answered(address, {
    method: 'POST',
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(replyTimeoutMs),
    headers: {
      accept: 'application/json',
      ...(clientSecret === null ? {} : { authorization: basic(clientId, clientSecret) }),
    },
  });
  if (reply.status >= 500) throw unavailable(new Error(`the token endpoint answered ${reply.status}`));
  const { id_token: idToken } = reply.status === 200 ? objectOf(reply.text) : {};
  // Any other refusal concerns the code: it was used, has expired, or belongs to another sign-in.
  if (typeof idToken !== 'string') throw new Unauthenticated();
  return idToken;
}

async function verifiedSession(
  idToken: string,
  nonce: string,
  { keys, options }: { keys: JWTVerifyGetKey; options: IdentitySignInOptions },
): Promise<IdentitySession> {
  const { issuer, clientId: audience, algorithms } = options;
  const claims = await verifiedClaims(() => jwtVerify(idToken, keys, rulesOf({ issuer, audience, algorithms })));
  const { azp, aud } = claims;
  const isOurs = azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === audience;
  if (claims['nonce'] !== nonce || !isOurs) throw new Unauthenticated();
  return identitySessionOf(claims);
}

function rulesOf({
  issuer,
  audience,
  algorithms,
}: Pick<IdentityProviderOptions, 'issuer' | 'audience' | 'algorithms'>) {
  return { issuer, audience, algorithms: [...algorithms], requiredClaims: ['exp', 'sub', 'iat'], clockTolerance: 10 };
}

function cachedEndpoints({ issuer, replyTimeoutMs = REPLY_TIMEOUT_MS }: IdentitySignInOptions) {
  let known: { endpoints: Endpoints; until: number } | null = null;
  return async (): Promise<Endpoints> => {
    if (known !== null && Date.now() < known.until) return known.endpoints;
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const signal = AbortSignal.timeout(replyTimeoutMs);
    const { status, text } = await answered(address, { signal, redirect: 'manual' });
    if (status !== 200) throw unavailable(new Error(`the discovery document was answered by ${status}`));
    const document = objectOf(text);
    if (document.issuer !== issuer) throw unavailable(new Error('the discovery document is that of another issuer'));
    const endpoints = {
      authorization: safeAddress(document.authorization_endpoint, issuer),
      token: safeAddress(document.token_endpoint, issuer),
    };
    known = { endpoints, until: Date.now() + DISCOVERY_MS };
    return endpoints;
  };
}

/** An endpoint must be as safe as the issuer: http only where the issuer is http. */
function safeAddress(address: unknown, issuer: string): string {
  if (typeof address === 'string' && URL.canParse(address)) {
    const { protocol } = new URL(address);
    if (protocol === 'https:' || (protocol === 'http:' && issuer.startsWith('http:'))) return address;
  }
  throw unavailable(new Error('the discovery document names no usable endpoint'));
}

async function answered(address: string, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const reply = await fetch(address, init);
    return { status: reply.status, text: (await replyBytes(reply, REPLY_LIMIT_BYTES)).toString('utf8') };
  } catch (error) {
    throw unavailable(error);
  }
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** RFC 6749, 2.3.1: both parts are form-encoded first. */
function basic(clientId: string, secret: string): string {
  const encoded = (text: string) => new URLSearchParams({ text }).toString().slice('text='.length);
  return `Basic ${Buffer.from(`${encoded(clientId)}:${encoded(secret)}`).toString('base64')}`;
}

function unavailable(cause: unknown): Unavailable {
  return Object.assign(new Unavailable('The identity provider does not answer. Try again.'), { cause });
}
