import type { IdentityProvider } from '../../platform/auth/identity-session.ts';
import type { IdentitySignIn } from '../../platform/auth/identity-sign-in.ts';
import type { Context } from '../../platform/context.ts';
import type { ChangeConnections } from './changes/connections.ts';
import type { IdentitySignInDeps } from './identity/sign-in-by-identity.ts';

/** A user of the demo market that anybody on this machine can sign in as. */
export interface DemoSignIn {
  role: 'admin' | 'advertiser' | 'agency' | 'creator';
  name: string;
  email: string;
  password: string;
}

/** The functions of the campaigns module, a later module, that a sign-up by the invitation link of a campaign needs. */
export interface CampaignInvitations {
  /** Whether a campaign with this token can currently be joined. */
  isJoinable(ctx: Pick<Context, 'db' | 'now'>, token: string): Promise<boolean>;
  /**
   * Makes the actor join the campaign with this token.
   * @returns the campaign's id
   * @throws NotFound; RuleRefused
   */
  join(ctx: Context, token: string): Promise<number>;
}

/** The dependencies of the accounts' routes. */
export interface AccountDeps extends IdentitySignInDeps {
  /** The base of the server's addresses. */
  publicUrl: string;
  /** Null: no identity provider is configured, and its sessions are refused. */
  identity: IdentityProvider | null;
  /** Null: the console offers no sign-in at the identity provider. */
  identitySignIn: IdentitySignIn | null;
  /** Keys that the identity provider's hooks may present: the current one, and the previous one during a replacement. */
  serviceApiKeys: readonly string[];
  /** Empty without a demo. */
  demoSignIns(): Promise<DemoSignIn[]>;
  campaigns: CampaignInvitations;
  /** Connections of pages that are told of changes; null: pages are not told. */
  changes: ChangeConnections | null;
}
