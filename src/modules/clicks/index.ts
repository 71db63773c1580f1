import type { IncomingMessage, ServerResponse } from 'node:http';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { Calendar } from '../../platform/calendar.ts';
import type { Logger } from '../../platform/context.ts';
import { visitorCountry } from '../../platform/http/visitor-country.ts';
import type { NatsAddress } from '../../platform/nats/nats-address.ts';
import { createClickAnnouncer } from './announce-clicks.ts';
import { LogUnavailable } from './carry-loop.ts';
import type { Timeouts } from './click-database.ts';
import type { ClickLog } from './click-log.ts';
import type { EdgeData } from './edge/publish-snapshot.ts';
import type { Edge, EdgeDeps } from './edge/start-edge.ts';
import type { JournalLimits } from './journal/journal-writer.ts';
import { type LinkDomains, linkHosts } from './link-hosts.ts';
import { type LocalClickLogDeps, openLocalClickLog } from './local-click-log.ts';
import { isPlainLoopback } from './local-shoppers.ts';
import { maintainClickLog, purgeVisitors } from './maintenance.ts';
import { measureClicks } from './metrics.ts';
import { Profiles } from './profiles.ts';
import type { RecorderFigures } from './recorder-figures.ts';
import { createRedirect } from './redirect.ts';
import { shopperAddress } from './shopper-address.ts';
import { mayBeTracked } from './tracked-target.ts';
import { VisitorKeys } from './visitor.ts';

export {
  CLASS_NAMES,
  CLICK_CLASSES,
  CLICK_REFUSALS,
  type ClassName,
  ClickClass,
  type ClickRefusal,
  classNameOf,
  LINK_REFUSALS,
  type LinkRefusal,
  orderRefusalOf,
} from './click-classes.ts';
export { clickInstant } from './click-id.ts';
export { DEVICES, type Device } from './device-country.ts';
export type { Edge } from './edge/start-edge.ts';
export { CLICK_EVENTS, type ClickAudience, publishClicks } from './events.ts';
export { trimJournal } from './journal/trim-journal.ts';
export type { KeptCandidate } from './kept-terms.ts';
export { linkQuotes } from './link-terms.ts';
export { isLocalAddress } from './local-shoppers.ts';
export { purgeClicks } from './maintenance.ts';
export {
  findClickOwners,
  findLeadingClick,
  type OrderTerms,
  type TraceOwner,
  termsOfLink,
  termsOfLinks,
} from './order-terms.ts';
export type { FixedTerms, ShareOrigin } from './profile.ts';
export { purgeClickSubs } from './purge-subs.ts';
export { purgeClickTerms } from './purge-terms.ts';
export { readOwnClicks } from './read-own-clicks.ts';
export { type PastClick, recordPastClicks } from './record-past-clicks.ts';
export { belongsToStore, LINK_REFUSED_SQL, OWN_STORE_SQL } from './refusal.ts';
export { prepareReplay, type ReplayTerms, type ReplayWindow } from './replay/prepare-replay.ts';
export { type ReplayFigures, type ReplayResult, replayClicks } from './replay/replay-clicks.ts';
export { clickRoutesV2 } from './routes.v2.ts';
export { SUB_NAMES, type SubName } from './subs.ts';

const NO_DOMAINS: LinkDomains = { owners: new Map() };
const MAINTENANCE_MS = 60 * 60_000;
const MAX_REMEMBERED_LINKS = 50_000;
/** Maximum time for which a read after a redirect waits until its click is counted. */
const READ_TIMEOUT_MS = 250;

export interface ClickDeps {
  databaseUrl: string;
  pool: pg.Pool;
  /** The journals are in `clicks/` below it. */
  dataDir: string;
  /** The address of the log in NATS JetStream; null or omitted: the journals are the log. */
  stream?: NatsAddress | null;
  /** The script of each store, by tracking key, for edges. */
  scripts?: () => Promise<ReadonlyMap<string, string>>;
  calendar: Calendar;
  /** Proxies whose X-Forwarded-For counts; null trusts none. */
  trustProxy: string | null;
  /** The header that contains the visitor's country, as set by these proxies, in lower case; none by default. */
  countryHeader?: string | null;
  /** Domains of creators and agencies, on which only their own links are followed; none unless given. */
  domains?: LinkDomains;
  /** Exempts shoppers on this machine from the network limits, for a marketplace that other machines cannot reach. */
  isLocal?: boolean;
  now: () => number;
  logger: Logger;
  /** Timeouts of the database; a few seconds by default. */
  timeouts?: Timeouts;
  /** Maximum sizes of a segment and of the journal in bytes. */
  limits?: JournalLimits;
}

/** The running click log of one process: the redirect's handler, and its start and stop. */
export interface Clicks {
  /** Answers `/r/{code}`. */
  redirect: (request: IncomingMessage, response: ServerResponse) => void;
  /** Whether a request is for a tracked link whose path was changed, or for a domain of a creator or an agency, where `redirect` answers every path. */
  claims(request: IncomingMessage): boolean;
  figures: RecorderFigures;
  /** Clicks in the journal that are not counted yet. */
  waiting(): number;
  /** Registers the figures for /metrics. */
  measure(registry: Registry): void;
  /**
   * Waits until every click that this process has acknowledged is counted, up to a time limit (`READ_TIMEOUT_MS` by default),
   * and not while the database is unavailable. Undefined when there is nothing to wait for.
   */
  settled(timeoutMs?: number): Promise<void> | undefined;
  /** Waits until every click taken in is durable and, while the database takes them, counted. */
  stop(): Promise<void>;
}

/** Prepares partitions and keys, carries the journals that earlier processes have left, and returns when clicks can be recorded. */
export async function startClicks(deps: ClickDeps): Promise<Clicks> {
  const { databaseUrl, pool, dataDir, stream, calendar, trustProxy, isLocal = false, now, logger } = deps;
  const { countryHeader = null, domains = NO_DOMAINS } = deps;
  const hosts = linkHosts(domains);
  const keys = new VisitorKeys();
  const maintain = () => maintainClickLog(pool, keys, calendar, now());
  await maintain();
  const profiles = new Profiles(pool, MAX_REMEMBERED_LINKS);
  const { timeouts, limits } = deps;
  const announcer = createClickAnnouncer(pool, logger);
  const recording = { databaseUrl, profiles, dataDir, logger, timeouts, limits, onRecorded: announcer.add };
  const log = await openClickLog(recording, stream ?? null, {
    pool,
    domains,
    scripts: deps.scripts ?? (async () => new Map()),
  });
  const catchUp = async () => {
    await log.catchUp();
    // Clicks that waited in the log are compared with the visitors of their own day, so visitors are deleted after these clicks are
    // recorded.
    await log.purgeVisitors(await purgeVisitors(pool, calendar, now()), now());
  };
  await catchUp().catch((error) => {
    // NATS is unavailable. This process redirects shoppers without it.
    if (!(error instanceof LogUnavailable)) throw error;
    logger.warn(
      { reason: error.message },
      'the click log in NATS is not carried to its end; visitors are kept until it is',
    );
  });
  const timer = setInterval(() => {
    // Others' journals too: a process may have died, and none have taken its place.
    maintain()
      .then(catchUp)
      .catch((error) => logger.error({ err: error }, 'maintenance of the click log failed'));
  }, MAINTENANCE_MS);
  timer.unref();
  return {
    redirect: createRedirect({
      profiles,
      log,
      hosts,
      keys,
      calendar,
      now,
      logger,
      addressOf: shopperAddress(trustProxy),
      countryOf: visitorCountry({ trustProxy, countryHeader }),
      isLimited: isLocal ? (request, address) => !isPlainLoopback(request, address) : () => true,
    }),
    claims: (request) => hosts.admits(request) !== undefined || mayBeTracked(request.url ?? ''),
    figures: log.figures,
    waiting: () => log.waiting(),
    measure: (registry) => measureClicks(registry, log),
    settled: (timeoutMs = READ_TIMEOUT_MS) => log.settled(timeoutMs),
    async stop() {
      clearInterval(timer);
      await log.stop();
      announcer.stop();
    },
  };
}

/** Prepares the click log for the days from `now` on and closes past days, like the hourly maintenance of a running log. */
export async function prepareClickLog(pool: pg.Pool, calendar: Calendar, now: Date): Promise<void> {
  await maintainClickLog(pool, new VisitorKeys(), calendar, now.getTime());
}

/** Starts a process that sends shoppers on without a database; see `edge/start-edge.ts`. */
export async function startEdge(deps: EdgeDeps): Promise<Edge> {
  return (await import('./edge/start-edge.ts')).startEdge(deps);
}

/** NATS and its packages are loaded by those who use them. */
async function openClickLog(deps: LocalClickLogDeps, address: NatsAddress | null, edges: EdgeData): Promise<ClickLog> {
  if (address === null) return openLocalClickLog(deps);
  const { openStreamClickLog } = await import('./stream/stream-click-log.ts');
  return openStreamClickLog({ ...deps, address, edges });
}
