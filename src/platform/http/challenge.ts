import type { CredentialKind } from '../auth/policy.ts';

const REALM = 'realm="Tributary"';

/**
 * The `WWW-Authenticate` value of a 401, which HTTP requires (RFC 9110, 15.5.2). `Bearer` is for the identity
 * provider. The other two schemes have names of our own, because no registered scheme fits a raw token or a custom
 * header. Browsers do not open a password dialog for them.
 */
const CHALLENGES: Record<CredentialKind, string> = {
  none: `AccessToken ${REALM}`,
  accessToken: `AccessToken ${REALM}`,
  idpSession: `Bearer ${REALM}`,
  serviceApiKey: `ServiceApiKey ${REALM}, header="service-api-key"`,
};

/** @param credential the credential of the route's policy; an access token when no route matches */
export function challengeFor(credential: CredentialKind | undefined): string {
  return CHALLENGES[credential ?? 'accessToken'];
}
