import http from 'node:http';
import https from 'node:https';
import { tracing } from '../telemetry/tracing.ts';
import { type AddressPolicy, createAddressPolicy } from './address-policy.ts';
import { addressNotAllowed, parseDestination } from './destination.ts';
import { guardedLookup, type Resolve, resolveBySystem } from './guarded-lookup.ts';
import { OutboundError } from './outbound-error.ts';

/** A request to an address that a user has entered. */
export interface OutboundRequest {
  url: string;
  method: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Time limit for the whole request: resolving, connecting, sending, redirects and reading the reply. */
  timeoutMs: number;
  /** Maximum number of bytes of the reply's body that are read. */
  maxReplyBytes: number;
  /** The treatment of a longer reply: it is an error (`refuse`, the default), or its rest is not read (`truncate`). */
  longReply?: 'refuse' | 'truncate';
  /**
   * The maximum number of redirects of a GET or HEAD. Each redirect is checked. 0 (the default) returns the redirect as the
   * reply.
   */
  maxRedirects?: number;
  signal?: AbortSignal;
}

/** The reply of the destination. */
interface OutboundReply {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
  /** Whether the body was longer than `maxReplyBytes`, so that `body` is only its beginning. */
  isTruncated: boolean;
  /** The URL of the reply, after redirects. */
  url: string;
}

/** A reply whose body is read as it arrives. */
interface OutboundStream {
  status: number;
  headers: http.IncomingHttpHeaders;
  /**
   * The body in chunks. Read it to the end, or leave the loop, which closes the connection.
   * @throws OutboundError while it is read: too long, too late, or a connection that breaks
   */
  body: AsyncIterable<Buffer>;
  /** The URL of the reply, after redirects. */
  url: string;
}

/** Sends requests to addresses that users have entered, if these are public. */
export interface Outbound {
  /**
   * @returns the reply regardless of its status
   * @throws OutboundError when the destination is refused or does not reply in time
   */
  request(request: OutboundRequest): Promise<OutboundReply>;
  /**
   * The same for a reply that is too large for memory. `longReply` does not apply: what is longer than `maxReplyBytes` is refused.
   * @throws OutboundError when the destination is refused or does not reply in time
   */
  open(request: OutboundRequest): Promise<OutboundStream>;
  /**
   * Checks a URL as far as possible without connecting, to validate input.
   * @throws OutboundError `invalid_url` or `address_not_allowed`
   */
  check(url: string): void;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * @param allow CIDR ranges that are allowed although they are not public (`OUTBOUND_ALLOW`)
 * @param resolve resolves host names; the system's resolver unless a test replaces it
 */
export function createOutbound({
  allow,
  resolve = resolveBySystem,
}: {
  allow: readonly string[];
  resolve?: Resolve;
}): Outbound {
  const policy = createAddressPolicy(allow);
  // A connection serves one request: each request resolves and checks its host itself.
  const options = { keepAlive: false, lookup: guardedLookup(policy, resolve) };
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };
  const begin = (request: OutboundRequest) => {
    const time = AbortSignal.timeout(request.timeoutMs);
    const signal = request.signal ? AbortSignal.any([time, request.signal]) : time;
    return { deps: { policy, agents, signal }, explain: (error: unknown) => explained(error, time, request) };
  };
  return {
    check: (url) => void parseDestination(url, policy),
    request: async (request) => {
      const { deps, explain } = begin(request);
      try {
        const { reply, url } = await followed(request, deps);
        const read = await readBody(reply, request);
        return { status: reply.statusCode ?? 0, headers: reply.headers, url, ...read };
      } catch (error) {
        throw explain(error);
      }
    },
    open: async (request) => {
      const { deps, explain } = begin(request);
      try {
        const { reply, url } = await followed(request, deps);
        const body = streamed(reply, request.maxReplyBytes, explain);
        return { status: reply.statusCode ?? 0, headers: reply.headers, url, body };
      } catch (error) {
        throw explain(error);
      }
    },
  };
}

async function* streamed(
  reply: http.IncomingMessage,
  maxBytes: number,
  explain: (error: unknown) => OutboundError,
): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const chunk of reply as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw replyTooLarge(maxBytes);
      yield chunk;
    }
  } catch (error) {
    throw explain(error);
  }
}

const replyTooLarge = (maxBytes: number) =>
  new OutboundError('reply_too_large', `The reply is longer than ${maxBytes} bytes.`);

interface Deps {
  policy: AddressPolicy;
  agents: { 'http:': http.Agent; 'https:': https.Agent };
  signal: AbortSignal;
}

/** A reply whose body is not read yet. */
interface Opened {
  reply: http.IncomingMessage;
  url: string;
}

/** Sends the request, and follows as many redirects as it allows. */
async function followed(request: OutboundRequest, deps: Deps): Promise<Opened> {
  const maxRedirects = request.method === 'POST' ? 0 : (request.maxRedirects ?? 0);
  let url = parseDestination(request.url, deps.policy);
  let headers = request.headers ?? {};
  for (let hops = 0; ; hops += 1) {
    const reply = await exchanged({ ...request, headers }, url, deps);
    const { location } = reply.headers;
    if (maxRedirects === 0 || !REDIRECTS.has(reply.statusCode ?? 0) || location === undefined)
      return { reply, url: url.href };
    reply.destroy();
    if (hops === maxRedirects) throw new OutboundError('redirect_not_allowed', `More than ${maxRedirects} redirects.`);
    if (!URL.canParse(location, url.href))
      throw new OutboundError('redirect_not_allowed', 'The redirect leads to no valid URL.');
    const next = parseDestination(new URL(location, url).href, deps.policy);
    if (url.protocol === 'https:' && next.protocol === 'http:')
      throw new OutboundError('redirect_not_allowed', 'The redirect leads from https to http.');
    // Headers for one origin, such as a key, are not sent to another origin.
    if (next.origin !== url.origin) headers = {};
    url = next;
  }
}

/** Sends one request and reads its reply up to the end of the headers. */
function exchanged(
  request: OutboundRequest,
  url: URL,
  { policy, agents, signal }: Deps,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const isSecure = url.protocol === 'https:';
    const body = request.body ?? '';
    const span = tracing()?.outgoing({ method: request.method, url });
    const headers = { 'accept-encoding': 'identity', ...span?.headers, ...request.headers };
    const sent = (isSecure ? https : http).request(url, {
      method: request.method,
      signal,
      agent: isSecure ? agents['https:'] : agents['http:'],
      headers: request.method === 'POST' ? { ...headers, 'content-length': Buffer.byteLength(body) } : headers,
      maxHeaderSize: 16 * 1024,
    });
    sent.on('error', (error) => {
      span?.end(error);
      reject(error);
    });
    sent.on('socket', (socket) => {
      // A second check, in case a socket is ever connected without the lookup.
      socket.once('connect', () => {
        if (!policy.allows(socket.remoteAddress ?? '')) socket.destroy(addressNotAllowed(url.hostname));
      });
    });
    sent.on('response', (reply) => {
      // An error that occurs after the headers and before the body is read is thrown when the body is read.
      reply.on('error', () => undefined);
      span?.end(reply.statusCode ?? 0);
      resolve(reply);
    });
    sent.end(request.method === 'POST' ? body : undefined);
  });
}

async function readBody(
  reply: http.IncomingMessage,
  { maxReplyBytes, longReply = 'refuse' }: OutboundRequest,
): Promise<{ body: Buffer; isTruncated: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    const remaining = maxReplyBytes - size;
    if (chunk.length > remaining) {
      if (longReply === 'refuse') throw replyTooLarge(maxReplyBytes);
      return { body: Buffer.concat([...chunks, chunk.subarray(0, remaining)]), isTruncated: true };
    }
    chunks.push(chunk);
    size += chunk.length;
  }
  return { body: Buffer.concat(chunks), isTruncated: false };
}

/** A description of the failure that reveals nothing about our own network. */
function explained(error: unknown, time: AbortSignal, { timeoutMs, signal }: OutboundRequest): OutboundError {
  if (error instanceof OutboundError) return error;
  if (time.aborted) return new OutboundError('timed_out', `No complete reply within ${timeoutMs} ms.`);
  if (signal?.aborted) return new OutboundError('aborted', 'The request was cancelled.');
  const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
  return new OutboundError('connection_failed', `The connection failed${code}.`, { cause: error });
}
