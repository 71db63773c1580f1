import type { FastifyInstance } from 'fastify';
import { storeKeyOf, userOf } from '../auth/actor.ts';

/** Names of fields that are never logged, at any depth of an object. */
const SECRET_FIELDS = new Set([
  'authorization',
  'Authorization',
  'service-api-key',
  'cookie',
  'set-cookie',
  'client_secret',
  'clientSecret',
  'password',
  'password_confirmation',
  'token',
  'access_token',
  'accessToken',
  'service_activation_key',
  'serviceApiKey',
]);

/** The depth to which pino writes objects. */
const DEEPEST = 5;

/** Receives the log lines; standard output by default. */
export interface LogStream {
  write(line: string): void;
}

/** Options of the structured log: one JSON object per line, with masked secrets, and errors without the values of queries. */
export function loggerOptions(level: string, stream?: LogStream) {
  return {
    level,
    // pino's own `redact` is not used, because it tries every path on every field and costs forty times the rest of a log line.
    formatters: {
      // The serializer of errors formats this value.
      log: ({ err, ...said }: Record<string, unknown>) => (err === undefined ? masked(said) : { err, ...masked(said) }),
    },
    serializers: { err: describeError },
    ...(stream === undefined ? {} : { stream }),
  };
}

/** Returns the same object unless it contains a secret. */
function masked<Value>(value: Value, depth = DEEPEST): Value {
  if (typeof value !== 'object' || value === null || depth === 0 || 'toJSON' in value) return value;
  let copy: Value | undefined;
  for (const [key, field] of Object.entries(value)) {
    const said = SECRET_FIELDS.has(key) ? '[secret]' : masked(field, depth - 1);
    if (said === field) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Value;
    (copy as Record<string, unknown>)[key] = said;
  }
  return copy ?? value;
}

interface DescribedError {
  type: string;
  message: string;
  stack: string;
  [more: string]: unknown;
}

/** The fields of an error in a log line. A query's values (addresses, hashes) are omitted: PostgreSQL puts them in `detail`. */
function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const { code, query, cause } = error as Error & { code?: unknown; query?: unknown };
  const description = typeof query === 'string' ? { message: `Failed query: ${query}` } : { message: error.message };
  return {
    type: error.name,
    ...description,
    // The stack of a failed query begins with its message, which contains the values, and so does the stack of the cause.
    stack: typeof query === 'string' ? '' : (error.stack ?? ''),
    ...(code === undefined ? {} : { code }),
    ...(cause === undefined ? {} : { cause: cause === error ? 'itself' : describeError(cause) }),
  };
}

/** A path parameter whose value is a secret: whoever has the token of a campaign can join it. */
const SECRET_PARAM = /\/:(?:code|secret|token)\b/;

/** What precedes a secret in a path. It also applies to paths without a route of their own: pages of the console and mistyped paths. */
const BEFORE_SECRET = /(\/(?:offer-by-token|invitations?|password-resets|email-changes|unsubscribe)\/)[^/]+/gi;

/** The path of a request without its secrets. */
function pathOf(url: string, route: string | null): string {
  if (route !== null && SECRET_PARAM.test(route)) return route;
  return url.split('?', 1)[0]!.replaceAll(BEFORE_SECRET, '$1[secret]');
}

/** Logs one line for each request: method, route, status, duration and caller, without body and query string. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? null;
    const callerId = request.actor?.userId ?? null;
    const storeKeyId = storeKeyOf(callerId);
    const line = {
      method: request.method,
      route,
      // A code in a path proves ownership of a mailbox and may remain valid after a refused request.
      path: pathOf(request.originalUrl, route),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      user_id: userOf(callerId),
      ...(storeKeyId === null ? {} : { store_key_id: storeKeyId }),
    };
    request.log.info(line, 'request');
  });
}
