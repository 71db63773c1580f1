/** The verified claims of an identity provider's token. */
export interface IdentitySession {
  /** The provider's id of the person (`sub`). */
  subject: string;
  email: string | null;
  /**
   * Whether the provider has verified that the address belongs to the person. An unverified address grants access to
   * nothing.
   */
  emailVerified: boolean;
  name: string | null;
  /** The claim `service_user_id`: the id of the Tributary user that the provider has linked to the session. */
  serviceUserId: string | null;
}

/** A verifier of the identity provider's tokens. */
export interface IdentityProvider {
  /** @throws Unauthenticated for an untrusted token, Unavailable while the provider's keys cannot be downloaded */
  verify(jwt: string): Promise<IdentitySession>;
}
