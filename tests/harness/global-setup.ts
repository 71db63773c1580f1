import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { completeDatabase } from '../../src/platform/complete-database.ts';
import type { Logger } from '../../src/platform/context.ts';
import { startEmbeddedDatabase } from '../../src/platform/database/embedded/embedded-database.ts';
import { migrate, migrationsFolder } from '../../src/platform/database/migrate.ts';
import { keepFilesInMemory } from './memory-folder.ts';
import { createDatabase, dropTemplates, onDatabase, runSql } from './test-databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A server for tests, the migrated database on it that each test file copies, and a folder that exists as long as the run. */
    testServer: { url: string; template: string; folder: string };
  }
}

const quiet: Logger = {
  debug: () => {},
  info: () => {},
  warn: (...args: unknown[]) => console.warn(...args),
  error: (...args: unknown[]) => console.error(...args),
};

/**
 * One PostgreSQL for the whole run (or the one at TEST_DATABASE_URL, whose role may create databases), and one migrated
 * template on it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removeFiles = keepFilesInMemory();
  const server = process.env.TEST_DATABASE_URL
    ? { url: process.env.TEST_DATABASE_URL, stop: async () => {} }
    : await startThrowAwayServer();
  const template = `tributary_template_${process.pid}_${Date.now().toString(36)}`;
  try {
    await createDatabase(server.url, template, null);
    await migrate(onDatabase(server.url, template), migrationsFolder(), quiet, completeDatabase);
    // Tests sign administrators in with a password, except those about this requirement.
    await runSql(
      onDatabase(server.url, template),
      'UPDATE account_settings SET second_factor_for_administrators = false',
    );
    // Each application makes these partitions if they are missing, which takes longer than copying them.
    await runSql(
      onDatabase(server.url, template),
      "SELECT ensure_click_months(current_date - 1, (current_date + interval '2 months')::date), ensure_visitor_days(current_date, current_date + 2)",
    );
  } catch (error) {
    await server.stop();
    removeFiles();
    throw error;
  }
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tributary-run-'));
  project.provide('testServer', { url: server.url, template, folder });
  return async () => {
    await fs.rm(folder, { recursive: true, force: true });
    await dropTemplates(server.url, template).finally(() => server.stop());
    removeFiles();
  };
}

async function startThrowAwayServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'tributary-test-'));
  // As root, the server runs as another user, who must be able to enter this folder; the data itself stays private.
  await fs.chmod(dataDir, 0o711);
  const database = await startEmbeddedDatabase({ dataDir, log: quiet, testOnlyWithoutFsync: true });
  const stop = async () => {
    await database.stop();
    await fs.rm(dataDir, { recursive: true, force: true });
  };
  return { url: database.url, stop };
}
