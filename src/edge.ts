import type { createServer, IncomingMessage, ServerResponse } from 'node:http';
import closeWithGrace from 'close-with-grace';
import pino from 'pino';
import { type Config, InvalidConfiguration } from './config.ts';
import { prepareDataFolder } from './data-folder.ts';
import { explainedListenError } from './listen-error.ts';
import { type Edge, startEdge } from './modules/clicks/index.ts';
import { ANY_PAGE_HEADERS, scriptReply } from './modules/orders/index.ts';
import { createCalendar } from './platform/calendar.ts';
import { loggerOptions } from './platform/http/request-log.ts';
import { redirectServer } from './platform/http/server.ts';

const STOP_PATIENCE_MS = 20_000;
const SCRIPT = /^\/t\/([A-Za-z0-9_%.~-]{1,200})\.js(?:[?#]|$)/;

/**
 * Runs an edge until SIGTERM or SIGINT. An edge serves the redirect and the stores' scripts from data that application processes
 * publish in NATS. It needs no database. It listens when it knows all links.
 * @throws InvalidConfiguration without CLICK_LOG_URL; CannotListen, DataFolderRefused
 */
export async function serveEdge(config: Config, tell: (sentence: string) => void): Promise<void> {
  const { clickLog: address, dataDir, trustProxy, countryHeader, host, port } = config;
  if (address === null) throw new InvalidConfiguration('CLICK_LOG_URL must be set: an edge keeps clicks in NATS.');
  const logger = pino(loggerOptions(config.logLevel));
  await prepareDataFolder(dataDir, { isPrivate: true });
  const calendar = createCalendar(config.timeZone);
  tell('Waiting for the links …');
  const edge = await startEdge({ address, dataDir, calendar, trustProxy, countryHeader, now: Date.now, logger });
  const server = redirectServer((request, response) => send(response, otherReply(edge, request)), {
    handle: edge.redirect,
  });
  const stop = async () => {
    await close(server);
    await edge.stop();
  };
  try {
    await listen(server, config);
  } catch (error) {
    await edge.stop();
    throw error;
  }
  tell(`The edge is ready at http://${host.includes(':') ? `[${host}]` : host}:${port}`);
  closeWithGrace(
    { delay: STOP_PATIENCE_MS, logger: { error: (message) => logger.error(message) } },
    async ({ err, signal }) => {
      if (err) logger.fatal({ err }, 'stopping after an uncaught error');
      else tell(`Stopping (${signal}).`);
      await stop();
      tell('Stopped.');
    },
  );
}

interface Reply {
  status: number;
  headers: Record<string, string>;
  body?: string | null;
}

/** Scripts, and `/health` for proxies: the rest is the application's. */
function otherReply(edge: Edge, { method, url = '', headers }: IncomingMessage): Reply {
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { allow: 'GET, HEAD' } };
  if (url === '/health') {
    const { journaled, refused } = edge.figures;
    const body = JSON.stringify({ waiting: edge.waiting(), journaled, refused });
    const type = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
    return { status: 200, headers: type, body };
  }
  const key = decoded(SCRIPT.exec(url)?.[1]);
  if (key === null) return { status: 404, headers: {} };
  const script = edge.scriptOf(key);
  if (script === undefined) return { status: 404, headers: ANY_PAGE_HEADERS };
  const found = scriptReply(script, headers['if-none-match']);
  return { ...found, headers: { ...ANY_PAGE_HEADERS, ...found.headers } };
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

type Server = ReturnType<typeof createServer>;

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
