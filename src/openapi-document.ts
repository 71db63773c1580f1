import { tmpdir } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { LiveIndex } from './modules/links/index.ts';
import { createCalendar } from './platform/calendar.ts';
import { connectDatabase } from './platform/database/database.ts';
import { manualProvider } from './platform/payment-provider/manual.ts';
import { diskStorage } from './platform/storage/disk.ts';

/**
 * Assembles the application for its documentation: it is to receive no requests, and opens no database connection. The
 * caller closes it.
 */
export async function documentedApp(config: Config): Promise<FastifyInstance> {
  const database = connectDatabase('postgres://127.0.0.1/none', {
    maxConnections: 1,
    statementTimeoutMs: 1_000,
    onPoolError: () => undefined,
  });
  const app = await buildApp({
    config: { ...config, redisUrl: null, logLevel: 'silent' },
    database,
    authenticate: async () => null,
    live: Object.create(LiveIndex.prototype) as LiveIndex,
    storage: diskStorage(tmpdir()),
    paymentProvider: manualProvider,
    identity: null,
    serviceApiKeys: [],
    calendar: createCalendar(config.timeZone),
    reference: null,
  });
  // A pool without connections has nothing to wait for.
  await database.pool.end();
  return app;
}

/** Returns the OpenAPI document of this version. `npm run client` generates the console's typed client from it. */
export async function openApiDocument(config: Config): Promise<object> {
  const app = await documentedApp(config);
  try {
    return app.swagger();
  } finally {
    await app.close();
  }
}
