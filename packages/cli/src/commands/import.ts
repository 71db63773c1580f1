import { readFile } from 'node:fs/promises';
import type { ApiClient } from '@tributary/client';
import type { Command } from '../command.ts';
import { signedInClient } from '../config.ts';
import { type Io, printable, WrongUsage } from '../io.ts';
import { given, idOf, textOf } from '../options.ts';
import { printList } from '../output.ts';

const SOURCES = ['awin', 'adtraction', 'tradedoubler', 'rewardful', 'dub', 'other'] as const;
type Source = (typeof SOURCES)[number];

const source = { value: 'NAME', help: `the platform that the file is from: ${SOURCES.join(', ')}` };
const dry = { help: 'show the result of each row without importing anything' };

export const importLinks: Command = {
  name: 'import links',
  summary: 'create links from the export of another platform',
  args: 'FILE',
  options: {
    dry,
    source,
    column: { value: 'NAME', help: 'the column with the URL, if it is not recognised' },
    user: { value: 'ID', help: 'for this creator; by default for yourself' },
  },
  async run({ io, args, options, json, url }) {
    const form = await formOf(args);
    const client = await signedInClient(io, url);
    const user = idOf(options, 'user') ?? (await ownId(client));
    const query = {
      dry: options['dry'] === true,
      ...given('source', sourceOf(textOf(options, 'source'))),
      ...given('column_url', textOf(options, 'column')),
    };
    const { data } = await client.POST('/v2/users/{user}/link-imports', { params: { path: { user }, query }, ...form });
    const { rows, counts, source: from } = data;
    type Row = (typeof rows)[number];
    const columns = {
      ROW: (row: Row) => row.row,
      OUTCOME: (row: Row) => row.outcome,
      LINK: (row: Row) => row.url ?? '-',
      URL: (row: Row) => row.original_url ?? row.written,
      MESSAGE: (row: Row) => sentenceOf(row.error),
    };
    await printList(io, rows, { json, columns });
    return summarise(io, from, counts);
  },
};

export const importCommissions: Command = {
  name: 'import commissions',
  summary: 'import past commissions as history, for which nothing is paid',
  args: 'FILE',
  options: {
    dry,
    source,
    currency: { value: 'CODE', help: 'the currency of rows that name none' },
    store: { value: 'ID', help: 'for this store' },
    user: { value: 'ID', help: 'for this creator; by default for yourself' },
  },
  async run({ io, args, options, json, url }) {
    const form = await formOf(args);
    const store = idOf(options, 'store');
    const client = await signedInClient(io, url);
    const query = {
      dry: options['dry'] === true,
      ...given('source', sourceOf(textOf(options, 'source'))),
      ...given('currency', textOf(options, 'currency')?.toUpperCase()),
    };
    const { data } =
      store === undefined
        ? await client.POST('/v2/users/{user}/imported-commissions', {
            params: { path: { user: idOf(options, 'user') ?? (await ownId(client)) }, query },
            ...form,
          })
        : await client.POST('/v2/stores/{store}/imported-commissions', { params: { path: { store }, query }, ...form });
    const { rows, counts, source: from } = data;
    type Row = (typeof rows)[number];
    const columns = {
      ROW: (row: Row) => row.row,
      OUTCOME: (row: Row) => row.outcome,
      ID: (row: Row) => row.imported?.external_id,
      COMMISSION: (row: Row) => row.imported && `${row.imported.commission.amount} ${row.imported.commission.currency}`,
      STATUS: (row: Row) => row.imported?.status,
      MESSAGE: (row: Row) => sentenceOf(row.error),
    };
    await printList(io, rows, { json, columns });
    return summarise(io, from, counts);
  },
};

/** @returns the exit status */
function summarise(io: Io, from: string, counts: Readonly<Record<string, number>>): number {
  const parts = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`);
  io.note(`${from}: ${parts.join(', ')}.`);
  return (counts['refused'] ?? 0) > 0 ? 1 : 0;
}

const sentenceOf = (error: { column: string; message: string } | null) =>
  error === null ? '' : `${error.column} ${error.message}`;

const ownId = async (client: ApiClient): Promise<number> => (await client.GET('/v2/me')).data.id;

function sourceOf(text: string | undefined): Source | undefined {
  const found = SOURCES.find((each) => each === text);
  if (text !== undefined && found === undefined) throw new WrongUsage(`--source must be one of ${SOURCES.join(', ')}.`);
  return found;
}

/** The generated client types a file as text; the request sends form data. */
async function formOf(args: readonly string[]): Promise<{ body: { file: string }; bodySerializer: () => FormData }> {
  const [file, ...more] = args;
  if (file === undefined || more.length > 0) throw new WrongUsage('Name one file.');
  const content = await readFile(file).catch(({ code }: NodeJS.ErrnoException) => {
    throw new WrongUsage(`${printable(file)} cannot be read (${code}).`);
  });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), 'import');
  return { body: { file: '' }, bodySerializer: () => form };
}
