import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import { jetstream } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../context.ts';
import type { NatsAddress } from './nats-address.ts';

const RETRY_MS = 250;
const WARN_MS = 60_000;
const CONNECT_MS = 2_000;
/** Time after which a server without a reply counts as unavailable. */
export const REPLY_MS = 1_000;
/** A connection that is silent for two of these intervals has lost its server. */
const PING_MS = 2_000;

/** There is no connection to NATS. */
class NatsUnavailable extends Error {}

/** The clients of an open connection. */
export interface Nats {
  nc: NatsConnection;
  js: JetStreamClient;
  jsm: JetStreamManager;
}

/**
 * A permanent connection to NATS. It is attempted again without a limit, also before the first success, so that nothing has to be
 * restarted when servers become unavailable.
 */
export class NatsLink {
  readonly #address: NatsAddress;
  readonly #logger: Logger;
  #nats: Nats | null = null;
  #isUp = false;
  #isClosed = false;
  #retry: NodeJS.Timeout | null = null;
  #warnedAt = Number.NEGATIVE_INFINITY;
  readonly #onUp: (() => void)[] = [];
  /** Settles when the current connection is lost. */
  #lost = newLoss();

  constructor(address: NatsAddress, logger: Logger) {
    this.#address = address;
    this.#logger = logger;
  }

  /** Calls the listener whenever the connection has been opened, for the first time or again. */
  onUp(callback: () => void): void {
    this.#onUp.push(callback);
    if (this.#isUp) callback();
  }

  /** Attempts to connect once, and continues in the background if the attempt fails. @returns whether the connection is established */
  async open(): Promise<boolean> {
    if (this.#isClosed) return false;
    try {
      const nc = await connect({
        ...this.#address.credentials,
        servers: [...this.#address.servers],
        name: 'tributary',
        timeout: CONNECT_MS,
        reconnectTimeWait: RETRY_MS,
        maxReconnectAttempts: -1,
        pingInterval: PING_MS,
        maxPingOut: 2,
      });
      if (this.#isClosed) {
        await nc.close();
        return false;
      }
      const js = jetstream(nc, { timeout: REPLY_MS });
      this.#nats = { nc, js, jsm: await js.jetstreamManager(false) };
      void this.#follow(nc);
      this.#up();
      return true;
    } catch (error) {
      this.#warn(error);
      this.#retry = setTimeout(() => void this.open(), RETRY_MS);
      return false;
    }
  }

  /** It is tried four times a second, and said once a minute. */
  #warn(error: unknown): void {
    const now = performance.now();
    if (now < this.#warnedAt + WARN_MS) return;
    this.#warnedAt = now;
    const reason = error instanceof Error ? error.message : String(error);
    this.#logger.warn(
      { reason },
      'NATS does not answer; clicks are kept in the journal meanwhile, and it is tried again',
    );
  }

  async #follow(nc: NatsConnection): Promise<void> {
    for await (const { type } of nc.status()) {
      if (type === 'disconnect') this.#down();
      if (type === 'reconnect') this.#up();
    }
    // The connection closed by itself: the server has refused it permanently.
    this.#down();
    this.#nats = null;
    if (!this.#isClosed) this.#retry = setTimeout(() => void this.open(), RETRY_MS);
  }

  #up(): void {
    if (this.#isUp) return;
    this.#isUp = true;
    for (const callback of this.#onUp) callback();
  }

  #down(): void {
    if (!this.#isUp) return;
    this.#isUp = false;
    if (!this.#isClosed) this.#logger.warn({}, 'the connection to NATS is lost');
    this.#lost.fail();
    this.#lost = newLoss();
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** @throws NatsUnavailable while there is no connection */
  get nats(): Nats {
    if (!this.#isUp || this.#nats === null) throw new NatsUnavailable('there is no connection to NATS');
    return this.#nats;
  }

  /**
   * Executes an action on the connection, and fails immediately when it is lost meanwhile. The action may have been executed or
   * not. @throws NatsUnavailable
   */
  async use<T>(work: (nats: Nats) => Promise<T>): Promise<T> {
    const { nats } = this;
    return await Promise.race([work(nats), this.#lost.promise]);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    await this.#nats?.nc.close();
  }
}

interface Loss {
  promise: Promise<never>;
  fail: () => void;
}

function newLoss(): Loss {
  let fail = () => {};
  const promise = new Promise<never>((_, reject) => {
    fail = () => reject(new NatsUnavailable('the connection to NATS is lost'));
  });
  promise.catch(() => undefined);
  return { promise, fail };
}
