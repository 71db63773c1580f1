import { ConnectionError, retryAfterOf } from './errors.ts';

/** Sends a request, as `fetch` does. */
export type Send = (request: Request) => Promise<Response>;

export interface RetryOptions {
  /** Further attempts after the first one. */
  retries: number;
  /** Waits between attempts. Tests replace it. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export const IDEMPOTENCY_KEY = 'idempotency-key';

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 10_000;
/** A longer `Retry-After` is reported to the caller, who can decide better whether to wait. */
const MAX_RETRY_AFTER_SECONDS = 60;

/** Methods that may be repeated by definition. */
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
const UNAVAILABLE = new Set([502, 503, 504]);

/**
 * Returns a `fetch` that repeats requests. A refused request (429) was not executed and is always repeated. A lost connection and 502,
 * 503 and 504 leave open whether the request was executed: it is repeated if its method may be, or if it has an idempotency key.
 * @throws ConnectionError if no attempt got a reply; the error of `fetch` if the caller has aborted the request
 */
export function retrying(send: Send, { retries, wait }: RetryOptions): Send {
  return async (request) => {
    const mayRepeat = REPEATABLE.has(request.method) || request.headers.has(IDEMPOTENCY_KEY);
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retries;
      // A body can be read only once.
      const outcome = await attemptOf(send, isLast ? request : request.clone());
      if (request.signal.aborted && outcome instanceof ConnectionError) throw outcome.cause;
      const delay = isLast ? null : delayBefore(outcome, attempt, mayRepeat);
      if (delay === null) {
        if (outcome instanceof ConnectionError) throw outcome;
        return outcome;
      }
      // Frees the connection.
      if (outcome instanceof Response) await outcome.body?.cancel();
      await wait(delay, request.signal);
    }
  };
}

async function attemptOf(send: Send, request: Request): Promise<Response | ConnectionError> {
  try {
    return await send(request);
  } catch (cause) {
    return new ConnectionError(`${request.method} ${request.url} got no reply.`, { cause });
  }
}

/** Milliseconds to wait before another attempt; null if there should be none. */
function delayBefore(outcome: Response | ConnectionError, attempt: number, mayRepeat: boolean): number | null {
  // Distributes the requests of all clients over time when a server recovers.
  const backoff = Math.min(FIRST_WAIT_MS * 2 ** attempt, MAX_WAIT_MS) * (0.5 + Math.random() / 2);
  if (outcome instanceof ConnectionError) return mayRepeat ? backoff : null;
  const { status } = outcome;
  if (status !== 429 && !(mayRepeat && UNAVAILABLE.has(status))) return null;
  const seconds = retryAfterOf(outcome);
  if (seconds === null) return backoff;
  return seconds > MAX_RETRY_AFTER_SECONDS ? null : Math.max(backoff, seconds * 1_000);
}

/** Waits, or rejects with the reason of the signal when the caller aborts. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  });
}
