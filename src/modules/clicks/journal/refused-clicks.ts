import { appendFile, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { writeWhole } from '../../../platform/storage/write-whole.ts';
import type { LoggedClick } from './frame.ts';
import { emptyIfMissing, ignoreMissing } from './segments.ts';

/** Time for which a damaged segment is kept for examination. It ends with the retention of its visitors. */
const DAMAGED_KEPT_MS = 48 * 60 * 60_000;

/**
 * Clicks that could not be recorded, for inspection: clicks that the database refuses, one per line, and segments with damaged
 * places.
 */
export class RefusedClicks {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Stores clicks of a journal that the database refuses. The same click may be stored twice. */
  async keep(journal: string, clicks: readonly LoggedClick[]): Promise<void> {
    if (clicks.length === 0) return;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const lines = clicks.map((click) => `${JSON.stringify(click)}\n`).join('');
    await appendFile(path.join(this.#folder, `${journal}.ndjson`), lines, { mode: 0o600, flush: true });
  }

  /** Moves a segment with damaged places out of its journal, when the rest of it has been recorded. */
  async keepSegment(file: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const name = `${path.basename(path.dirname(file))}-${path.basename(file)}.damaged`;
    await rename(file, path.join(this.#folder, name)).catch(ignoreMissing);
  }

  /**
   * Removes the visitor hashes of days before `keptFrom`, so that clicks of one shopper cannot be connected. Damaged segments are
   * removed after two days.
   */
  async purgeVisitors(keptFrom: string, nowMs: number): Promise<void> {
    const names = await readdir(this.#folder).catch(emptyIfMissing);
    for (const name of names) {
      const file = path.join(this.#folder, name);
      if (name.endsWith('.ndjson')) await blankVisitors(file, keptFrom);
      else if (name.endsWith('.damaged') && (await stat(file)).mtimeMs < nowMs - DAMAGED_KEPT_MS)
        await rm(file, { force: true });
    }
  }
}

/** Replaces a purged visitor hash. */
const NOBODY = '0'.repeat(32);

async function blankVisitors(file: string, keptFrom: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const lines = text.split('\n').map((line) => {
    const day = /"day":"(\d{4}-\d\d-\d\d)"/.exec(line)?.[1];
    return day !== undefined && day >= keptFrom ? line : line.replaceAll(/\b[0-9a-f]{32}\b/g, NOBODY);
  });
  const blotted = lines.join('\n');
  if (blotted !== text) await writeWhole(file, Buffer.from(blotted));
}
