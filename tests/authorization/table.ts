import { COLUMNS, type Column, type Row } from './walk.ts';

/** Formats a line of the committed table. */
export function lineOf({ cells, route, notes }: Row): string {
  const columns = COLUMNS.map((column) => cells[column].padEnd(column.length + 1)).join(' ');
  return `${columns} ${route}${notes === '' ? '' : `  # ${notes}`}`;
}

export const HEADING = `${COLUMNS.map((column) => column.padEnd(column.length + 1)).join(' ')} route  # codes of what the business refuses`;

/** Returns the table's lines by route. Throws for malformed and duplicate lines. */
export function readTable(text: string): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line === HEADING) continue;
    const [record = '', notes = ''] = line.split('  # ');
    const words = record.trim().split(/\s+/);
    const route = words.slice(COLUMNS.length).join(' ');
    if (words.length !== COLUMNS.length + 2 || rows.has(route))
      throw new Error(`not a line of the table, or a duplicate: ${line}`);
    const cells = Object.fromEntries(COLUMNS.map((column, at) => [column, words[at]])) as Record<Column, string>;
    rows.set(route, { route, cells, notes });
  }
  return rows;
}

/**
 * Describes the differences between the application and the table, one text per route, with the line to add or
 * remove.
 */
export function differences(table: ReadonlyMap<string, Row>, observed: readonly Row[]): string[] {
  const seen = new Set(observed.map(({ route }) => route));
  const gone = [...table.values()].filter(({ route }) => !seen.has(route));
  return [
    ...gone.map((row) => `this route no longer exists, remove its line:\n${lineOf(row)}`),
    ...observed.flatMap((row) => {
      const expected = table.get(row.route);
      if (expected === undefined)
        return [`a route is not in the table; if this is who may call it, add the line:\n${lineOf(row)}`];
      const answers = COLUMNS.filter((column) => expected.cells[column] !== row.cells[column]);
      if (answers.length === 0 && expected.notes === row.notes) return [];
      const said = answers.map((column) => `${column}: ${row.cells[column]}, not ${expected.cells[column]}`);
      return [`${row.route} answers otherwise (${said.join('; ')}); as it is now:\n${lineOf(row)}`];
    }),
  ];
}
