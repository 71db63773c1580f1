import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { OutgoingSpan, Tracing } from './tracing.ts';

/** A request of `fetch`, as Node.js announces it. */
interface FetchRequest {
  method: string;
  origin: string | URL;
  addHeader(name: string, value: string): void;
}

/**
 * Records the requests of `fetch`, to the services that the operator has configured, and adds `traceparent` to them.
 * @returns the function that ends this
 */
export function traceFetch(tracing: Tracing): () => void {
  const open = new WeakMap<object, OutgoingSpan>();
  const take = (request: object): OutgoingSpan | undefined => {
    const span = open.get(request);
    open.delete(request);
    return span;
  };
  const listeners: readonly (readonly [string, (message: unknown) => void])[] = [
    [
      'undici:request:create',
      (message) => {
        const { request } = message as { request: FetchRequest };
        const span = tracing.outgoing({ method: request.method, url: new URL(request.origin) });
        for (const [name, value] of Object.entries(span.headers)) request.addHeader(name, value);
        open.set(request, span);
      },
    ],
    [
      'undici:request:headers',
      (message) => {
        const { request, response } = message as { request: object; response: { statusCode: number } };
        take(request)?.end(response.statusCode);
      },
    ],
    [
      'undici:request:error',
      (message) => {
        const { request, error } = message as { request: object; error: Error };
        take(request)?.end(error);
      },
    ],
  ];
  for (const [channel, listener] of listeners) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of listeners) unsubscribe(channel, listener);
  };
}
