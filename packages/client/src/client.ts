import createFetchClient, { type Client, type MaybeOptionalInit } from 'openapi-fetch';
import { errorOf } from './errors.ts';
import { IDEMPOTENT_OPERATIONS } from './idempotent-operations.ts';
import { IDEMPOTENCY_KEY, type RetryOptions, retrying, sleep } from './retry.ts';
import type { paths } from './schema.d.ts';

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

type PathWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, { responses: unknown }> ? Path : never;
}[keyof paths];

/** The JSON form of a reply; otherwise its only form. A reply without a body is undefined. */
type JsonOf<Reply> = Reply extends { content: { 'application/json': infer Json } }
  ? Json
  : Reply extends { content: Record<string, infer Other> }
    ? Other
    : undefined;

type SuccessOf<Operation> = Operation extends { responses: infer Replies }
  ? JsonOf<Replies[keyof Replies & (200 | 201 | 202 | 204 | 206)]>
  : never;

interface ParsedAs<Json> {
  json: Json;
  text: string;
  blob: Blob;
  arrayBuffer: ArrayBuffer;
  stream: ReadableStream<Uint8Array>;
}

type DataOf<Operation, Init> = Init extends { parseAs: infer As extends keyof ParsedAs<unknown> }
  ? ParsedAs<SuccessOf<Operation>>[As]
  : SuccessOf<Operation>;

type RequiredKeys<T> = { [Key in keyof T]: Record<never, never> extends Pick<T, Key> ? never : Key }[keyof T];

type InitArguments<Init> = RequiredKeys<Init> extends never ? [init?: Init] : [init: Init];

type ApiMethod<M extends Method> = <Path extends PathWith<M>, Init extends MaybeOptionalInit<paths[Path], M>>(
  path: Path,
  ...init: InitArguments<Init>
) => Promise<ApiReply<DataOf<paths[Path][M], Init>>>;

/** A reply below 400. */
export interface ApiReply<Data> {
  /** What the operation returns: its JSON form, unless `parseAs` says otherwise; undefined if the reply has no body. */
  data: Data;
  response: Response;
}

/** The API: `GET`, `POST` and so on take a path of the OpenAPI document, with its parameters, body and reply. */
export interface ApiClient extends Pick<FetchClient, 'use' | 'eject'> {
  GET: ApiMethod<'get'>;
  PUT: ApiMethod<'put'>;
  POST: ApiMethod<'post'>;
  PATCH: ApiMethod<'patch'>;
  DELETE: ApiMethod<'delete'>;
}

/** The same client in the types of openapi-fetch, for libraries that need them. */
export type FetchClient = Client<paths>;

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
  // The middleware throws every error reply, so the client never returns one.
  return client as unknown as ApiClient;
}

const KEY_BYTES = 16;

/** `crypto.randomUUID` is missing in pages without TLS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
