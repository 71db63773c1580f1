import createFetchClient, { type Client } from 'openapi-fetch';
import { errorOf } from './errors.ts';
import { IDEMPOTENT_OPERATIONS } from './idempotent-operations.ts';
import { IDEMPOTENCY_KEY, type RetryOptions, retrying, sleep } from './retry.ts';
import type { paths } from './schema.d.ts';

/** The API: `GET`, `POST` and so on take a path of the OpenAPI document, with its parameters, body and reply. */
export type ApiClient = Client<paths>;

export interface ClientOptions {
  /** The address of the service, such as `https://tributary.example`; by default the origin of the page. */
  baseUrl?: string;
  /** An access token. Without one, a browser sends the cookie of its session. */
  token?: string;
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>>;
  /** Further attempts after a refused or lost request. 3 by default; 0 switches repetitions and automatic idempotency keys off. */
  retries?: number;
  /** Sends the requests; by default the `fetch` of the platform. */
  fetch?: (request: Request) => Promise<Response>;
  /** Waits between attempts; by default with a timer. */
  wait?: RetryOptions['wait'];
}

/**
 * Creates a client of the API. A call returns `{ data, response }`. A reply of 400 or above is thrown as an `ApiError` and a missing reply as a
 * `ConnectionError`, so that `data` is always what the operation returns.
 */
export function createClient({
  baseUrl = '',
  token,
  headers = {},
  retries = 3,
  fetch = (request) => globalThis.fetch(request),
  wait = sleep,
}: ClientOptions = {}): ApiClient {
  const client = createFetchClient<paths>({
    baseUrl,
    headers: { ...(token === undefined ? {} : { authorization: token }), ...headers },
    fetch: retrying(fetch, { retries, wait }),
  });
  client.use({
    onRequest({ request, schemaPath }) {
      const { method, headers } = request;
      if (retries === 0 || headers.has(IDEMPOTENCY_KEY) || !IDEMPOTENT_OPERATIONS.has(`${method} ${schemaPath}`))
        return;
      headers.set(IDEMPOTENCY_KEY, newKey());
    },
    async onResponse({ response }) {
      if (!response.ok && response.status !== 304) throw await errorOf(response);
    },
  });
  return client;
}

const KEY_BYTES = 16;

/** `crypto.randomUUID` is missing in pages without TLS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
