import type { Credential } from '../auth/credential.ts';
import type { CredentialKind } from '../auth/policy.ts';

const REALM = 'realm="Tributary"';

const ACCESS_TOKEN = `AccessToken ${REALM}, Bearer ${REALM}`;
/** What is wrong with the header `Authorization` of a request for an access token. */
const HINTS = {
  unreadable: 'Send the access token alone, or Bearer and the token',
  jwt: 'Send an access token; this route takes no JWT of the identity provider',
  invalid: 'The access token is unknown, expired or revoked',
};

/**
 * The `WWW-Authenticate` value of a 401, which HTTP requires (RFC 9110, 15.5.2). `Bearer` is for access tokens and the
 * JWTs of the identity provider. The other two schemes have names of our own, because no registered scheme fits a raw token or a custom
 * header. Browsers do not open a password dialog for them.
 */
const CHALLENGES: Record<CredentialKind, string> = {
  none: ACCESS_TOKEN,
  accessToken: ACCESS_TOKEN,
  idpSession: `Bearer ${REALM}`,
  serviceApiKey: `ServiceApiKey ${REALM}, header="service-api-key"`,
};

/**
 * The challenge of a protected resource (RFC 9728, 5.1), by which a program finds where to ask for a token.
 * @param resource the path of the resource
 */
export function resourceChallenge(
  resource: string,
  { publicUrl, isInvalid }: { publicUrl: string; isInvalid: boolean },
): string {
  const metadata = `${publicUrl}/.well-known/oauth-protected-resource${resource}`;
  const challenge = `Bearer ${REALM}, resource_metadata="${metadata}"`;
  return isInvalid ? `${challenge}, error="invalid_token", error_description="${HINTS.invalid}"` : challenge;
}

/**
 * @param kind the credential of the route's policy; an access token when no route matches
 * @param request the header `Authorization` as sent, and what was read from it, for a hint
 */
export function challengeFor(
  kind: CredentialKind | undefined,
  { authorization, credential }: { authorization: string | undefined; credential: Credential | null },
): string {
  const challenge = CHALLENGES[kind ?? 'accessToken'];
  if (challenge !== ACCESS_TOKEN || authorization === undefined) return challenge;
  const hint = credential === null ? 'unreadable' : credential.kind === 'bearer' ? 'jwt' : 'invalid';
  const error = hint === 'unreadable' ? 'invalid_request' : 'invalid_token';
  return `${challenge}, error="${error}", error_description="${HINTS[hint]}"`;
}
