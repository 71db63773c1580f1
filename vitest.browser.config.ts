import { defineConfig } from 'vitest/config';

/** Tests in a real browser (`npm run test:browser`); where there is no Chromium they are skipped. */
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    globalSetup: ['tests/harness/global-setup.ts', 'tests/harness/browser-setup.ts'],
    setupFiles: ['tests/harness/each-file.ts'],
    pool: 'forks',
    // One more than processors of the machine that decides: a browser test also waits, for frames and for the network.
    maxWorkers: 3,
    // As in vitest.config.ts.
    isolate: false,
    experimental: { fsModuleCache: true },
    testTimeout: 120_000,
    // A page under load answers later than within the usual second.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
  },
});
