import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../context.ts';
import { isUnavailable } from './errors.ts';

type Handler = (payload: string) => void;

/** PostgreSQL's LISTEN/NOTIFY over one connection, for caches that follow changes made by other processes. */
export interface Notifications {
  /**
   * Calls `handler` with the payload of each NOTIFY on this channel that is committed from now on. Resolves when the
   * database has accepted the LISTEN. Subscribe first and load the cache afterwards, so that no change is missed.
   */
  listen(channel: string, handler: Handler): Promise<void>;
  /**
   * Registers a listener for possible loss of notifications (the connection broke and is open again). The listener
   * must drop its cache. It is called after the channels are subscribed again, so data loaded then is followed.
   * Returns a function that unsubscribes.
   */
  onGap(listener: () => void): () => void;
  /** Closes the connection. */
  stop(): Promise<void>;
}

const FIRST_RETRY_MS = 50;
const SLOWEST_RETRY_MS = 5_000;
/** A periodic query detects a connection whose other end has vanished silently. */
const HEARTBEAT_MS = 10_000;

/**
 * Opens the connection on which this process listens. It is reopened whenever it breaks, until `stop`.
 * @param url `postgres://` address of the database itself (a pooler in transaction mode does not support LISTEN)
 * @throws the connection error when the first attempt fails
 */
export async function openNotifications(url: string, log: Logger): Promise<Notifications> {
  const listener = new Listener(url, log);
  await listener.start();
  return listener;
}

class Listener implements Notifications {
  readonly #url: string;
  readonly #log: Logger;
  readonly #handlers = new Map<string, Set<Handler>>();
  readonly #gapListeners = new Set<() => void>();
  #client: pg.Client | null = null;
  /** Resolves when a connection is open, or when `stop` has been called. */
  #connected: Promise<void> = Promise.resolve();
  #heartbeat: NodeJS.Timeout | null = null;
  #stopping = new AbortController();

  constructor(url: string, log: Logger) {
    this.#url = url;
    this.#log = log;
  }

  async start(): Promise<void> {
    await this.#connect();
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
  }

  async listen(channel: string, handler: Handler): Promise<void> {
    const handlers = this.#handlers.get(channel) ?? new Set();
    this.#handlers.set(channel, handlers.add(handler));
    while (!this.#stopping.signal.aborted) {
      await this.#connected;
      const client = this.#client;
      if (client === null) continue;
      try {
        await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
        return;
      } catch (error) {
        // The error may arrive before the connection's `end` event. The caller handles every other error.
        if (isUnavailable(error)) this.#lost(client, error as Error);
        else throw error;
      }
    }
  }

  onGap(listener: () => void): () => void {
    this.#gapListeners.add(listener);
    return () => this.#gapListeners.delete(listener);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat);
    const client = this.#client;
    this.#client = null;
    await this.#connected;
    await client?.end().catch(() => {});
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'tributary-listen',
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    });
    client.on('notification', ({ channel, payload }) => this.#deliver(channel, payload ?? ''));
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('the connection was closed')));
    try {
      await client.connect();
      for (const channel of this.#handlers.keys()) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      discard(client);
      throw error;
    }
    if (this.#stopping.signal.aborted) discard(client);
    else this.#client = client;
  }

  #lost(client: pg.Client, error: Error): void {
    if (client !== this.#client) return;
    this.#client = null;
    this.#log.warn({ err: error }, 'the notification connection broke');
    discard(client);
    this.#connected = this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    const { signal } = this.#stopping;
    for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(waitMs * 2, SLOWEST_RETRY_MS)) {
      // `stop` ends the wait by aborting it.
      await delay(waitMs, undefined, { ref: false, signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        await this.#connect();
        break;
      } catch (error) {
        this.#log.debug({ err: error, retryMs: waitMs }, 'no connection for notifications yet');
      }
    }
    if (signal.aborted) return;
    this.#log.info({}, 'the notification connection is restored');
    for (const listener of this.#gapListeners) this.#guard(listener);
  }

  #deliver(channel: string, payload: string): void {
    for (const handler of this.#handlers.get(channel) ?? []) this.#guard(() => handler(payload));
  }

  #guard(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#log.error({ err: error }, 'a notification handler failed');
    }
  }

  async #beat(): Promise<void> {
    const client = this.#client;
    try {
      await client?.query('SELECT 1');
    } catch (error) {
      if (client !== null) this.#lost(client, error as Error);
    }
  }
}

/** Discards a connection that may be half open, without waiting for its other end. */
function discard(client: pg.Client): void {
  client.end().catch(() => {});
}
