import type { IdentityProvider } from '../../platform/auth/identity-session.ts';
import type { FileStorage } from '../../platform/storage/storage.ts';
import type { DomainProver } from './domain-proofs/domain-prover.ts';

/** What the stores' routes stand on. */
export interface StoreDeps {
  /** Looks for the proofs of domains. */
  domainProver: DomainProver;
  /** What addresses of ours begin with. */
  publicUrl: string;
  storage: FileStorage;
  /** Null: no identity provider is configured, and its sessions are refused. */
  identity: IdentityProvider | null;
  /**
   * Lets URL matching in this process know what a store has become, and resolves then; call it after the commit of whatever changed a
   * store's row, domains or rules. Other processes hear of it from the database.
   */
  refreshIndex(storeId: number): Promise<void>;
}
