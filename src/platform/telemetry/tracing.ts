import type { IncomingMessage, RequestListener } from 'node:http';

/** What is recorded about a request of a server once its route is known. */
export interface RequestFacts {
  /** The pattern of the route, never the path, which may contain names and secrets. */
  route: string;
  requestId: string;
}

/** The span of a request that this process sends. */
export interface OutgoingSpan {
  /** `traceparent`, with which the receiver can continue the trace. */
  headers: Record<string, string>;
  /** Ends the span with the status of the reply, or with the error. */
  end(outcome: number | Error): void;
}

/** Records what this process does as spans of traces. */
export interface Tracing {
  /** Wraps the listener of a server, so that each request has a span, which continues the trace of its `traceparent`. */
  requests(listener: RequestListener): RequestListener;
  /** States the route of a request. */
  name(request: IncomingMessage, facts: RequestFacts): void;
  /** Runs work as part of a request, after an event of its connection has lost the connection to it. */
  resume(request: IncomingMessage, work: () => void): void;
  /** Runs work in a span of its own. It fails if the work fails. */
  work<Result>(name: string, attributes: Record<string, string>, work: () => Promise<Result>): Promise<Result>;
  /** Begins the span of an outgoing request. Neither path nor query string is recorded. */
  outgoing(request: { method: string; url: URL }): OutgoingSpan;
}

let current: Tracing | null = null;

/** The tracing of this process; null while it is not configured. */
export const tracing = (): Tracing | null => current;

/** Sets the tracing of this process, before it creates its servers. */
export function useTracing(tracing: Tracing | null): void {
  current = tracing;
}
