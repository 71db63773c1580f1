import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../context.ts';
import { addressOf, waitForAnswer } from './address.ts';
import { readPassword } from './cluster.ts';
import { EmbeddedDatabaseFailed } from './failures.ts';
import type { Home } from './home.ts';
import { launch } from './launch.ts';
import { claimOwnership, ownerElsewhere, releaseOwnership } from './owner.ts';
import { isServerOf, trySignal } from './processes.ts';
import type { EmbeddedDatabase, UnexpectedExit } from './running-database.ts';
import { gone, hasEnded, stopServer } from './server.ts';
import { findServer } from './server-file.ts';
import { rotate } from './server-log.ts';
import type { Durability } from './settings.ts';
import { prepareSocketFolder } from './socket-folder.ts';
import { withStartLock } from './start-lock.ts';

interface SupervisorDeps {
  home: Home;
  durability: Durability;
  log: Logger;
  progress: (message: string) => void;
  /** Identifies this supervisor; one process may have several. */
  token: string;
}

/** The maximum time that another Tributary process may take for a first start or a recovery. */
const LOCK_WAIT_MS = 120_000;
const ORPHAN_SETTLES_MS = 150;
const WATCH_EVERY_MS = 250;
const ROTATE_EVERY_MS = 60_000;
const FIRST_RETRY_MS = 50;
const SLOWEST_RETRY_MS = 5_000;

/** Keeps one server running from `bringUp` to `stop`, whoever started it. */
export class Supervisor implements EmbeddedDatabase {
  url = '';
  owned = false;
  pid = 0;
  readonly #deps: SupervisorDeps;
  readonly #listeners = new Set<(exit: UnexpectedExit) => void>();
  readonly #timers: NodeJS.Timeout[] = [];
  /** Set while the server is our child process. A server that we share or took over is watched by its pid. */
  #child: ChildProcess | null = null;
  #stopped: Promise<void> | null = null;
  #reviving: Promise<void> | null = null;
  readonly #stopping = new AbortController();
  #onProcessExit = () => this.owned && this.#signalOwnServer();

  constructor(deps: SupervisorDeps) {
    this.#deps = deps;
  }

  onExit(listener: (exit: UnexpectedExit) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Finds the running server or starts one, and begins to watch it. @throws EmbeddedDatabaseFailed */
  async bringUp(): Promise<void> {
    await withStartLock(this.#deps.home.dir, LOCK_WAIT_MS, () => this.#attachOrStart());
    this.#timers.push(
      setInterval(() => this.#look(), WATCH_EVERY_MS).unref(),
      setInterval(() => rotate(this.#deps.home.logFile).catch(() => {}), ROTATE_EVERY_MS).unref(),
    );
    // Where the kernel does not end the server with this process (no setpriv), this handler does, except after kill -9.
    process.on('exit', this.#onProcessExit);
    this.#watchChild();
  }

  stop(): Promise<void> {
    this.#stopping.abort();
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #attachOrStart(): Promise<void> {
    const { home, token } = this.#deps;
    if (await this.#attach()) return;
    await this.#start();
    await claimOwnership(home.dir, token);
    this.owned = true;
  }

  /** Shares the running server, or takes it over when its owner is dead. Returns false when no server is left. */
  async #attach(): Promise<boolean> {
    const { home, log, token } = this.#deps;
    const owner = await ownerElsewhere(home.dir, token);
    // The kernel has signalled the server of a dead owner to stop, but the server takes a moment to show it.
    if (owner === null && (await findServer(home.cluster)) !== null) await delay(ORPHAN_SETTLES_MS);
    const running = await findServer(home.cluster);
    if (running === null) return false;
    if (running.status === 'stopping') return this.#waitUntilGone(running.pid);
    this.url = addressOf(await prepareSocketFolder(home), (await readPassword(home)) ?? '');
    try {
      await waitForAnswer(this.url, () => isServerOf(running.pid, home.cluster));
    } catch (error) {
      if (owner !== null && isServerOf(running.pid, home.cluster)) throw error;
      log.warn({ err: error, postgresPid: running.pid }, 'an orphaned PostgreSQL does not answer and is replaced');
      await stopServer(running.pid, home.cluster);
      return false;
    }
    if (owner === null) {
      await claimOwnership(home.dir, token);
      log.info({ postgresPid: running.pid }, 'adopted the PostgreSQL of a process that died');
    }
    this.owned = owner === null;
    this.pid = running.pid;
    this.#child = null;
    return true;
  }

  async #waitUntilGone(pid: number): Promise<false> {
    if (await gone(pid, this.#deps.home.cluster, LOCK_WAIT_MS)) return false;
    throw new EmbeddedDatabaseFailed(`PostgreSQL (pid ${pid}) has been stopping for too long.`);
  }

  async #start(): Promise<void> {
    const { home, log } = this.#deps;
    const { child, url } = await launch({ ...this.#deps, signal: this.#stopping.signal });
    this.url = url;
    this.#child = child;
    this.pid = child.pid as number;
    log.info({ postgresPid: this.pid, folder: home.dir }, 'PostgreSQL started');
  }

  #watchChild(): void {
    const child = this.#child;
    if (child === null) return;
    const onExit = () => this.#ended({ pid: child.pid as number, code: child.exitCode, signal: child.signalCode });
    if (hasEnded(child)) onExit();
    else child.once('exit', onExit);
  }

  /** Watches a server that is not our child process. */
  async #look(): Promise<void> {
    if (this.#child !== null || this.#reviving !== null) return;
    const pid = this.pid;
    const running = await findServer(this.#deps.home.cluster);
    if (running?.pid !== pid && this.pid === pid) this.#ended({ pid, code: null, signal: null });
  }

  #ended(exit: UnexpectedExit): void {
    if (this.#stopping.signal.aborted || this.#reviving !== null) return;
    this.#child = null;
    this.#deps.log.error(exit, 'PostgreSQL ended unexpectedly and is restarted');
    for (const listener of this.#listeners) listener(exit);
    this.#reviving = this.#revive().finally(() => {
      this.#reviving = null;
      this.#watchChild();
    });
  }

  async #revive(): Promise<void> {
    const { signal } = this.#stopping;
    for (let waitMs = FIRST_RETRY_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, SLOWEST_RETRY_MS)) {
      try {
        return await withStartLock(this.#deps.home.dir, LOCK_WAIT_MS, async () => {
          if (!signal.aborted) await this.#attachOrStart();
        });
      } catch (error) {
        this.#deps.log.error({ err: error, retryMs: waitMs }, 'PostgreSQL could not be restarted');
      }
      await delay(waitMs, undefined, { ref: false, signal }).catch(() => {});
    }
  }

  async #stop(): Promise<void> {
    const { home, log, token } = this.#deps;
    for (const timer of this.#timers) clearInterval(timer);
    process.off('exit', this.#onProcessExit);
    const end = async () => {
      if (!this.owned || (await ownerElsewhere(home.dir, token)) !== null) return;
      await stopServer(this.pid, home.cluster);
      await releaseOwnership(home.dir, token);
      log.info({ postgresPid: this.pid }, 'PostgreSQL stopped');
    };
    await this.#reviving;
    // Failing to take the lock (on a full disk, for example) must not prevent the server from being stopped.
    let begun = false;
    try {
      await withStartLock(home.dir, 30_000, () => {
        begun = true;
        return end();
      });
    } catch (error) {
      if (begun) throw error;
      await end();
    }
  }

  #signalOwnServer(): void {
    if (this.#child?.pid !== undefined) trySignal(this.#child.pid, 'SIGINT');
  }
}
