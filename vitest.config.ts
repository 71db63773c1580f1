import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/harness/longest-first.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts', 'console/{src,bundle}/**/*.test.ts', 'packages/**/*.test.ts'],
    // In a browser: `npm run test:browser`.
    exclude: ['tests/browser/**', 'packages/client/runtimes/**', '**/node_modules/**'],
    globalSetup: ['tests/harness/global-setup.ts'],
    setupFiles: ['tests/harness/each-file.ts'],
    // Processes, not threads: the kernel ends a test's embedded server when the thread that started it ends.
    pool: 'forks',
    // One more than processors of the machine that decides: a test also waits, for the database and for programs.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Most objects of a test live only for milliseconds. With more space for new objects, V8 copies fewer of them.
    execArgv: ['--max-semi-space-size=64'],
    // Files share a process and its modules: half of a run went into loading the same ones for each file.
    isolate: false,
    // Keeps transformed modules between runs, by their content: a third of the CPU time of a run of one file.
    experimental: { fsModuleCache: true },
    // What a test puts in place of something is gone when the next one begins.
    unstubEnvs: true,
    unstubGlobals: true,
    // A hang is ended, a slow machine is not: tests that start servers take five seconds on a busy one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    teardownTimeout: 20_000,
  },
});
