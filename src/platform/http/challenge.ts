import type { CredentialKind } from '../auth/policy.ts';

const REALM = 'realm="Tributary"';

/**
 * What a 401 asks for in `WWW-Authenticate`, which HTTP requires of it (RFC 9110, 15.5.2). `Bearer` is the identity provider's. The other
 * two schemes are our own names, for no registered scheme is a raw token or a header of its own; browsers ask nobody for a password by them.
 */
const CHALLENGES: Record<CredentialKind, string> = {
  none: `AccessToken ${REALM}`,
  accessToken: `AccessToken ${REALM}`,
  idpSession: `Bearer ${REALM}`,
  serviceApiKey: `ServiceApiKey ${REALM}, header="service-api-key"`,
};

/** @param credential what the route's policy asks for; without a route an access token */
export function challengeFor(credential: CredentialKind | undefined): string {
  return CHALLENGES[credential ?? 'accessToken'];
}
