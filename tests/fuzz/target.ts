import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { redirectHandler } from '../../src/api/redirect.ts';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { type DemoFile, readDemoFile } from '../../src/demo/demo-file.ts';
import { demoPeople, loadDemo } from '../../src/demo/index.ts';
import { readBrand, tokenAuthenticator } from '../../src/modules/accounts/index.ts';
import { startClicks } from '../../src/modules/clicks/index.ts';
import { LiveIndex } from '../../src/modules/links/index.ts';
import { startAttributionRetry } from '../../src/modules/orders/index.ts';
import { createPeriodCloser } from '../../src/modules/payments/index.ts';
import { openVault } from '../../src/open-vault.ts';
import { createCalendar } from '../../src/platform/calendar.ts';
import { createCrm } from '../../src/platform/crm/crm.ts';
import { connectDatabase, type DatabaseConnection } from '../../src/platform/database/database.ts';
import { openNotifications } from '../../src/platform/database/notifications.ts';
import { loggerOptions } from '../../src/platform/http/request-log.ts';
import { startJobs } from '../../src/platform/jobs/run-jobs.ts';
import { createMailer } from '../../src/platform/mail/mailer.ts';
import { manualProvider } from '../../src/platform/payment-provider/manual.ts';
import { createFileRemover } from '../../src/platform/storage/remove-file.ts';
import { createStorage } from '../../src/platform/storage/storage.ts';
import { closedProver } from '../harness/closed-prover.ts';
import { PATIENT } from '../harness/timeouts.ts';

const SERVICE_KEY = 'a-service-key-of-the-fuzz-run';
/** Long, because the test does not measure the speed of the machine. */
const TIMEOUT_MS = 30_000;

/** The whole product on the demo market, listening on a port, with every line of its log stored. */
export interface Target {
  app: FastifyInstance;
  port: number;
  database: DatabaseConnection;
  live: LiveIndex;
  demo: DemoFile;
  serviceKey: string;
  /** All lines so far; a reader may remove them. */
  log: string[];
  close(): Promise<void>;
}

/**
 * Assembles the application as `serve` does, including jobs, over a migrated and empty database. In addition, each reply is compared
 * with its documentation, and there is no rate limit. @param port 0 for any free port
 */
export async function openTarget(databaseUrl: string, dataDir: string, port = 0): Promise<Target> {
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    PORT: '3000',
    TRUST_PROXY: 'loopback',
    ENCRYPTION_KEY: '5a'.repeat(32),
    SERVICE_API_KEY: SERVICE_KEY,
    RATE_LIMIT_MAX: '999999999',
  });
  const log: string[] = [];
  const logStream = { write: (line: string) => void log.push(line) };
  const logger = pino(loggerOptions('info'), logStream);
  const now = () => new Date();
  const calendar = createCalendar(config.timeZone);
  const storage = createStorage(config);
  const database = connectDatabase(databaseUrl, {
    maxConnections: 10,
    statementTimeoutMs: 30_000,
    onPoolError: () => {},
  });
  const { db, pool } = database;
  pool.options.connectionTimeoutMillis = TIMEOUT_MS;
  const notifications = await openNotifications(databaseUrl, logger);
  const live = await LiveIndex.open(pool, notifications, logger);
  const vault = await openVault(config, database.db);
  await loadDemo({ pool, db, config, calendar, now, log: logger, live, storage, vault, onProgress: () => {} });
  const clicks = await startClicks({
    databaseUrl,
    pool,
    dataDir,
    calendar,
    trustProxy: config.trustProxy,
    isLocal: true,
    now: Date.now,
    logger,
    timeouts: PATIENT,
  });
  const handlers = [
    createMailer({ ...config, readBrand: () => readBrand(db) }),
    createCrm(config.hubspot, logger),
    createFileRemover(storage),
  ];
  handlers.push(createPeriodCloser({ db, progressDb: db, now, calendar, company: config.company }));
  const jobs = startJobs({ databaseUrl, handlers, log: logger });
  const waiting = startAttributionRetry({ db, now, log: logger, publicUrl: config.publicUrl });
  const app = await buildApp({
    config,
    database,
    live,
    calendar,
    clicks,
    jobs,
    now,
    storage,
    vault,
    logStream,
    domainProver: closedProver(),
    authenticate: tokenAuthenticator(pool, now),
    demoSignIns: () => demoPeople(config),
    redirect: redirectHandler(clicks),
    paymentProvider: manualProvider,
    identity: null,
    serviceApiKeys: [SERVICE_KEY],
    healthTimeoutMs: TIMEOUT_MS,
    checkReplies: true,
  });
  await app.listen({ host: '127.0.0.1', port });
  const close = async () => {
    await app.close();
    waiting.stop();
    await jobs.stop();
    await clicks.stop();
    await notifications.stop();
    await pool.end();
  };
  const demo = await readDemoFile(path.resolve(dataDir));
  return { app, port: portOf(app), database, live, demo: demo!, serviceKey: SERVICE_KEY, log, close };
}

export function portOf(app: FastifyInstance): number {
  return (app.server.address() as { port: number }).port;
}

/** Secrets that must never be revealed, by name. */
export function secretsOf({ demo, serviceKey }: Target, dataDir: string, databaseUrl: string): Map<string, string> {
  const password = new URL(databaseUrl).password;
  return new Map([
    ...Object.entries(demo.tokens).map(([role, token]): [string, string] => [token, `tokens.${role}`]),
    [serviceKey, 'service_api_key'],
    [dataDir, 'DATA_DIR'],
    ...(password === '' ? [] : [[decodeURIComponent(password), 'the password of the database'] as [string, string]]),
  ]);
}
