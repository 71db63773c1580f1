import { tmpdir } from 'node:os';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { LiveIndex } from './modules/links/index.ts';
import { createCalendar } from './platform/calendar.ts';
import { connectDatabase } from './platform/database/database.ts';
import { manualProvider } from './platform/payment-provider/manual.ts';
import { diskStorage } from './platform/storage/disk.ts';

/**
 * Returns the OpenAPI document of this version. The application is assembled but receives no requests, and no
 * database connection is opened. `npm run client` generates the console's typed client from it.
 */
export async function openApiDocument(config: Config): Promise<object> {
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
  });
  try {
    return app.swagger();
  } finally {
    await app.close();
    await database.pool.end();
  }
}
