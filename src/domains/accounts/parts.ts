import type { IdentityProvider } from '../../platform/auth/identity-session.ts';

/** What the accounts' routes stand on. */
export interface AccountParts {
  /** What addresses of ours begin with. */
  publicUrl: string;
  /** Null: no identity provider is configured, and its sessions are refused. */
  identity: IdentityProvider | null;
  /** Keys that the identity provider's hooks may present: the one in use, and the one before while it is being replaced. */
  serviceApiKeys: readonly string[];
}
