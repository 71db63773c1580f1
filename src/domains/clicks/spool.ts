import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { processLife } from '../../platform/database/embedded/processes.ts';

/** What the spool keeps of a click: what cannot be read again. The link's terms are looked up at the replay. */
export interface SpooledClick {
  id: string;
  code: string;
  day: string;
  visitor: string;
  class: number;
  source: number;
}

/** Process, its life (a later process may be given the same pid), and when the file was begun. */
const NAME = /^clicks-(\d+)-([0-9a-f]{8})-(\d+)\.ndjson$/;
/** A file is read whole at the replay, so a long absence makes many files. */
const MOST_BYTES_IN_FILE = 16 * 1024 * 1024;

/**
 * Clicks on disk while the database cannot be reached: one file a process at a time, a line a click, synced before `append` resolves.
 * A line counts when it is whole, so a torn last line (never acknowledged) is passed over. Replaying is harmless to repeat: a click is
 * known by its id. The folder belongs to processes that see each other's pids: containers need one each.
 */
export class ClickSpool {
  readonly #folder: string;
  readonly #mostBytesInFile: number;
  #file: FileHandle | null = null;
  #path = '';
  #bytes = 0;
  #sequence = 0;
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
      if (this.#bytes >= this.#mostBytesInFile) await this.#close();
    } catch (error) {
      const isWorthless = this.#bytes === 0;
      await this.#close();
      // On a full disk every attempt would leave a file behind.
      if (isWorthless) await unlink(this.#path).catch(() => undefined);
      throw error;
    }
  }

  async #open(): Promise<FileHandle> {
    const made = await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    this.#sequence += 1;
    const name = `clicks-${process.pid}-${lifeOf(process.pid)}-${Date.now() * 1000 + (this.#sequence % 1000)}.ndjson`;
    this.#path = path.join(this.#folder, name);
    this.#bytes = 0;
    this.#file = await open(this.#path, 'a', 0o600);
    await syncFolder(this.#folder);
    if (made !== undefined) await syncFolder(path.dirname(made));
    return this.#file;
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

  /** Files to replay: what this process has written so far (later clicks go to a new file), and what ended processes left. */
  pending(): Promise<string[]> {
    return this.#inTurn(() => this.#pending());
  }

  async #pending(): Promise<string[]> {
    await this.#close();
    const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return names
      .filter((name) => {
        const [, pid, life] = NAME.exec(name) ?? [];
        return pid !== undefined && (Number(pid) === process.pid || lifeOf(Number(pid)) !== life);
      })
      .sort();
  }

  /** The clicks of a file, and how many whole lines were none. */
  async read(name: string): Promise<{ clicks: SpooledClick[]; broken: number }> {
    const text = await readFile(path.join(this.#folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    const clicks: SpooledClick[] = [];
    let broken = 0;
    const lines = text.split('\n');
    lines.forEach((line, index) => {
      if (line === '') return;
      const click = parseLine(line);
      if (click) clicks.push(click);
      else if (index < lines.length - 1) broken += 1;
    });
    return { clicks, broken };
  }

  async remove(name: string): Promise<void> {
    await unlink(path.join(this.#folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }

  /** Keeps a file that could not be replayed whole for a person to look at; it is not replayed again. */
  async quarantine(name: string): Promise<void> {
    const file = path.join(this.#folder, name);
    await rename(file, `${file}.broken`).catch((error: NodeJS.ErrnoException) => {
      // Another process was about the same file of a dead one.
      if (error.code !== 'ENOENT') throw error;
    });
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HASH = /^[0-9a-f]{32}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const CODE = /^[\w-]+$/;

function parseLine(line: string): SpooledClick | null {
  try {
    const click = JSON.parse(line) as SpooledClick;
    const isWhole = UUID.test(click.id) && HASH.test(click.visitor) && DAY.test(click.day) && CODE.test(click.code);
    return isWhole && Number.isInteger(click.class) && Number.isInteger(click.source) ? click : null;
  } catch {
    return null;
  }
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
