import { readFile, rename, writeFile } from 'node:fs/promises';
import { type Dataset, exportRecords } from '@tributary/client';
import type { Command } from '../command.ts';
import { signedInClient } from '../config.ts';
import { WrongUsage } from '../io.ts';
import { given, textOf } from '../options.ts';

const DATASETS: readonly Dataset[] = [
  'clicks',
  'orders',
  'events',
  'ledger',
  'stores',
  'links',
  'campaigns',
  'participants',
  'vouchers',
  'invoices',
];

export const exportCommand: Command = {
  name: 'export',
  summary: 'print a data set as JSON lines',
  args: DATASETS.join('|'),
  argChoices: DATASETS,
  options: {
    after: { value: 'CURSOR', help: 'continue after this cursor' },
    from: { value: 'DAY', help: 'only clicks, orders or entries from this day on (YYYY-MM-DD)' },
    to: { value: 'DAY', help: 'only until this day, included' },
    'cursor-file': {
      value: 'FILE',
      help: 'read the cursor from this file if it exists, and store the new one in it',
      isFile: true,
    },
    follow: { help: 'wait for new records, until you press Ctrl+C' },
  },
  async run({ io, args, options, url }) {
    const [dataset, ...more] = args;
    if (!DATASETS.includes(dataset as Dataset) || more.length > 0)
      throw new WrongUsage(`Name what to export: ${DATASETS.join(', ')}.`);
    const file = textOf(options, 'cursor-file');
    const after = textOf(options, 'after') ?? (file === undefined ? undefined : await readCursor(file));
    const client = await signedInClient(io, url);
    const follow = options['follow'] === true;
    const records = exportRecords(client, dataset as Dataset, {
      ...given('after', after),
      ...given('from', textOf(options, 'from')),
      ...given('to', textOf(options, 'to')),
      follow,
      signal: io.signal,
    });
    let cursor = after;
    try {
      for (;;) {
        const next = await records.next();
        if (next.done) {
          cursor = next.value ?? cursor;
          break;
        }
        io.out(JSON.stringify(next.value));
        cursor = next.value.cursor;
      }
    } catch (error) {
      if (!io.signal.aborted) throw error;
    } finally {
      // Printed records are not exported again, even after a failure.
      if (cursor !== undefined && file !== undefined) await writeCursor(file, cursor);
    }
    if (cursor !== undefined && file === undefined) io.note(`Continue with --after ${cursor}`);
  },
};

async function readCursor(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim() || undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new WrongUsage(`--cursor-file ${file} cannot be read (${code}).`);
  }
}

/** Written completely or not at all, because half a cursor would lose the position. */
async function writeCursor(file: string, cursor: string): Promise<void> {
  await writeFile(`${file}.new`, `${cursor}\n`);
  await rename(`${file}.new`, file);
}
