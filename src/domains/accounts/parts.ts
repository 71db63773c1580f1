import type { IdentityProvider } from '../../platform/auth/identity-session.ts';

/** Somebody of the demo market, as whom anybody on this machine may sign in. */
export interface DemoSignIn {
  role: 'admin' | 'advertiser' | 'agency' | 'creator';
  name: string;
  email: string;
  password: string;
}

/** What the accounts' routes stand on. */
export interface AccountParts {
  /** What addresses of ours begin with. */
  publicUrl: string;
  /** Null: no identity provider is configured, and its sessions are refused. */
  identity: IdentityProvider | null;
  /** Keys that the identity provider's hooks may present: the one in use, and the one before while it is being replaced. */
  serviceApiKeys: readonly string[];
  /** Nobody, where there is no demo. */
  demoSignIns(): Promise<DemoSignIn[]>;
}
