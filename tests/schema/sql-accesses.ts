import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A statement of a source file that names a table. */
export interface SqlAccess {
  /** Path from the project's root. */
  file: string;
  table: string;
  kind: 'read' | 'write';
}

const WRITES =
  /\b(?:INSERT INTO|MERGE INTO|UPDATE(?: ONLY)?|DELETE FROM(?: ONLY)?|TRUNCATE(?: TABLE)?)\s+(?:public\.)?(\w+)/g;
/** A table after FROM, JOIN or USING, and those that follow it after commas, each with its alias. */
const READS =
  /\b(?:FROM|JOIN|USING)\s+((?:ONLY\s+)?(?:public\.)?\w+(?:\s+(?:AS\s+)?\w+)?(?:\s*,\s*\w+\s+(?:AS\s+)?\w+)*)/g;

/**
 * Finds the tables that a text of SQL, or of TypeScript with SQL in it, reads and writes. Keywords are upper case, as everywhere in this
 * project, so that prose does not count. A list of tables that begins with a subquery is read up to the subquery only.
 * @param tables names of the tables of the database
 */
export function findAccesses(file: string, text: string, tables: ReadonlySet<string>): SqlAccess[] {
  const sql = withoutComments(text);
  const found = new Map<string, SqlAccess>();
  const add = (table: string, kind: SqlAccess['kind']) => {
    if (tables.has(table)) found.set(`${kind} ${table}`, { file, table, kind });
  };
  for (const [, table] of sql.matchAll(WRITES)) add(table!, 'write');
  for (const match of sql.matchAll(READS)) {
    if (/DELETE\s+$/.test(sql.slice(Math.max(0, match.index - 8), match.index))) continue;
    for (const item of match[1]!.split(','))
      add(
        item
          .trim()
          .replace(/^(?:ONLY\s+)?(?:public\.)?/, '')
          .split(/\s/)[0]!,
        'read',
      );
  }
  // A function can refer to a whole row by the table's name.
  for (const [, table] of sql.matchAll(/\b(\w+)%ROWTYPE/g)) add(table!, 'read');
  return [...found.values()];
}

/** Reads the files below a folder, by their path from the project's root; tests are left out. */
export function readFiles(folder: string, extension: '.ts' | '.sql'): [file: string, text: string][] {
  const root = path.join(import.meta.dirname, '../..');
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension) && !/\.(?:test|fixture)\.ts$/.test(name))
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
    .sort()
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]);
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/(^|\s)(?:--|\/\/) .*$/gm, '$1');
}
