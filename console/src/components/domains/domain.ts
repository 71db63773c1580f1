import type { paths } from '@tributary/client';

/** A domain of a store, with its standing and proofs. */
export type Domain =
  paths['/v2/stores/{store}/domains']['get']['responses']['200']['content']['application/json']['domains'][number];
