/**
 * The replies to requests that `shell/early.ts` sends before the program is loaded, by path and query. The first request of the
 * program to the same address uses such a reply instead of being sent.
 */
const replies = (): Map<string, Promise<Response>> => {
  const global = globalThis as { tributaryReplies?: Map<string, Promise<Response>> };
  global.tributaryReplies ??= new Map();
  return global.tributaryReplies;
};

/** The address without the origin, in one spelling. */
const keyOf = (address: string): string => {
  const { pathname, search } = new URL(address, location.href);
  return decodeURIComponent(pathname + search);
};

/**
 * Sends a request of the API before the program needs its reply.
 * @param locale that of the page, in which the server writes sentences
 */
export function requestEarly(address: string, locale: string): Promise<Response> {
  const headers = { accept: 'application/json', 'accept-language': locale, 'x-tributary-console': '1' };
  const reply = fetch(address, { headers });
  replies().set(keyOf(address), reply);
  // The code that reads the reply handles the failure. On a page that does not read it, the failure is ignored.
  reply.catch(() => {});
  return reply;
}

/** Sends a request, unless its reply was requested early. */
export function fetchOrTake(request: Request): Promise<Response> {
  const key = request.method === 'GET' ? keyOf(request.url) : '';
  const reply = replies().get(key);
  replies().delete(key);
  return reply ?? fetch(request);
}

/** Drops the early replies: a write, such as a sign-in, may have changed the records since. */
export const discardEarlyReplies = (): void => replies().clear();
