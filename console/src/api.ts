import {
  type FetchQueryOptions,
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query';
import { type ApiClient, ApiError, createClient, type FetchClient } from '@tributary/client';
import createHooks from 'openapi-react-query';
import { useDeferredValue } from 'react';
import { useConnection, watched } from './connection.ts';
import { discardEarlyReplies, fetchOrTake } from './early-replies.ts';
import { PAGE_READER } from './language/language.tsx';
import { freshQuestion, proofQuestion, signInQuestion } from './session/question.ts';

/**
 * The client of the API, with the session's cookie. It does not retry, because queries retry and forms have idempotency keys of
 * their own.
 */
export const client: ApiClient = createClient({
  headers: { 'x-tributary-console': '1' },
  retries: 0,
  fetch: (request) => watched(request, fetchOrTake, () => void queryClient.invalidateQueries()),
});

// The browser would send its own languages, although the account may have another one.
client.use({
  onRequest({ request }) {
    request.headers.set('accept-language', PAGE_READER.locale);
  },
});

const recordings = new Set<Set<string>>();

// Registered before the next middleware and therefore called after it, because openapi-fetch calls `onResponse` in reverse order.
client.use({
  onResponse({ request, response, schemaPath }) {
    if (request.method !== 'GET' && response.ok) for (const writes of recordings) writes.add(schemaPath);
  },
});

/**
 * Records the endpoints to which any caller writes until `stop` is called.
 * @returns `writes` the paths of these endpoints in the OpenAPI document
 */
export function recordWrites(): { writes: ReadonlySet<string>; stop: () => void } {
  const writes = new Set<string>();
  recordings.add(writes);
  return { writes, stop: () => recordings.delete(writes) };
}

/** Entity tags of the records that were read, by path. */
const tags = new Map<string, string>();

client.use({
  onResponse({ request, response }) {
    const tag = response.headers.get('etag');
    if (request.method === 'GET' && tag !== null) tags.set(new URL(request.url).pathname, tag);
  },
});

/** The header by which a change is refused with a 412 if the record at `path` has changed since it was last read here. */
export const ifMatch = (path: string): Record<string, string> => {
  const tag = tags.get(path);
  return tag === undefined ? {} : { 'if-match': tag };
};

/** Requests of the sign-in dialogs and of the sign-out do not need a session. */
const isAboutSessions = (path: string) => path.startsWith('/v2/sessions/');

const hasSession = (): boolean => Boolean(queryClient.getQueryData(ME_KEY));

/**
 * Copies of requests that are repeated after a sign-in, because a body can be read only once. Downloads of files may need a sign-in,
 * too.
 */
const copies = new Map<string, { copy: Request; hadSession: boolean }>();

client.use({
  onRequest({ id, request }) {
    if (request.method !== 'GET') discardEarlyReplies();
    copies.set(id, { copy: request.clone(), hadSession: hasSession() });
  },
  async onResponse({ id, response, schemaPath }) {
    const sent = copies.get(id);
    copies.delete(id);
    if (sent === undefined) return;
    const { copy, hadSession } = sent;
    if (response.status === 401 && !isAboutSessions(schemaPath) && hasSession()) {
      // The reply to a request from before the sign-in does not concern the current session.
      return !hadSession || (await signInQuestion.ask()) ? fetch(copy) : undefined;
    }
    if (response.status !== 403) return;
    const { error } = (await response
      .clone()
      .json()
      .catch(() => ({}))) as { error?: string };
    if (error === 'fresh_authentication_required' && (await freshQuestion.ask())) return fetch(copy);
    // The mail is answered later, so the action stays refused.
    if (error === 'email_unproven') void proofQuestion.ask();
  },
  onError({ id }) {
    copies.delete(id);
  },
});

const hooks = createHooks(client as unknown as FetchClient);

interface QueryResult {
  data: unknown;
  error: unknown;
}

/** The same hooks with parameters of any endpoint. */
const anyHooks = hooks as unknown as {
  queryOptions: (...args: unknown[]) => FetchQueryOptions & { enabled?: unknown };
  useQuery: (...args: unknown[]) => QueryResult;
  useInfiniteQuery: (...args: unknown[]) => QueryResult;
};

/** The options of a query of any endpoint. */
export const queryOptionsOf = anyHooks.queryOptions;

/** The state of a query with data from before the connection was lost. It is read again when the server replies. */
const KEPT = { error: null, isError: false, isRefetchError: false, isSuccess: true, status: 'success' };
const LOADING = { data: undefined, isPending: true, isSuccess: false, status: 'pending' };
/** The state of a query that waits for the server to reply again. */
const AWAITED = { ...LOADING, error: null, isError: false, isLoadingError: false };

/** Whether a request failed without a reply. */
const isUnreached = (error: unknown): boolean => error !== null && !(error instanceof ApiError);

const withState = (result: QueryResult, state: object): unknown =>
  Object.create(result, Object.getOwnPropertyDescriptors(state));

/**
 * As the library's hook, but while the connection is lost, data that are shown stay and others are awaited: a page is not replaced by a
 * failure, with the unsaved input of its forms. Two other differences matter on a slow CPU:
 * - The request is sent when its component is rendered for the first time. The library sends it when everything has been rendered and is
 *   in the page.
 * - The first reply is rendered in slices, between which the page reacts: the component is still loading until React renders it at a
 *   low priority. The library renders every reply in one task with everything that it makes visible.
 */
function useQuery(...args: unknown[]): unknown {
  const { enabled = true, ...query } = queryOptionsOf(...args);
  if (enabled === true && queryClient.getQueryState(query.queryKey) === undefined)
    void queryClient.prefetchQuery(query);
  return useShown(anyHooks.useQuery(...args));
}

/** The same for a list that continues behind a cursor, whose request the library sends. */
const useInfiniteQuery = (...args: unknown[]): unknown => useShown(anyHooks.useInfiniteQuery(...args));

/** What a page shows of the result of a query: see `useQuery`. */
function useShown(result: QueryResult): unknown {
  const isLoading = useDeferredValue(result.data === undefined);
  const isLost = useConnection() === 'lost';
  if (result.data === undefined) return isLost && isUnreached(result.error) ? withState(result, AWAITED) : result;
  if (isLoading) return withState(result, LOADING);
  return isUnreached(result.error) ? withState(result, KEPT) : result;
}

/** Options of a query whose previous data remain visible while those of another page, filter or period load. */
export const KEEP_PREVIOUS = { placeholderData: keepPreviousData };

/** Parameters of a list. */
interface ListParams {
  params?: { query?: Record<string, unknown> };
}

/**
 * `useQuery` of a paginated list. The previous page remains visible while another one loads, and `readPage` reads any page with the
 * same filters (`ListQuery`).
 */
function useList(method: string, path: string, { params = {} }: ListParams, options?: object): unknown {
  const readPage = async (page: number, size: number) => {
    const query = { ...params.query, page, size };
    return (await client.GET(path as never, { params: { ...params, query } } as never)).data;
  };
  const result = useQuery(method, path, { params }, { ...KEEP_PREVIOUS, ...options });
  return Object.create(result as object, { readPage: { value: readPage } });
}

/** `api.useQuery('get', '/v2/me')` and the like: the API as React hooks, each typed by our OpenAPI document. */
export const api = {
  ...hooks,
  useQuery: useQuery as unknown as typeof hooks.useQuery,
  useInfiniteQuery: useInfiniteQuery as unknown as typeof hooks.useInfiniteQuery,
  useList: useList as unknown as typeof hooks.useQuery,
};

const MINUTE_MS = 60_000;

/** A session that ended without a new sign-in redirects to the sign-in page. */
function onFailure(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) void queryClient.invalidateQueries({ queryKey: ME_KEY });
}

/** Server errors and rate limits are retried; rejections are not. */
const mayRetry = (count: number, error: unknown) =>
  count < 2 && !(error instanceof ApiError && error.status < 500 && error.status !== 429);

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.queryKey !== ME_KEY) onFailure(error);
    },
  }),
  mutationCache: new MutationCache({ onError: onFailure }),
  // Offline, requests fail with a message instead of being paused silently.
  defaultOptions: {
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      retry: mayRetry,
      staleTime: MINUTE_MS / 4,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
    },
  },
});

export const ME_KEY = ['me'];
