import type { DomainProver } from '../stores/index.ts';
import type { LiveIndex } from './live-index.ts';

/** Dependencies of the link routes. */
export interface LinkDeps {
  live: LiveIndex;
  /** Prefix of tracked URLs. */
  publicUrl: string;
  /** The host of sandboxes; null if it is that of `publicUrl`. */
  sandboxUrl: string | null;
  timeZone: string;
  /** Looks for proofs of domains. */
  domainProver: DomainProver;
}
