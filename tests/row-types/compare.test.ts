import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compareRows, readRowTypes } from './compare.ts';

const SOURCE = `
declare const db: { execute<R extends Record<string, unknown>>(statement: string): Promise<R[]> };
type Status = 'open' | 'closed';
interface Row { id: number; status: Status; at: string; note: string | null; extra?: number; bytes: Buffer; tags: string[] }
export const rows = db.execute<Row & Record<never, never>>('SELECT');
export const any = db.execute<Record<string, unknown>>('SELECT');
export const generic = <R extends Record<string, unknown>>() => db.execute<R>('SELECT');
`;
const INT = 23;
const TEXT = 25;
const COLUMNS: [string, number][] = [
  ['id', 20],
  ['status', TEXT],
  ['at', 1184],
  ['note', TEXT],
  ['bytes', 17],
  ['tags', 1009],
];

const folder = mkdtempSync(path.join(os.tmpdir(), 'tributary-rows-'));
writeFileSync(path.join(folder, 'rows.ts'), SOURCE);
afterAll(() => rmSync(folder, { recursive: true }));

const rowTypes = readRowTypes(folder, ['rows.ts']);
const ROWS = 'rows.ts:5:24';
const faultsOf = (columns: [string, number][], ...calls: string[]) =>
  compareRows(rowTypes, [{ calls: calls.length === 0 ? [ROWS] : calls, columns }]).faults.map(
    ({ column, fault }) => `${column}: ${fault}`,
  );

test('a correct row type has no fault', () => {
  expect(compareRows(rowTypes, [{ calls: [ROWS], columns: COLUMNS }])).toEqual({ faults: [], compared: 1 });
});

test.each([
  ['a missing column', COLUMNS.slice(1), 'id: declared, but not returned'],
  ['a column that nobody declares', [...COLUMNS, ['surplus', INT]], 'surplus: returned, but not declared'],
  ['a number that is a text', [['id', 1700], ...COLUMNS.slice(1)], 'id: declared as number, returned as string'],
  [
    'a text that is a number',
    [...COLUMNS.slice(0, 3), ['note', INT], ...COLUMNS.slice(4)],
    'note: declared as string, returned as number',
  ],
  [
    'a status that is a truth value',
    [...COLUMNS.filter(([name]) => name !== 'status'), ['status', 16]],
    'status: declared as string, returned as boolean',
  ],
] as [string, [string, number][], string][])('%s is found', (_kind, columns, fault) => {
  expect(faultsOf(columns)).toEqual([fault]);
});

test('a generic helper leaves the row type to its caller, and an open row type allows any column', () => {
  expect(faultsOf([['other', INT]], 'rows.ts:7:68')).toEqual([]);
  expect(faultsOf(COLUMNS.slice(1), 'rows.ts:7:68', ROWS)).toEqual(['id: declared, but not returned']);
  expect(compareRows(rowTypes, [{ calls: ['rows.ts:6:23'], columns: COLUMNS }]).compared).toBe(0);
});
