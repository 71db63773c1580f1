import { createHash, randomBytes } from 'node:crypto';
import { readdir, readlink, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { processLife } from '../../../platform/database/embedded/processes.ts';
import { emptyIfMissing, listSegments } from './segments.ts';

/** Host, process, its life (a later process may be given the same pid), and a number. */
const NAME = /^([0-9a-f]{8})-(\d+)-([0-9a-f]{8})-[0-9a-f]{8}$/;
/** Made from files of an earlier version; no process writes to it. */
const MIGRATED = /^spool-[0-9a-f]{32}$/;
/** Time without a write after which a journal of a process that cannot be seen from here counts as abandoned. */
const FOREIGN_IDLE_MS = 24 * 60 * 60_000;

/** The journals of all processes that share a data folder: a folder each, named by whose it is. */
export class Journals {
  readonly #folder: string;
  readonly #host: string;

  private constructor(folder: string, host: string) {
    this.#folder = folder;
    this.#host = host;
  }

  static async open(folder: string): Promise<Journals> {
    // Processes can see each other's pids if they have the same host and pid namespace.
    const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
    return new Journals(folder, eightOf(`${os.hostname()}\n${namespace}`));
  }

  /** A name for this process's own journal, which no other has or will have. */
  newName(): string {
    return `${this.#host}-${process.pid}-${runIdOf(process.pid)}-${randomBytes(4).toString('hex')}`;
  }

  pathOf(name: string): string {
    return path.join(this.#folder, name);
  }

  /** Journals that ended processes left, or may have left; `own` is this process's. */
  async leftBehind(own: string): Promise<string[]> {
    const names = await readdir(this.#folder).catch(emptyIfMissing);
    return names.filter((name) => name !== own && (MIGRATED.test(name) || this.#ownerIsGone(name) !== false)).sort();
  }

  /** Whether the process that wrote a journal has ended; null when that cannot be seen from here. */
  #ownerIsGone(name: string): boolean | null {
    const [, host, pid, life] = NAME.exec(name) ?? [];
    if (pid === undefined) return false;
    if (host !== this.#host) return null;
    return runIdOf(Number(pid)) !== life;
  }

  /**
   * Removes a journal that has been recorded completely, unless its process may still be writing it. @returns whether it was
   * removed
   */
  async removeCarried(name: string, nowMs: number): Promise<boolean> {
    const isGone = MIGRATED.test(name) || this.#ownerIsGone(name) === true || (await this.#isIdle(name, nowMs));
    if (isGone) await rm(this.pathOf(name), { recursive: true, force: true });
    return isGone;
  }

  async #isIdle(name: string, nowMs: number): Promise<boolean> {
    const files = [this.pathOf(name), ...(await listSegments(this.pathOf(name))).map(({ file }) => file)];
    const written = await Promise.all(
      files.map((file) =>
        stat(file).then(
          (found) => found.mtimeMs,
          () => 0,
        ),
      ),
    );
    return Math.max(...written) < nowMs - FOREIGN_IDLE_MS;
  }
}

const eightOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** Eight hexadecimal digits that identify one run of a process; empty when the process does not exist. */
function runIdOf(pid: number): string {
  const life = processLife(pid);
  return life === null ? '' : eightOf(life);
}
