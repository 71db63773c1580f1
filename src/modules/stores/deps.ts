import type { IdentityProvider } from '../../platform/auth/identity-session.ts';
import type { FileStorage } from '../../platform/storage/storage.ts';
import type { DomainProver } from './domain-proofs/domain-prover.ts';

/** The dependencies of the stores' routes. */
export interface StoreDeps {
  /** Searches for proofs of domains. */
  domainProver: DomainProver;
  /** The base of the server's addresses. */
  publicUrl: string;
  storage: FileStorage;
  /** Null if no identity provider is configured; its sessions are then refused. */
  identity: IdentityProvider | null;
  /** The operator's maximum of days after which orders are approved by themselves; null: none, so that orders may also wait for a decision. */
  maxApprovalDays: number | null;
  /**
   * Makes URL matching in this process read a store again; resolves when it has. Call it after committing a change of a store's
   * row, domains or rules. Other processes are notified by the database.
   */
  refreshIndex(storeId: number): Promise<void>;
}
