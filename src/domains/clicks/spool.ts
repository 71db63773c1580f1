import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { processLife } from '../../platform/database/embedded/processes.ts';
import { writeWhole } from '../../platform/storage/write-whole.ts';
import { parseSpool, type SpooledClick } from './spooled-click.ts';

/** Process, its life (a later process may be given the same pid), and when the file was begun. */
const NAME = /^clicks-(\d+)-([0-9a-f]{8})-(\d+)\.ndjson$/;
/** A file is read whole at the replay, so a long absence makes many files. */
const MOST_BYTES_IN_FILE = 16 * 1024 * 1024;

/**
 * Clicks on disk while the database cannot be reached: one file a process at a time, a line a click, synced before `append` resolves.
 * A line counts when it is whole, so a torn last line (never acknowledged) is passed over. Replaying is harmless to repeat: a click is
 * known by its id.
 *
 * Several processes may share a folder. Whose file another's is, its name tells to processes that see each other's pids; those that do not
 * (containers) take each other for dead. So a file is renamed before it is read, and who writes looks, once synced, whether the file is
 * still where it was: if not, the clicks are written again, elsewhere. One of the two has seen them, whichever came first.
 */
export class ClickSpool {
  readonly #folder: string;
  readonly #mostBytesInFile: number;
  #file: FileHandle | null = null;
  #path = '';
  #bytes = 0;
  #sequence = 0;
  /** Files that this has begun or taken over. */
  readonly #own = new Set<string>();
  /** Appending and taking stock take turns: a file is never closed under a write. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(folder: string, mostBytesInFile = MOST_BYTES_IN_FILE) {
    this.#folder = folder;
    this.#mostBytesInFile = mostBytesInFile;
  }

  /** Makes clicks durable. @throws when the disk refuses (full, read-only); then none of them counts as recorded. */
  append(clicks: readonly SpooledClick[]): Promise<void> {
    return this.#inTurn(() => this.#append(clicks));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async #append(clicks: readonly SpooledClick[]): Promise<void> {
    const file = this.#file ?? (await this.#open());
    const lines = clicks.map((click) => `${JSON.stringify(click)}\n`).join('');
    try {
      // A newline first: whatever a failed write may have left behind ends there.
      await file.appendFile(`\n${lines}`);
      await file.datasync();
      this.#bytes += lines.length;
    } catch (error) {
      const isWorthless = this.#bytes === 0;
      await this.#close();
      // On a full disk every attempt would leave a file behind.
      if (isWorthless) await this.remove(path.basename(this.#path)).catch(() => undefined);
      throw error;
    }
    const isTaken = !(await this.#isInPlace(file));
    if (isTaken || this.#bytes >= this.#mostBytesInFile) await this.#close();
    if (isTaken) await this.#append(clicks);
  }

  /** False when somebody has taken the file over, and may have read it before its last lines. */
  async #isInPlace(file: FileHandle): Promise<boolean> {
    const [written, found] = await Promise.all([file.stat(), stat(this.#path).catch(nullIfMissing)]);
    return found !== null && found.ino === written.ino && found.dev === written.dev;
  }

  async #open(): Promise<FileHandle> {
    const made = await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const name = this.#newName();
    this.#path = path.join(this.#folder, name);
    this.#bytes = 0;
    this.#file = await open(this.#path, 'a', 0o600);
    this.#own.add(name);
    await syncFolder(this.#folder);
    if (made !== undefined) await syncFolder(path.dirname(made));
    return this.#file;
  }

  #newName(): string {
    this.#sequence += 1;
    return `clicks-${process.pid}-${lifeOf(process.pid)}-${Date.now() * 1000 + (this.#sequence % 1000)}.ndjson`;
  }

  /** Lets the file go that is being written; a later click begins another one. */
  close(): Promise<void> {
    return this.#inTurn(() => this.#close());
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    await file?.close().catch(() => undefined);
  }

  /** Files to replay: what this process has written so far (later clicks go to a new file), and what ended processes left, now its own. */
  pending(): Promise<string[]> {
    return this.#inTurn(() => this.#pending());
  }

  async #pending(): Promise<string[]> {
    await this.#close();
    const names = await readdir(this.#folder).catch(noneIfMissing);
    const pending: string[] = [];
    for (const name of names.sort()) {
      const [, pid, life] = NAME.exec(name) ?? [];
      if (this.#own.has(name)) pending.push(name);
      else if (pid !== undefined && (Number(pid) === process.pid || lifeOf(Number(pid)) !== life))
        pending.push(...(await this.#takeOver(name)));
    }
    return pending;
  }

  /** Gives a file a name of ours, so that nobody else reads it; none when somebody was faster. */
  async #takeOver(name: string): Promise<string[]> {
    const taken = this.#newName();
    try {
      await rename(path.join(this.#folder, name), path.join(this.#folder, taken));
      this.#own.add(taken);
      return [taken];
    } catch (error) {
      return noneIfMissing(error as NodeJS.ErrnoException);
    }
  }

  /** The clicks of a file, and how many whole lines were none. */
  async read(name: string): Promise<{ clicks: SpooledClick[]; broken: number }> {
    const text = await readFile(path.join(this.#folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    return parseSpool(text);
  }

  async remove(name: string): Promise<void> {
    this.#own.delete(name);
    await unlink(path.join(this.#folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }

  /** Keeps a file that could not be replayed whole for a person to look at; it is not replayed again. */
  async quarantine(name: string): Promise<void> {
    const file = path.join(this.#folder, name);
    this.#own.delete(name);
    await rename(file, `${file}.broken`).catch((error: NodeJS.ErrnoException) => {
      // Another process was about the same file of a dead one.
      if (error.code !== 'ENOENT') throw error;
    });
  }

  /**
   * Blots out the visitors of days before `keptFrom` in files that were kept for a person to look at, so that nothing there tells which clicks
   * were one shopper's. A line that cannot be read is blotted out where a visitor would stand.
   */
  async forgetVisitors(keptFrom: string): Promise<void> {
    const names = await readdir(this.#folder).catch(noneIfMissing);
    for (const name of names.filter((name) => name.endsWith('.broken'))) {
      const file = path.join(this.#folder, name);
      const text = await readFile(file, 'utf8');
      const lines = text.split('\n').map((line) => {
        const day = /"day":"(\d{4}-\d\d-\d\d)"/.exec(line)?.[1];
        return day !== undefined && day >= keptFrom ? line : line.replaceAll(/\b[0-9a-f]{32}\b/g, NOBODY);
      });
      const blotted = lines.join('\n');
      if (blotted !== text) await writeWhole(file, Buffer.from(blotted));
    }
  }
}

/** Instead of a visitor who has been forgotten. */
const NOBODY = '0'.repeat(32);

function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Eight hex digits that name one life of a process; empty when there is no such process. */
function lifeOf(pid: number): string {
  const life = processLife(pid);
  return life === null ? '' : createHash('sha256').update(life).digest('hex').slice(0, 8);
}

async function syncFolder(name: string): Promise<void> {
  const folder = await open(name, 'r');
  await folder.sync().finally(() => folder.close());
}
