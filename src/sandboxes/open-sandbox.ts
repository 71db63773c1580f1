import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { redirectHandler } from '../api/redirect.ts';
import { buildApp } from '../app.ts';
import { tokenAuthenticator } from '../modules/accounts/index.ts';
import { startClicks } from '../modules/clicks/index.ts';
import { LiveIndex } from '../modules/links/index.ts';
import { openNotifications } from '../platform/database/notifications.ts';
import type { RedirectHandler } from '../platform/http/server.ts';
import { settle, withExclusiveLock } from './advance.ts';
import type { Inside } from './inside.ts';

/** The running application of a sandbox, for one instant of its clock. */
export interface OpenSandbox {
  app: FastifyInstance;
  redirect: RedirectHandler;
  /** The time of its clock. When the clock advances, the sandbox is opened again. */
  clock: Date;
  inside: Inside;
  /** Requests that are not answered yet. */
  underWay: number;
  lastUsedMs: number;
  /** Runs the jobs and sends the webhooks that a request has enqueued. */
  settleSoon(): void;
  /** Waits until all enqueued work is done. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Assembles the application of a sandbox, from the same parts as that of the marketplace. It is not listening: requests are handed to it.
 * @param noteTokens called when the sandbox has new tokens, and before it is closed
 */
export async function openSandbox(inside: Inside, noteTokens: () => Promise<void>): Promise<OpenSandbox> {
  const { config, pool, db, calendar, log, now } = inside;
  const started: (() => Promise<unknown>)[] = [() => inside.close()];
  const close = async () => {
    for (const end of started.splice(0).reverse()) await end();
  };
  try {
    const notifications = await openNotifications(inside.url, log);
    started.push(() => notifications.stop());
    const live = await LiveIndex.open(pool, notifications, log);
    const clicks = await startClicks({
      databaseUrl: inside.url,
      pool,
      dataDir: inside.folder,
      calendar,
      logger: log,
      isLocal: false,
      trustProxy: config.trustProxy,
      countryHeader: config.countryHeader ?? null,
      now: () => now().getTime(),
    });
    started.push(() => clicks.stop());
    const redirect = redirectHandler(clicks);
    const app = await buildApp({
      isSandbox: true,
      // Metrics are those of the process. A sandbox has no token for them.
      config: { ...config, redisUrl: null, metricsToken: randomBytes(32).toString('hex') },
      database: { pool, db },
      authenticate: tokenAuthenticator(pool, now),
      live,
      calendar,
      clicks,
      now,
      redirect,
      storage: inside.storage,
      outbound: inside.outbound,
      vault: inside.vault,
      paymentProvider: inside.paymentProvider,
      identity: null,
      serviceApiKeys: [],
    });
    started.push(() => app.close());
    let settling: Promise<unknown> = Promise.resolve();
    let newest = await newestToken(pool);
    const noteNewTokens = async () => {
      const found = await newestToken(pool);
      if (found === newest) return;
      newest = found;
      await noteTokens();
    };
    const open: OpenSandbox = {
      app,
      redirect,
      inside,
      clock: now(),
      underWay: 0,
      lastUsedMs: Date.now(),
      settleSoon() {
        settling = settling
          .then(noteNewTokens)
          .then(() => withExclusiveLock(pool, () => settle(inside)))
          .catch((err) => log.warn({ err, sandbox: inside.id }, 'jobs of a sandbox could not be run'));
      },
      settled: async () => {
        await clicks.settled();
        await settling;
      },
      close: async () => {
        await settling;
        await noteTokens().catch((err) =>
          log.warn({ err, sandbox: inside.id }, 'tokens of a sandbox could not be noted'),
        );
        await close();
      },
    };
    return open;
  } catch (error) {
    await close();
    throw error;
  }
}

async function newestToken(pool: pg.Pool): Promise<number | null> {
  const { rows } = await pool.query<{ id: number | null }>('SELECT max(id) AS id FROM tokens');
  return rows[0]!.id;
}
