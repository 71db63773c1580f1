import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import proxyAddr from '@fastify/proxy-addr';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { Calendar } from '../../platform/calendar.ts';
import type { Logger } from '../../platform/context.ts';
import { ClickLog, type Patience } from './click-log.ts';
import { isPlainLoopback } from './local-shoppers.ts';
import { forgetVisitors, maintainClickLog } from './maintenance.ts';
import { measureClicks } from './metrics.ts';
import { Profiles } from './profiles.ts';
import { ClickRecorder, type RecorderFigures } from './recorder.ts';
import { createRedirect } from './redirect.ts';
import { ClickSpool } from './spool.ts';
import { VisitorKeys } from './visitor.ts';

export { CLICK_EVENTS, type ClickAudience, publishClicks } from './events.ts';
export { isLocalAddress } from './local-shoppers.ts';
export { forgetClicks } from './maintenance.ts';
export { type ClickRefusal, findLeadingClick, type OrderTerms, termsOfLink } from './order-terms.ts';
export { purgeClickSubs } from './purge-subs.ts';
export { type PastClick, recordPastClicks } from './record-past-clicks.ts';
export { belongsToStore, LINK_REFUSALS, LINK_REFUSED_SQL, type LinkRefusal, OWN_STORE_SQL } from './refusal.ts';
export { clickRoutesV2 } from './routes.v2.ts';
export { SUB_NAMES, type SubName } from './subs.ts';

const MAINTENANCE_MS = 60 * 60_000;
const MOST_REMEMBERED_LINKS = 50_000;

export interface ClickParts {
  databaseUrl: string;
  pool: pg.Pool;
  /** Clicks wait in `spool/` below it while the database cannot be reached. */
  dataDir: string;
  calendar: Calendar;
  /** Proxies whose X-Forwarded-For counts; null trusts none. */
  trustProxy: string | null;
  /** Shoppers on this machine are not limited by network; for a marketplace that nobody else reaches. */
  isLocal?: boolean;
  now: () => number;
  logger: Logger;
  /** Of the click log; seconds unless given. */
  patience?: Patience;
}

/** The running click log of one process: the redirect's handler, and its start and stop. */
export interface Clicks {
  /** Answers `/r/{code}`. */
  redirect: (request: IncomingMessage, response: ServerResponse) => void;
  figures: RecorderFigures;
  /** Registers the figures for /metrics. */
  measure(registry: Registry): void;
  /** Waits until every click taken in is durable. */
  stop(): Promise<void>;
}

/** Prepares partitions and keys, replays what an earlier process left in the spool, and is ready for clicks. */
export async function startClicks(parts: ClickParts): Promise<Clicks> {
  const { databaseUrl, pool, dataDir, calendar, trustProxy, isLocal = false, now, logger, patience } = parts;
  const keys = new VisitorKeys();
  const maintain = () => maintainClickLog(pool, keys, calendar, now());
  await maintain();
  const profiles = new Profiles(pool, MOST_REMEMBERED_LINKS);
  const spool = new ClickSpool(path.join(dataDir, 'spool'));
  const recorder = new ClickRecorder({
    log: new ClickLog(databaseUrl, profiles, patience),
    replayLog: new ClickLog(databaseUrl, profiles, patience),
    spool,
    profiles,
    logger,
  });
  // A click that waited in the spool is held against the visitors of its own day, so those are forgotten after it.
  const catchUp = async () => {
    await recorder.replaySpool();
    await spool.forgetVisitors(await forgetVisitors(pool, calendar, now()));
  };
  await catchUp();
  const timer = setInterval(() => {
    // The spool too: a process may have died, and none have taken its place.
    maintain()
      .then(catchUp)
      .catch((error) => logger.error({ err: error }, 'maintenance of the click log failed'));
  }, MAINTENANCE_MS);
  timer.unref();
  return {
    redirect: createRedirect({
      ...{ profiles, recorder, keys, calendar, now, logger },
      addressOf: addressOf(trustProxy),
      isLimited: isLocal ? (request, address) => !isPlainLoopback(request, address) : () => true,
    }),
    figures: recorder.figures,
    measure: (registry) => measureClicks(registry, recorder.figures),
    async stop() {
      clearInterval(timer);
      await recorder.stop();
    },
  };
}

function addressOf(trustProxy: string | null): (request: IncomingMessage) => string {
  if (trustProxy === null) return (request) => request.socket.remoteAddress ?? '';
  const trusted = proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
  return (request) => proxyAddr(request, trusted);
}
