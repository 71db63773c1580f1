import { createHash } from 'node:crypto';

/**
 * What a caller shows in `Authorization`: the raw access token, without a scheme word, or the identity provider's JWT as
 * `Bearer <JWT>`; the console's session is a token in a cookie (`session-cookie.ts`). Never from anywhere else, least of all a query string.
 */
export type Credential = { kind: 'token'; value: string } | { kind: 'bearer'; value: string };

/** No token of ours is longer; a JWT may be. */
const LONGEST_TOKEN = 512;
const LONGEST_JWT = 8192;

/** Reads the header's value; null when there is none or it can be no credential. */
export function readCredential(authorization: string | undefined): Credential | null {
  const value = authorization?.trim() ?? '';
  const jwt = /^bearer +(\S+)$/i.exec(value)?.[1];
  if (jwt !== undefined) return jwt.length <= LONGEST_JWT ? { kind: 'bearer', value: jwt } : null;
  return value !== '' && value.length <= LONGEST_TOKEN && !/\s/.test(value) ? { kind: 'token', value } : null;
}

/** A short name of a token for counting its requests; the token itself is kept nowhere. */
export function fingerprintOf(credential: Credential): string {
  return createHash('sha256').update(credential.value).digest('base64url').slice(0, 22);
}
