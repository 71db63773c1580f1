import { createHash } from 'node:crypto';

/**
 * The credential in the `Authorization` header: an access token, alone or as `Bearer <token>`, or the identity
 * provider's JWT as `Bearer <JWT>`. Our tokens are recognised by their beginning. The console's session is a token in a cookie (`session-cookie.ts`). Credentials
 * in the query string are never accepted.
 */
export type Credential = { kind: 'token'; value: string } | { kind: 'bearer'; value: string };

/** The beginning of access tokens (also of sandboxes) and of API keys of stores. */
const OURS = /^trbs?_/;
/** Our own tokens are shorter than this. A JWT may be longer. */
const LONGEST_TOKEN = 512;
const LONGEST_JWT = 8192;

/** Parses the value of the `Authorization` header. Returns null when the header is missing or malformed. */
export function readCredential(authorization: string | undefined): Credential | null {
  const value = authorization?.trim() ?? '';
  const given = /^bearer +(\S+)$/i.exec(value)?.[1];
  if (given !== undefined && !OURS.test(given))
    return given.length <= LONGEST_JWT ? { kind: 'bearer', value: given } : null;
  const token = given ?? value;
  return token !== '' && token.length <= LONGEST_TOKEN && !/\s/.test(token) ? { kind: 'token', value: token } : null;
}

/** Returns a short hash of a credential. The rate limit uses it as key, so that the credential itself is not stored. */
export function fingerprintOf(credential: Credential): string {
  return createHash('sha256').update(credential.value).digest('base64url').slice(0, 22);
}
