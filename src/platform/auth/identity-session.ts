/** What a valid token of the identity provider says of the person who shows it. */
export interface IdentitySession {
  /** The person at the provider (`sub`). */
  subject: string;
  email: string | null;
  /** The provider has seen that the address is the person's. Nothing of ours is handed out for an address without this. */
  emailVerified: boolean;
  name: string | null;
  /** The claim `service_user_id`: the provider knows the session as one of a user of ours. */
  serviceUserId: string | null;
}

/** Verifies tokens of the identity provider. */
export interface IdentityProvider {
  /** @throws Unauthenticated for any token that is not to be trusted; Unavailable while its keys cannot be had */
  verify(jwt: string): Promise<IdentitySession>;
}
