import { useSyncExternalStore } from 'react';

/** `lost`: the server does not reply. `slow`: a request has waited longer than usual. */
type Connection = 'ok' | 'slow' | 'lost';

/** A read that takes longer is worth a word. */
const SLOW_MS = 5_000;
/** Pause between two attempts to reach the server. */
const RETRY_MS = 3_000;
/** An attempt without a reply has failed. */
const ATTEMPT_MS = 10_000;

let isLost = false;
/** Whether an attempt is under way or planned. */
let isTrying = false;
let slow = 0;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The connection to the server. */
export const useConnection = (): Connection =>
  useSyncExternalStore(subscribe, () => (isLost ? 'lost' : slow > 0 ? 'slow' : 'ok'));

/**
 * Sends a request by `send`, and learns from it whether the server replies. One request without a reply does not mean that the connection is
 * lost, only a look at the server's health does.
 * @param onReturn is called when a lost server replies again
 */
export async function watched(
  request: Request,
  send: (request: Request) => Promise<Response>,
  onReturn: () => void,
): Promise<Response> {
  const end = request.method === 'GET' ? beginRead() : () => {};
  try {
    const response = await send(request);
    if (isOfProxy(response)) void attempt(onReturn);
    return response;
  } catch (error) {
    if (!request.signal.aborted) void attempt(onReturn);
    throw error;
  } finally {
    end();
  }
}

/** @returns to be called when the reply is there */
function beginRead(): () => void {
  let isSlow = false;
  const count = (change: 1 | -1) => {
    slow += change;
    isSlow = change > 0;
    tell();
  };
  const wait = setTimeout(() => count(1), SLOW_MS);
  return () => {
    clearTimeout(wait);
    if (isSlow) count(-1);
  };
}

/** Whether a proxy replies in place of a server that it does not reach. */
const isOfProxy = ({ status }: Response): boolean => status === 502 || status === 504;

/** Looks whether the server replies, and again until it does. */
async function attempt(onReturn: () => void): Promise<void> {
  if (isTrying) return;
  isTrying = true;
  while (!(await isReached())) {
    if (!isLost) {
      isLost = true;
      tell();
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  isTrying = false;
  if (!isLost) return;
  isLost = false;
  tell();
  onReturn();
}

const isReached = (): Promise<boolean> =>
  fetch('/v2/health', { cache: 'no-store', signal: AbortSignal.timeout(ATTEMPT_MS) }).then(
    (response) => !isOfProxy(response),
    () => false,
  );
