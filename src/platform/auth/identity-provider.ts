import { errors, type JWTPayload, type JWTVerifyResult, jwtVerify } from 'jose';
import { Unauthenticated, Unavailable } from '../errors/errors.ts';
import { isEmail } from '../http/formats.ts';
import { scanTexts } from '../http/text-scan.ts';
import { providerKeys } from './identity-keys.ts';
import type { IdentityProvider, IdentitySession } from './identity-session.ts';

/**
 * Asymmetric algorithms only. With HS256, the public key could be abused as the shared secret, and `none` is no
 * signature.
 */
export const SIGNATURE_ALGORITHMS: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

export interface IdentityProviderOptions {
  /** The exact `iss` claim of the provider's tokens. */
  issuer: string;
  /** The value that the `aud` claim must contain. */
  audience: string;
  /** Address of the public keys; null: read it from the discovery document. */
  jwksUrl: string | null;
  /** A subset of `SIGNATURE_ALGORITHMS`. Tokens signed with another algorithm are refused. */
  algorithms: readonly string[];
  /** Maximum duration of one request to the provider; 3000 by default. */
  replyTimeoutMs?: number;
}

/** Tolerated clock difference between the provider and this server. */
const CLOCK_TOLERANCE_SECONDS = 10;
/** OpenID Connect limits `sub` to this length. */
const LONGEST_SUBJECT = 255;

/**
 * Verifies JWTs of an OpenID provider: signature, algorithm, issuer, audience and expiry. Only keys that the
 * provider publishes are used; the token's own `jku`, `x5u` and `jwk` are ignored. The provider receives no request
 * before the first token arrives.
 * @throws TypeError when an algorithm is not in `SIGNATURE_ALGORITHMS`
 */
export function createIdentityProvider(options: IdentityProviderOptions): IdentityProvider {
  const { issuer, audience, algorithms } = options;
  const unknown = algorithms.filter((algorithm) => !SIGNATURE_ALGORITHMS.includes(algorithm));
  if (algorithms.length === 0 || unknown.length > 0)
    throw new TypeError(`Tokens are signed by one of ${SIGNATURE_ALGORITHMS.join(', ')}.`);
  const keys = providerKeys(options);
  const rules = {
    issuer,
    audience,
    algorithms: [...algorithms],
    // Without this, a token without `exp` would be valid forever.
    requiredClaims: ['exp', 'sub'],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
  };
  return { verify: async (jwt) => identitySessionOf(await verifiedClaims(() => jwtVerify(jwt, keys, rules))) };
}

/**
 * Runs jose's verification of a token.
 * @throws Unauthenticated for an untrusted token; Unavailable
 */
export async function verifiedClaims(verify: () => Promise<JWTVerifyResult>): Promise<JWTPayload> {
  try {
    const { payload, protectedHeader } = await verify();
    // A critical extension must be understood by the receiver. None is supported here.
    if (protectedHeader.crit !== undefined) throw new errors.JWSInvalid('critical extensions are refused');
    return payload;
  } catch (error) {
    // Every other error of the library means that the token was not verified.
    throw error instanceof Unavailable ? error : new Unauthenticated();
  }
}

/** Extracts the session from verified claims. A claim of the wrong type is treated as absent. */
export function identitySessionOf(claims: JWTPayload): IdentitySession {
  const subject = storable(claims.sub);
  if (subject === null || subject.length > LONGEST_SUBJECT) throw new Unauthenticated();
  const { email, email_verified, name, service_user_id } = claims;
  const address = typeof email === 'string' && isEmail(email) ? storable(email) : null;
  return {
    subject,
    email: address,
    emailVerified: address !== null && email_verified === true,
    name: storable(name),
    serviceUserId: linkedUser(service_user_id),
  };
}

/** Returns the text if PostgreSQL can store it unchanged, else null. */
function storable(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' && scanTexts(value).faults.length === 0 ? value : null;
}

/** Providers that fill claims from a template send null or an empty string for a person without a linked user. */
function linkedUser(claim: unknown): string | null {
  if (claim === undefined || claim === null || claim === '') return null;
  return typeof claim === 'string' ? claim : JSON.stringify(claim);
}
