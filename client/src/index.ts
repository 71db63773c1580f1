import createFetchClient, { type Client, type Middleware } from 'openapi-fetch';
import type { paths } from './schema.d.ts';

export type { components, operations, paths } from './schema.d.ts';

/** The API, each path with the parameters, the body and the answers that our OpenAPI document says it has. */
export type ApiClient = Client<paths>;

/** What the API refused, or failed at. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The rule that refused, as `illegal_transition`; null for anything else. */
  readonly code: string | null;
  /** Field path to sentences, of input of the wrong form. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Seconds after which trying again makes sense; null: unknown. */
  readonly retryAfterSeconds: number | null;
  /** Under which the log has a fault of the server; null for anything else. */
  readonly requestId: string | null;

  constructor(status: number, body: unknown, retryAfterSeconds: number | null = null) {
    const { message, error, errors, request_id } = (body ?? {}) as {
      message?: string;
      request_id?: string;
      error?: string;
      errors?: ApiError['fields'];
    };
    super(message ?? `The server answered ${status}.`);
    this.status = status;
    this.code = typeof error === 'string' ? error : null;
    this.fields = errors ?? {};
    this.retryAfterSeconds = retryAfterSeconds;
    this.requestId = request_id ?? null;
  }
}

/**
 * A client of the API. Every answer of 400 and above is thrown as an `ApiError`, so that what a call returns is what it is meant to.
 * @param baseUrl where the API is; the page's own origin when it is empty
 * @param token an access token, for programs; the console has its session in a cookie
 * @param onError is told of each failure, before it is thrown
 */
export function createApiClient({
  baseUrl = '',
  token,
  onError = () => undefined,
}: {
  baseUrl?: string;
  token?: string;
  onError?: (error: ApiError) => void;
} = {}): ApiClient {
  const client = createFetchClient<paths>({
    baseUrl,
    headers: { 'x-tributary-console': '1', ...(token === undefined ? {} : { authorization: token }) },
  });
  const failures: Middleware = {
    async onResponse({ response }) {
      if (response.ok || response.status === 304) return;
      const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
      const error = new ApiError(
        response.status,
        await response.json().catch(() => null),
        Number.isFinite(retryAfter) ? retryAfter : null,
      );
      onError(error);
      throw error;
    },
  };
  client.use(failures);
  return client;
}
