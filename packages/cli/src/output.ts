import { type Io, printable } from './io.ts';

type Cell = string | number | boolean | null | undefined;

/** A list as a table: the heading of each column, and how a record fills it. */
export type Columns<Item> = Readonly<Record<string, (item: Item) => Cell>>;

const GAP = '  ';

/**
 * Prints a list: as a table, or with `json` one JSON object per line, which other programs read while the list is still loading.
 * @returns the number of records
 */
export async function printList<Item>(
  io: Pick<Io, 'out'>,
  items: AsyncIterable<Item> | Iterable<Item>,
  { json, columns }: { json: boolean; columns: Columns<Item> },
): Promise<number> {
  const rows: string[][] = [];
  let count = 0;
  for await (const item of items) {
    count += 1;
    if (json) io.out(JSON.stringify(item));
    else rows.push(Object.values(columns).map((cell) => printable(String(cell(item) ?? ''))));
  }
  if (json || count === 0) return count;
  const headings = Object.keys(columns);
  const widths = headings.map((heading, n) => Math.max(heading.length, ...rows.map((row) => row[n]!.length)));
  for (const row of [headings, ...rows])
    io.out(
      row
        .map((cell, n) => cell.padEnd(widths[n]!))
        .join(GAP)
        .trimEnd(),
    );
  return count;
}

/** Prints one record: as lines of a name and a value, or as JSON. */
export function printRecord(
  io: Pick<Io, 'out'>,
  record: object,
  { json, fields }: { json: boolean; fields: Readonly<Record<string, Cell>> },
): void {
  if (json) {
    io.out(JSON.stringify(record));
    return;
  }
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  for (const [name, value] of Object.entries(fields))
    io.out(`${name.padEnd(width)}${GAP}${printable(String(value ?? ''))}`.trimEnd());
}
