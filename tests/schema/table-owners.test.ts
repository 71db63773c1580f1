import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { MODULES } from '../../check-imports.ts';
import { createTestDatabase } from '../harness/database.ts';
import { findAccesses, readFiles, type SqlAccess } from './sql-accesses.ts';

/**
 * Each table belongs to one module. `table-owners.txt` lists the other modules that read and write it; `OWNERS=add` adds missing
 * entries.
 */

const FILE = path.join(import.meta.dirname, 'table-owners.txt');
const REPEATABLE = 'migrations/repeatable';
const OTHERS = ['platform', 'api', 'backup', 'check', 'cli', 'demo', 'maintenance'];

interface Line {
  owner: string;
  readers: string[];
  writers: string[];
}

const { pool } = await createTestDatabase();
const { rows } = await pool.query<{ name: string }>(
  `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')
   AND (NOT relispartition OR relname ~ '_other$')`,
);
const tables = new Set(rows.map((row) => row.name));
const map = parse(readFileSync(FILE, 'utf8'));
if (process.env.OWNERS === 'add') {
  for (const { file, table, kind } of allAccesses()) grant(table, ownerOf(file), kind);
  writeFileSync(FILE, print());
}

test('every table, view and function of the database has an owner, and no other name has one', () => {
  const functions = readFiles(REPEATABLE, '.sql').map(([file]) => functionLine(file));
  expect([...map.keys()].sort()).toEqual([...new Set([...tables, ...functions])].sort());
  const owners = [...map.values()].map((line) => line.owner);
  expect(owners.filter((owner) => !MODULES.includes(owner) && owner !== 'platform')).toEqual([]);
});

test('a module reads and writes the tables of others only as the map allows', () => {
  expect(allAccesses().filter((access) => !isAllowed(access))).toEqual([]);
});

test('permits the access that the map allows', () => {
  const done = new Set(allAccesses().map(({ file, table, kind }) => `${kind} ${table} ${ownerOf(file)}`));
  const allowed = [...map].flatMap(([table, { readers, writers }]) => [
    ...readers.map((reader) => `read ${table} ${reader}`),
    ...writers.map((writer) => `write ${table} ${writer}`),
  ]);
  expect(allowed.filter((permission) => !done.has(permission))).toEqual([]);
});

describe('a planted access is found', () => {
  test.each([
    ['a later module writes', 'src/modules/media/a.ts', 'UPDATE users SET name = 1', 'write users'],
    ['a later module inserts', 'src/modules/media/a.ts', 'INSERT INTO store_days VALUES (1)', 'write store_days'],
    ['a later module deletes', 'src/modules/webhooks/a.ts', 'DELETE FROM invoices', 'write invoices'],
    ['an earlier module reads', 'src/modules/links/a.ts', 'SELECT 1 FROM invoices i', 'read invoices'],
    [
      'an earlier module joins',
      'src/modules/links/a.ts',
      'SELECT FROM links l LEFT JOIN LATERAL x JOIN voids v',
      'read voids',
    ],
    ['a table after a comma', 'src/modules/links/a.ts', 'SELECT FROM links l, voids v', 'read voids'],
    ['an update from another table', 'src/modules/links/a.ts', 'UPDATE links SET a = 1 FROM voids v', 'read voids'],
    ['the platform', 'src/platform/a.ts', 'SELECT FROM users', 'read users'],
    ['a function', `${REPEATABLE}/store_is_ended.sql`, 'SELECT FROM voids', 'read voids'],
  ])('%s', (_kind, file, sql, found) => {
    const refused = findAccesses(file, sql, tables).filter((access) => !isAllowed(access));
    expect(refused.map(({ kind, table }) => `${kind} ${table}`)).toEqual([found]);
  });
});

function allAccesses(): SqlAccess[] {
  const files = [...readFiles('src', '.ts'), ...readFiles(REPEATABLE, '.sql')];
  return files.flatMap(([file, text]) => findAccesses(file, text, tables));
}

function isAllowed({ file, table, kind }: SqlAccess): boolean {
  const who = ownerOf(file);
  const line = map.get(table);
  return line !== undefined && (line.owner === who || (kind === 'read' ? line.readers : line.writers).includes(who));
}

/** The module, or the part of `src` outside the modules, that a file belongs to. A SQL function belongs to the module of its line. */
function ownerOf(file: string): string {
  if (file.startsWith(REPEATABLE)) return map.get(functionLine(file))?.owner ?? 'unlisted';
  const [, folder = '', module = ''] = file.split('/');
  const name = folder === 'modules' ? module : folder.replace(/\.ts$/, '');
  if (!MODULES.includes(name) && !OTHERS.includes(name))
    throw new Error(`${file} contains SQL outside the known folders`);
  return name;
}

/** Views and their files have one name; a function's line ends with parentheses. */
function functionLine(file: string): string {
  const name = path.basename(file, '.sql');
  return tables.has(name) ? name : `${name}()`;
}

function parse(text: string): Map<string, Line> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [name, owner, readers, writers] = line.split('|').map((cell) => cell.trim());
      const words = (cell: string | undefined) => (cell ?? '').split(' ').filter((word) => word !== '');
      return [name!, { owner: owner!, readers: words(readers), writers: words(writers) }];
    }),
  );
}

function grant(table: string, who: string, kind: SqlAccess['kind']): void {
  const line = map.get(table);
  if (line === undefined || line.owner === who) return;
  const list = kind === 'read' ? line.readers : line.writers;
  if (!list.includes(who)) list.push(who);
}

function print(): string {
  const order = [...MODULES, ...OTHERS];
  const cell = (names: string[]) => [...names].sort((a, b) => order.indexOf(a) - order.indexOf(b)).join(' ');
  const comments = readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('#'));
  const rows = [...map].sort(
    ([a, one], [b, other]) => order.indexOf(one.owner) - order.indexOf(other.owner) || (a < b ? -1 : 1),
  );
  const lines = rows.map(([name, line]) =>
    `${name.padEnd(26)} | ${line.owner.padEnd(10)} | ${cell(line.readers)} | ${cell(line.writers)}`.trimEnd(),
  );
  return `${[...comments, ...lines].join('\n')}\n`;
}
