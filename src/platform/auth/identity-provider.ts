import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { Unauthenticated, Unavailable } from '../errors/errors.ts';
import { isEmail } from '../http/formats.ts';
import { scanTexts } from '../http/text-scan.ts';
import { providerKeys } from './identity-keys.ts';
import type { IdentityProvider, IdentitySession } from './identity-session.ts';

/**
 * With public keys alone: what is checked with a shared secret (HS256) would let whoever has the public key sign, when it is taken for
 * one, and `none` is no signature.
 */
export const SIGNATURE_ALGORITHMS: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

export interface IdentityProviderOptions {
  /** The `iss` of its tokens, to the letter. */
  issuer: string;
  /** We are among the `aud` of its tokens under this name. */
  audience: string;
  /** Where its public keys are; null: its discovery document says it. */
  jwksUrl: string | null;
  /** Some of `SIGNATURE_ALGORITHMS`; tokens signed by others are refused. */
  algorithms: readonly string[];
  /** How long one answer of the provider may take; three seconds unless given. */
  replyTimeoutMs?: number;
}

/** Two clocks differ by less. */
const CLOCK_TOLERANCE_SECONDS = 10;
/** OpenID Connect allows no longer `sub`. */
const LONGEST_SUBJECT = 255;

/**
 * Verifies the JWTs of an OpenID provider: signature by a key that the provider publishes (a token's own `jku`, `x5u` or `jwk` is not
 * looked at), algorithm, issuer, audience, time. Nothing is asked of the provider before the first token comes.
 * @throws TypeError for an algorithm that is none of `SIGNATURE_ALGORITHMS`
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
    // Without this a token that names no end would be good for ever.
    requiredClaims: ['exp', 'sub'],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
  };
  return { verify: async (jwt) => sessionOf(await verified(jwt, keys, rules)) };
}

async function verified(
  jwt: string,
  keys: JWTVerifyGetKey,
  rules: Parameters<typeof jwtVerify>[2],
): Promise<JWTPayload> {
  try {
    const { payload, protectedHeader } = await jwtVerify(jwt, keys, rules);
    // An extension that must be understood; we understand none.
    if (protectedHeader.crit !== undefined) throw new errors.JWSInvalid('critical extensions are refused');
    return payload;
  } catch (error) {
    // Whatever else a token makes the library say, it was not verified.
    throw error instanceof Unavailable ? error : new Unauthenticated();
  }
}

/** What a verified token says; a claim of another form than it should have is not there. */
function sessionOf(claims: JWTPayload): IdentitySession {
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

/** A text that PostgreSQL keeps as it is; else null. */
function storable(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' && scanTexts(value).faults.length === 0 ? value : null;
}

/** A provider that fills claims in from a template has null or an empty text for a person without a user. */
function linkedUser(claim: unknown): string | null {
  if (claim === undefined || claim === null || claim === '') return null;
  return typeof claim === 'string' ? claim : JSON.stringify(claim);
}
