import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import pino from 'pino';
import { type Config, InvalidConfiguration } from './config.ts';
import { prepareDataFolder } from './data-folder.ts';
import { explainedListenError } from './listen-error.ts';
import { type Edge, startEdge } from './modules/clicks/index.ts';
import { ANY_PAGE_HEADERS, scriptReply } from './modules/orders/index.ts';
import { readCredential } from './platform/auth/credential.ts';
import { createCalendar } from './platform/calendar.ts';
import { isLocalPeer } from './platform/http/local-peer.ts';
import { metricsGate } from './platform/http/metrics-route.ts';
import { loggerOptions } from './platform/http/request-log.ts';
import { answerClientErrors, redirectServer } from './platform/http/server.ts';
import { printMetrics, watchProcess } from './platform/metrics.ts';
import { startTelemetryIfSet } from './platform/telemetry/telemetry.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const STOP_TIMEOUT_MS = 20_000;
const NOT_STORED = { 'cache-control': 'no-store' };
const SCRIPT = /^\/t\/([A-Za-z0-9_%.~-]{1,200})\.js(?:[?#]|$)/;

/**
 * Runs an edge until SIGTERM or SIGINT. An edge serves the redirect and the stores' scripts from data that application processes
 * publish in NATS. It needs no database. It listens as soon as it has read all links.
 * @throws InvalidConfiguration without CLICK_LOG_URL; CannotListen, DataFolderRefused
 */
export async function serveEdge(config: Config, announce: (sentence: string) => void): Promise<void> {
  const { clickLog: address, dataDir, trustProxy, countryHeader, host, port, metricsToken } = config;
  if (address === null) throw new InvalidConfiguration('CLICK_LOG_URL must be set: an edge keeps clicks in NATS.');
  const logger = pino(loggerOptions(config.logLevel));
  await prepareDataFolder(dataDir, { isPrivate: true });
  const calendar = createCalendar(config.timeZone);
  announce('Waiting for the links …');
  const edge = await startEdge({ address, dataDir, calendar, trustProxy, countryHeader, now: Date.now, logger });
  const telemetry = await startTelemetryIfSet(config.telemetry, logger);
  const endMetrics = telemetry.exportMetrics(edge.metrics);
  const server = createEdgeServer(edge, { metricsToken });
  const stop = async () => {
    await endMetrics();
    await close(server);
    await edge.stop();
    await telemetry.stop();
  };
  try {
    await listen(server, config);
  } catch (error) {
    await endMetrics();
    await edge.stop();
    await telemetry.stop();
    throw error;
  }
  announce(`The edge is ready at http://${host.includes(':') ? `[${host}]` : host}:${port}`);
  stopOnSignal(stop, { graceMs: STOP_TIMEOUT_MS, log: logger, announce });
}

interface Reply {
  status: number;
  headers: Record<string, string>;
  body?: string | null;
}

/**
 * Creates the server of an edge: the redirect, the scripts, `/healthz` (also `/health`) for proxies and `/metrics`.
 * @param metricsToken the token for `/metrics`; null: only this machine may read them
 */
export function createEdgeServer(edge: Edge, { metricsToken }: { metricsToken: string | null }): Server {
  watchProcess();
  const mayRead = metricsGate(metricsToken);
  const server = redirectServer(
    (request, response) => {
      if (request.url !== '/metrics' || !isRead(request)) return send(response, otherReply(edge, request));
      const isAdmitted = mayRead(readCredential(request.headers.authorization), isLocalPeer(request));
      if (!isAdmitted) return send(response, { status: 401, headers: { 'www-authenticate': 'Bearer', ...NOT_STORED } });
      printMetrics(edge.metrics).then(
        ({ type, text }) =>
          send(response, { status: 200, headers: { 'content-type': type, ...NOT_STORED }, body: text }),
        () => send(response, { status: 500, headers: NOT_STORED }),
      );
    },
    { handle: edge.redirect, claims: edge.claims },
  );
  answerClientErrors(server);
  return server;
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

/** Serves scripts and health checks only; other requests belong to the application. */
function otherReply(edge: Edge, request: IncomingMessage): Reply {
  const { url = '', headers } = request;
  if (!isRead(request)) return { status: 405, headers: { allow: 'GET, HEAD' } };
  if (url === '/healthz' || url === '/health') return health(edge);
  const key = decoded(SCRIPT.exec(url)?.[1]);
  if (key === null) return { status: 404, headers: {} };
  const script = edge.scriptOf(key);
  if (script === undefined) return { status: 404, headers: ANY_PAGE_HEADERS };
  const found = scriptReply(script, headers['if-none-match']);
  return { ...found, headers: { ...ANY_PAGE_HEADERS, ...found.headers } };
}

/**
 * An edge is healthy as long as it can send shoppers on, also without NATS and with old links. It is unhealthy while it cannot
 * store clicks; the proxy should then use another edge.
 */
function health(edge: Edge): Reply {
  const { isConnected, isRefusing, links, snapshotAgeMs, waiting, journaled, forwarded, refused } = edge.state();
  const body = JSON.stringify({
    status: isRefusing ? 'refusing' : 'ok',
    nats: isConnected ? 'up' : 'unavailable',
    links,
    snapshot_age_seconds: Math.round(snapshotAgeMs / 1_000),
    waiting,
    journaled,
    forwarded,
    refused,
  });
  const type = { 'content-type': 'application/json; charset=utf-8', ...NOT_STORED };
  return { status: isRefusing ? 503 : 200, headers: type, body };
}

function decoded(text: string | undefined): string | null {
  try {
    return text === undefined ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  const text = body ?? '';
  const length = status === 304 ? {} : { 'content-length': String(Buffer.byteLength(text)) };
  response.writeHead(status, { 'x-content-type-options': 'nosniff', ...headers, ...length });
  response.end(text);
}

function listen(server: Server, config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explainedListenError(error, config)));
    server.listen(config.port, config.host, resolve);
  });
}

/** Lets running requests end; idle connections are closed. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
