/** The reply to `GET /v2/me` that `shell/early.js` requests before the program is loaded. */
type Early = { tributarySession?: Promise<Response> };

/** Options of the first request of the session: it uses the reply that was requested early. Later requests are sent. */
export function earlySession(): { fetch?: () => Promise<Response> } {
  const global = globalThis as Early;
  const reply = global.tributarySession;
  delete global.tributarySession;
  return reply === undefined ? {} : { fetch: () => reply };
}

/** Drops the early reply: a write, such as a sign-in, may have changed the session since. */
export function discardEarlySession(): void {
  delete (globalThis as Early).tributarySession;
}
