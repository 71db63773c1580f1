import { createVault } from '../../src/platform/secrets/vault.ts';

/** The vault of tests. All applications of a database share it. */
export const TEST_VAULT = createVault([Buffer.alloc(32, 0x5a)]);
