import { randomUUID } from 'node:crypto';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import fastify, {
  type ConnectionError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Database } from '../database/database.ts';
import { NotFound } from '../errors/errors.ts';
import { REFUSALS } from '../errors/refusals.ts';
import { languageOf } from '../locale.ts';
import { measureRequests } from '../metrics.ts';
import type { Vault } from '../secrets/vault.ts';
import { tracing } from '../telemetry/tracing.ts';
import { challengeFor, resourceChallenge } from './challenge.ts';
import { checkReplies } from './check-replies.ts';
import { type FormattedError, formatError, MethodNotAllowed } from './error-format.ts';
import { type Authenticate, identifyAndCount } from './identify.ts';
import { collectPaths } from './known-paths.ts';
import { countPublicWrites, type PublicLimits, publicLimitsOf } from './public-limits.ts';
import { parseQueryString } from './query-string.ts';
import { createRateLimiters } from './rate-limit.ts';
import { isFileReply } from './replies.ts';
import { acceptJsonBodies } from './request-body.ts';
import { type LogStream, loggerOptions, logRequests } from './request-log.ts';
import { traceRequests } from './request-spans.ts';
import { guardRoutes } from './route-guard.ts';
import { NO_UPLOAD_GUARD, type UploadGuard } from './upload-guard.ts';
import './request-state.ts';
import { normalizeTarget } from './request-target.ts';
import { requestedLocale } from './requested-locale.ts';
import { serializeBySchema } from './serializers.ts';
import { visitorCountry } from './visitor-country.ts';

/**
 * The redirect's hot path: requests whose address begins with `/r/`, handled on node:http without Fastify. It
 * answers every request that it receives.
 */
export interface RedirectHandler {
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** Whether a request is for a host that serves only links; `handle` then answers every path. */
  claims?(req: IncomingMessage): boolean;
}

/** Takes requests that are not this application's, before their routes. */
export interface Diversion {
  /** Whether the request may be one of these. Called for every request but those of the redirect, so it compares prefixes and does nothing else. */
  takes(req: IncomingMessage): boolean;
  /** Whether the request is for a host at which nothing but this diversion answers. */
  owns(req: IncomingMessage): boolean;
  /**
   * Decides about it, after it was counted for its caller. Returns the function that answers it, or null if the application answers it.
   * @throws TributaryError when it is refused
   */
  prepare(req: IncomingMessage, res: ServerResponse): Promise<(() => void) | null>;
}

export interface ServerOptions {
  db: Database;
  authenticate: Authenticate;
  /** Without it, `/r/…` is a 404. */
  redirect?: RedirectHandler | undefined;
  diversion?: Diversion | undefined;
  now?: (() => Date) | undefined;
  /** Base of our own addresses. */
  publicUrl: string;
  vault: Vault;
  logLevel: string;
  logStream?: LogStream | undefined;
  /** Addresses or ranges of proxies whose X-Forwarded-For is trusted, comma-separated; null trusts none. */
  trustProxy: string | null;
  /** The header that contains the caller's country, as set by these proxies, in lower case; none by default. */
  countryHeader?: string | null | undefined;
  rateLimitPerMinute: number;
  /** Limits of writes without a sign-in; unlimited by default. */
  publicLimits?: PublicLimits | undefined;
  /** Admits uploads; all by default. */
  uploads?: UploadGuard | undefined;
  redisUrl: string | null;
  /** Returns the page for an address without a route; null: the caller receives the usual JSON. */
  notFoundPage?: ((request: FastifyRequest, reply: FastifyReply) => Promise<string | null>) | undefined;
  /** Checks every response against its documentation; for tests. */
  checkReplies?: boolean | undefined;
  /** The path at which third-party plugins mount static files. */
  unguardedPrefixes?: readonly string[] | undefined;
  /** Requests below these prefixes are neither identified nor counted. */
  uncountedPrefixes?: readonly string[] | undefined;
}

const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** Maximum inactivity of a connection with a request in progress, in either direction. */
const CONNECTION_TIMEOUT_MS = 60_000;
/** Slightly longer than the idle timeout of common load balancers, so that they close the connection first. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
const BODY_LIMIT_BYTES = 1024 * 1024;

const JSON_TYPE = 'application/json; charset=utf-8';
const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};

/** A year, without subdomains, because other hosts of the domain are not under our control. */
const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=31536000' };

/**
 * Creates a Fastify instance without routes that has limits for slow and large requests, request ids, one log line
 * per request, rate limits, caller identification, JSON bodies and one error format. The caller adds routes through
 * `operation` and closes the instance.
 */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    serverFactory: (handler) => redirectServer(handler, options.redirect, options.diversion),
    logger: loggerOptions(options.logLevel, options.logStream),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: ({ headers }) => acceptedRequestId(headers['x-request-id']) ?? randomUUID(),
    requestIdHeader: false,
    trustProxy: options.trustProxy ?? false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    bodyLimit: BODY_LIMIT_BYTES,
    clientErrorHandler: (error, socket) => refuseConnection(error, socket),
    // During shutdown, requests on open connections are still served. `Connection: close` sends the caller to another
    // process.
    return503OnClosing: false,
    routerOptions: { querystringParser: parseQueryString, maxParamLength: 512 },
    frameworkErrors: (error, request, reply) => {
      const { status, body } = formatError({ statusCode: error.statusCode }, request.id);
      const headers = { ...SECURITY_HEADERS, 'x-request-id': request.id, 'content-type': JSON_TYPE };
      reply.raw.writeHead(status, headers).end(JSON.stringify(body));
      request.log.info({ method: request.method, status }, 'unreadable request');
    },
  });
  const { db, publicUrl, vault, now = () => new Date() } = options;
  const transport = publicUrl.startsWith('https:') ? STRICT_TRANSPORT : {};
  app.decorate('contextFor', (request, actor) => ({ db, actor, now, log: request.log, publicUrl, vault }));
  const { trustProxy, countryHeader = null } = options;
  const countryOf = visitorCountry({ trustProxy, countryHeader });
  app.decorate('countryOf', (request) => countryOf(request.raw, request.headers));
  const paths = collectPaths(app);
  guardRoutes(app, options.unguardedPrefixes ?? []);
  acceptJsonBodies(app);
  // `operation` validates path, query and body together, after the policy.
  app.setValidatorCompiler(() => () => true);
  serializeBySchema(app);

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...SECURITY_HEADERS, ...transport, 'x-request-id': request.id });
  });
  traceRequests(app);
  logRequests(app);
  measureRequests(app);
  const limits = { requests: { max: options.rateLimitPerMinute }, ...publicLimitsOf(options.publicLimits) };
  const limiters = await createRateLimiters(app, limits, options.redisUrl);
  const callers = { publicUrl, uncounted: options.uncountedPrefixes ?? [] };
  app.decorate('uploads', options.uploads ?? NO_UPLOAD_GUARD);
  countPublicWrites(app, limiters, options.publicLimits);
  identifyAndCount(app, options.authenticate, limiters, callers);
  if (options.diversion !== undefined) divert(app, options.diversion);
  keepPrivate(app);
  if (options.checkReplies) checkReplies(app);
  // Runs after the rate limit and before the body is read.
  app.addHook('onRequest', async (request) => {
    if (!request.is404) return;
    const allowed = paths.methodsOf(request.raw.url ?? '');
    throw allowed.length > 0 ? new MethodNotAllowed(allowed) : new NotFound('route');
  });
  const notFoundPage = options.notFoundPage ?? (async () => null);
  answerErrors(app, publicUrl, async (request, reply) =>
    options.diversion?.owns(request.raw) ? null : notFoundPage(request, reply),
  );
  return app;
}

/** Hands requests over after the rate limit and before their body is read. */
function divert(app: FastifyInstance, diversion: Diversion): void {
  app.decorateRequest('isDiverted', false);
  app.addHook('onRequest', async (request, reply) => {
    if (!diversion.takes(request.raw)) return;
    // Read before the address is rewritten, for the log.
    void request.originalUrl;
    // What it refuses is no reply of the route with this address.
    request.isDiverted = true;
    const answer = await diversion.prepare(request.raw, reply.raw);
    if (answer === null) {
      request.isDiverted = false;
      return;
    }
    reply.hijack();
    answer();
  });
}

/** Replies to authenticated callers, and replies to writes, must not be stored by caches, unless a route declares otherwise. */
function keepPrivate(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || request.credential !== null) reply.header('cache-control', 'no-store');
  });
}

/** The `WWW-Authenticate` value of a 401. */
function challengeOf({ routeOptions, headers, credential }: FastifyRequest, publicUrl: string): string {
  const { authorization } = headers;
  const facts = routeOptions.config?.operation;
  if (typeof facts?.resource === 'string')
    return resourceChallenge(facts.resource, { publicUrl, isInvalid: authorization !== undefined });
  return challengeFor(facts?.credential, { authorization, credential });
}

function answerErrors(
  app: FastifyInstance,
  publicUrl: string,
  notFoundPage: NonNullable<ServerOptions['notFoundPage']>,
): void {
  app.setNotFoundHandler((_request, reply) => reply.send(new NotFound('route')));
  app.setErrorHandler(async (error, request, reply) => {
    const formatted = formatError(error, request.id);
    const { status, headers } = formatted;
    if (status >= 500) request.log.error({ err: error }, status === 500 ? 'a request failed' : 'not available');
    if (status === 401) reply.header('www-authenticate', challengeOf(request, publicUrl));
    // An error response must not carry the download header of the intended file.
    reply.removeHeader('content-disposition');
    if (status === 404 && (request.is404 || isPage(request))) {
      const page = await notFoundPage(request, reply).catch(() => null);
      if (page !== null) return reply.code(status).send(page);
    }
    return reply
      .code(status)
      .headers(headers)
      .type(JSON_TYPE)
      .send(inRequestedLanguage(formatted, request, reply));
  });
}

/**
 * The body of an error, with the sentence of its code in the language of the request if there is one. Only for refusals: a 403 may
 * have the same code for another reason.
 */
function inRequestedLanguage({ status, body }: FormattedError, request: FastifyRequest, reply: FastifyReply) {
  if (status !== 400 && status !== 409) return body;
  const language = languageOf(requestedLocale(request, reply));
  const message = language === 'en' ? undefined : REFUSALS[language][String(body.error)];
  return message === undefined ? body : { ...body, message };
}

/** Whether the route answers 404 with a page of its own. */
const isPage = ({ routeOptions }: FastifyRequest): boolean => {
  const documented = routeOptions.config?.operation?.documented[404];
  return isFileReply(documented) && 'text/html' in documented.content;
};

/** Answers malformed, slow or oversized HTTP with a 400 on the raw socket. */
function refuseConnection(error: ConnectionError, socket: Socket): void {
  const statusByCode: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };
  const { status, body } = formatError({ statusCode: statusByCode[error.code] ?? 400 }, '');
  const text = JSON.stringify(body);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: ${JSON_TYPE}\r\n`;
  if (socket.writable)
    socket.write(`${head}Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`);
  socket.destroySoon();
}

/** Lets a server without Fastify answer malformed, slow or oversized HTTP as one with it does. */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error, socket) => refuseConnection(error as ConnectionError, socket as Socket));
}

/**
 * A server on node:http with our limits. It passes `/r/…` and the requests that `redirect` claims to `redirect`, and everything else to `handler`, also
 * every request for the own host of the diversion.
 */
export function redirectServer(
  handler: RequestListener,
  redirect: RedirectHandler | undefined,
  diversion?: Pick<Diversion, 'owns'>,
) {
  const listener: RequestListener = (req, res) => {
    if (!normalizeTarget(req)) refuseRequest(res, 400);
    else if (redirect === undefined || diversion?.owns(req)) handler(req, res);
    else if (req.url?.startsWith('/r/') || redirect.claims?.(req)) redirect.handle(req, res);
    else handler(req, res);
  };
  const server = createHttpServer(tracing()?.requests(listener) ?? listener);
  server.on('checkExpectation', (_req, res: ServerResponse) => refuseRequest(res, 417));
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  server.setTimeout(CONNECTION_TIMEOUT_MS);
  return server;
}

/** Answers a request that must not reach a route with a 400, and closes its connection. */
function refuseRequest(response: ServerResponse, statusCode: number): void {
  const { status, body } = formatError({ statusCode }, '');
  const text = JSON.stringify(body);
  const size = { 'content-length': Buffer.byteLength(text), connection: 'close' };
  response.writeHead(status, { ...SECURITY_HEADERS, 'content-type': JSON_TYPE, ...size }).end(text);
}

/** Returns the caller's own request id if it is harmless in logs and headers. */
function acceptedRequestId(given: string | string[] | undefined): string | null {
  return typeof given === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : null;
}
