import { PassThrough, type Readable } from 'node:stream';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Change, ChangePart } from '../../../platform/changes/change.ts';
import type { ChangeFeed } from '../../../platform/changes/change-feed.ts';
import type { Logger } from '../../../platform/context.ts';
import { Unavailable } from '../../../platform/errors/errors.ts';
import { TooManyRequests } from '../../../platform/http/error-format.ts';

/** The owners of these tokens, by hash, if they are still valid; reading them does not extend a session. */
export type ReadTokens = (hashes: readonly string[]) => Promise<ReadonlyMap<string, Actor>>;

/** Connections of one session: one for each window of its browser that is in view. */
const MAX_OF_SESSION = 4;
/** Connections of one process. */
const MAX_CONNECTIONS = 10_000;
/** A connection is told at most this often; changes meanwhile are told together. */
const PAUSE_MS = 2_000;
/** Sessions are checked, and silent connections kept open, at this interval: proxies close those that are silent for half a minute or more. */
const CHECK_MS = 10_000;
/** A client that does not read is dropped. */
const MAX_WAITING_BYTES = 16_384;
/** After which a client that has lost its connection opens another. */
const RETRY_MS = 3_000;

interface Connection {
  hash: string;
  actor: Actor;
  /** The rights of the actor as a text, to compare. */
  rights: string;
  stream: PassThrough;
  waiting: Set<ChangePart | '*'>;
  timer: NodeJS.Timeout | null;
  toldAtMs: number;
}

/**
 * The open connections of this process. Each is told which parts of the marketplace have changed for its user. All share one LISTEN, and one
 * statement checks their sessions: a connection ends within ten seconds after its session has ended or its user has other rights.
 */
export class ChangeConnections {
  readonly #readTokens: ReadTokens;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #open = new Set<Connection>();
  /** The connections by whom they are told for, so that a change costs as much as it concerns, however many pages are open. */
  readonly #byOwner = new Map<string, Set<Connection>>();
  readonly #unfollow: () => void;
  readonly #checkMs: number;
  #check: NodeJS.Timeout | null = null;

  constructor(feed: ChangeFeed, readTokens: ReadTokens, log: Pick<Logger, 'warn'>, checkMs = CHECK_MS) {
    this.#readTokens = readTokens;
    this.#log = log;
    this.#checkMs = checkMs;
    this.#unfollow = feed.follow((change) => this.#tell(change));
  }

  /** The number of open connections. */
  get size(): number {
    return this.#open.size;
  }

  /**
   * Opens a connection.
   * @param hash of the token of the request
   * @returns server-sent events
   * @throws TooManyRequests when the session has as many as it may have; Unavailable when the process does
   */
  open(hash: string, actor: Actor): Readable {
    if (this.#open.size >= MAX_CONNECTIONS)
      throw new Unavailable('This process has as many open connections as it may have.');
    let ofSession = 0;
    for (const connection of this.#open) if (connection.hash === hash) ofSession += 1;
    if (ofSession >= MAX_OF_SESSION) throw new TooManyRequests(RETRY_MS / 1_000);
    const stream = new PassThrough();
    const connection: Connection = {
      hash,
      actor,
      rights: rightsOf(actor),
      stream,
      waiting: new Set(),
      timer: null,
      toldAtMs: Number.NEGATIVE_INFINITY,
    };
    this.#open.add(connection);
    for (const owner of ownersOf(actor)) {
      const told = this.#byOwner.get(owner);
      if (told === undefined) this.#byOwner.set(owner, new Set([connection]));
      else told.add(connection);
    }
    stream.on('close', () => this.#forget(connection));
    // Sent at once, so that the client knows that it will be told from now on.
    stream.write(`retry: ${RETRY_MS}\n\n`);
    this.#check ??= setInterval(() => void this.#checkSessions(), this.#checkMs).unref();
    return stream;
  }

  /** Ends all connections. */
  stop(): void {
    this.#unfollow();
    for (const connection of this.#open) this.#end(connection);
  }

  #tell(change: Change | 'any'): void {
    if (change === 'any') for (const connection of this.#open) this.#note(connection, '*');
    else
      for (const owner of concernedBy(change))
        for (const connection of this.#byOwner.get(owner) ?? []) this.#note(connection, change.part);
  }

  #note(connection: Connection, part: ChangePart | '*'): void {
    connection.waiting.add(part);
    const pauseMs = Math.max(0, connection.toldAtMs + PAUSE_MS - performance.now());
    connection.timer ??= setTimeout(() => this.#send(connection), pauseMs).unref();
  }

  #send(connection: Connection): void {
    connection.timer = null;
    connection.toldAtMs = performance.now();
    const parts = [...connection.waiting].sort();
    connection.waiting.clear();
    if (connection.stream.writableLength > MAX_WAITING_BYTES) this.#end(connection);
    else connection.stream.write(`event: changed\ndata: ${JSON.stringify({ parts })}\n\n`);
  }

  async #checkSessions(): Promise<void> {
    const hashes = [...new Set([...this.#open].map(({ hash }) => hash))];
    const actors = await this.#readTokens(hashes).catch((err) => {
      this.#log.warn({ err }, 'the sessions of open pages could not be checked');
      return null;
    });
    for (const connection of this.#open) {
      // Those of before the check. One that cannot be checked is not told anything that it could misuse, and stays.
      if (actors !== null && hashes.includes(connection.hash)) {
        const actor = actors.get(connection.hash);
        if (actor === undefined || rightsOf(actor) !== connection.rights) {
          this.#end(connection);
          continue;
        }
      }
      connection.stream.write(':\n\n');
    }
  }

  #end(connection: Connection): void {
    connection.stream.end();
    this.#forget(connection);
  }

  #forget(connection: Connection): void {
    this.#open.delete(connection);
    for (const owner of ownersOf(connection.actor)) {
      const told = this.#byOwner.get(owner);
      told?.delete(connection);
      if (told?.size === 0) this.#byOwner.delete(owner);
    }
    if (connection.timer !== null) clearTimeout(connection.timer);
    if (this.#open.size > 0 || this.#check === null) return;
    clearInterval(this.#check);
    this.#check = null;
  }
}

const ADMINISTRATORS = 'administrators';
const keysOf = (kind: 'user' | 'store' | 'agency', ids: readonly number[]) => ids.map((id) => `${kind} ${id}`);

/** Those for whom an actor is told of changes: the same as those for whom a webhook is. */
const ownersOf = ({ userId, storeIds, agencyIds, isAdmin }: Actor): string[] => [
  ...keysOf('user', [userId]),
  ...keysOf('store', storeIds),
  ...keysOf('agency', agencyIds),
  ...(isAdmin ? [ADMINISTRATORS] : []),
];

/** Those whose records have changed. */
const concernedBy = ({ userIds, storeIds, agencyIds, isForPlatform }: Change): string[] => [
  ...keysOf('user', userIds),
  ...keysOf('store', storeIds),
  ...keysOf('agency', agencyIds),
  ...(isForPlatform ? [ADMINISTRATORS] : []),
];

const rightsOf = ({ userId, isAdmin, storeIds, agencyIds, memberOfAgencyId, storeRoles, agencyRoles }: Actor): string =>
  JSON.stringify([userId, isAdmin, storeIds, agencyIds, memberOfAgencyId, storeRoles, agencyRoles]);
