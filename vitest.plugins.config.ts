import { defineConfig } from 'vitest/config';

/** Tests of plugins in the engines of stores, and of the client in other runtimes (`npm run test:plugins`), whose packages are installed apart; CONTRIBUTING.md. */
export default defineConfig({
  test: {
    include: ['plugins/**/*.test.ts', 'packages/client/runtimes/*.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: ['tests/harness/global-setup.ts'],
    setupFiles: ['tests/harness/each-file.ts'],
    pool: 'forks',
    // Two engines start beside each other.
    maxWorkers: 2,
    // As in vitest.config.ts.
    isolate: false,
    experimental: { fsModuleCache: true },
    testTimeout: 120_000,
    // An engine starts in ten seconds on an idle machine.
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
