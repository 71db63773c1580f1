import fs from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
    /** The address that starts the database server of the run (`testServer`), and a folder that exists as long as the run. */
    testRun: { address: string; folder: string };
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
 * template on it. Both are started by the first test file that needs them, so that a file of pure functions does not wait for them.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removeFiles = keepFilesInMemory();
  let started: ReturnType<typeof startServer> | null = null;
  const starter = createServer((_request, reply) => {
    started ??= startServer();
    started.then(
      ({ url, template }) => reply.end(JSON.stringify({ url, template })),
      (error) => reply.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => starter.listen(0, '127.0.0.1', resolve));
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tributary-run-'));
  project.provide('testRun', { address: `http://127.0.0.1:${(starter.address() as AddressInfo).port}/`, folder });
  return async () => {
    starter.closeAllConnections();
    await new Promise((resolve) => starter.close(resolve));
    await fs.rm(folder, { recursive: true, force: true });
    const server = await started?.catch(() => null);
    if (server != null) await dropTemplates(server.url, server.template).finally(() => server.stop());
    removeFiles();
  };
}

async function startServer(): Promise<{ url: string; template: string; stop: () => Promise<void> }> {
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
    return { ...server, template };
  } catch (error) {
    await server.stop();
    throw error;
  }
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
