import type { IncomingMessage, RequestListener } from 'node:http';
import {
  type Attributes,
  type Context,
  context,
  defaultTextMapGetter,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { OutgoingSpan, RequestFacts, Tracing } from './tracing.ts';

/** The pattern of tracked links, which no router handles. */
const REDIRECT = '/r/:code';

/** Methods that are recorded by name. Others come from strangers and are recorded as `_OTHER`. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE']);

/** Records spans with the attributes of the semantic conventions of OpenTelemetry, without addresses, paths, queries and values. */
export class Spans implements Tracing {
  readonly #tracer: Tracer;
  readonly #requests = new WeakMap<IncomingMessage, { span: Span; context: Context; method: string }>();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  requests(listener: RequestListener): RequestListener {
    return (request, response) => {
      const method = METHODS.has(request.method ?? '') ? request.method! : '_OTHER';
      const parent = propagation.extract(context.active(), request.headers, defaultTextMapGetter);
      const attributes: Attributes = { 'http.request.method': method };
      const isRedirect = request.url?.startsWith('/r/') === true;
      if (isRedirect) attributes['http.route'] = REDIRECT;
      const name = isRedirect ? `${method} ${REDIRECT}` : method;
      const span = this.#tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
      const own = trace.setSpan(parent, span);
      this.#requests.set(request, { span, context: own, method });
      response.once('close', () => {
        // A connection that breaks before the headers are sent has no status.
        if (response.headersSent) endWithStatus(span, response.statusCode, 500);
        else endWithError(span, 'aborted');
      });
      context.with(own, listener, undefined, request, response);
    };
  }

  name(request: IncomingMessage, { route, requestId }: RequestFacts): void {
    const known = this.#requests.get(request);
    if (known === undefined) return;
    known.span.setAttribute('http.route', route);
    known.span.setAttribute('tributary.request_id', requestId);
    known.span.updateName(`${known.method} ${route}`);
  }

  resume(request: IncomingMessage, work: () => void): void {
    const known = this.#requests.get(request);
    if (known === undefined) work();
    else context.with(known.context, work);
  }

  async work<Result>(name: string, attributes: Record<string, string>, work: () => Promise<Result>): Promise<Result> {
    const span = this.#tracer.startSpan(name, { kind: SpanKind.CONSUMER, attributes });
    try {
      return await context.with(trace.setSpan(context.active(), span), work);
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  outgoing({ method, url }: { method: string; url: URL }): OutgoingSpan {
    const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
    const attributes = { 'http.request.method': method, 'server.address': url.hostname, 'server.port': port };
    const span = this.#tracer.startSpan(method, { kind: SpanKind.CLIENT, attributes });
    const headers: Record<string, string> = {};
    propagation.inject(trace.setSpan(context.active(), span), headers);
    const end = (outcome: number | Error) => {
      if (typeof outcome === 'number') return endWithStatus(span, outcome, 400);
      markFailed(span, outcome);
      span.end();
    };
    return { headers, end };
  }
}

/** Ends a span with the status of the reply. From `failure` on, the status is an error of the side that the span describes. */
function endWithStatus(span: Span, status: number, failure: number): void {
  span.setAttribute('http.response.status_code', status);
  if (status < failure) span.end();
  else endWithError(span, String(status));
}

function endWithError(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Records the kind of an error. Its message may contain values. */
export function markFailed(span: Span, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  span.setAttribute('error.type', code ?? (error instanceof Error ? error.name : typeof error));
  span.setStatus({ code: SpanStatusCode.ERROR });
}
