import { onTestFinished } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';

export type { DatabaseProxy };

/** Opens a proxy on loopback in front of the server of a `postgres://` address; closed after the test. */
export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const proxy = await startDatabaseProxy(databaseUrl);
  onTestFinished(proxy.close);
  return proxy;
}
