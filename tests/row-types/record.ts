import { appendFileSync } from 'node:fs';
import path from 'node:path';
import type { QueryResult } from 'pg';
import { SqlDatabase } from '../../src/platform/database/sql-database.ts';

/** The columns of a statement, with the calls that led to it (innermost first) as `file:line:column`. */
export interface RecordedRows {
  calls: string[];
  columns: [name: string, type: number][];
}

const SRC = `${path.join(import.meta.dirname, '../..')}/src/`;
/** Combinations of columns and calls, as positions in the running code. */
const seen = new Set<string>();
/** How often the calls of each statement have been looked at. */
const looks = new Map<string, number>();
/** Looking at the calls takes longer than most statements, and the calls of a statement are few, usually the same. */
const ENOUGH = 20;

/**
 * Writes the columns of each statement to a file, one line of JSON for each combination of calls and columns in its first executions.
 * For a test process: it changes the prototype of the database handle.
 */
export function recordRowTypes(file: string): void {
  const original = SqlDatabase.prototype.query;
  if (original.name === 'recording') return;
  Error.stackTraceLimit = Math.max(Error.stackTraceLimit, 15);
  SqlDatabase.prototype.query = function recording(this: SqlDatabase, statement) {
    const result = original.call(this, statement);
    const count = looks.get(statement.text) ?? 0;
    if (count === ENOUGH) return result;
    looks.set(statement.text, count + 1);
    const call = new Error('call');
    result.then(
      (rows) => record(file, call, rows),
      () => undefined,
    );
    return result;
  } as typeof original;
}

function record(file: string, call: Error, result: QueryResult): void {
  // A query with several statements has several results.
  if (!Array.isArray(result.fields) || result.fields.length === 0) return;
  const columns = result.fields.map((field): [string, number] => [field.name, field.dataTypeID]);
  const { sites, format } = stackOf(call);
  const positions = sites.map((site) => `${site.getFileName()}:${site.getLineNumber()}:${site.getColumnNumber()}`);
  const key = `${positions.join(' ')} ${columns.join(' ')}`;
  if (seen.has(key)) return;
  seen.add(key);
  const calls = [...format().matchAll(/(?:\(|at |file:\/\/)(\/[^():]*):(\d+):(\d+)/g)]
    .filter((match) => match[1]!.startsWith(SRC))
    .map((match) => `${match[1]!.slice(SRC.length - 4)}:${match[2]}:${match[3]}`);
  appendFileSync(file, `${JSON.stringify({ calls, columns } satisfies RecordedRows)}\n`);
}

/**
 * Returns the calls that led to an error whose stack nobody has read. Positions in the source are looked up by `format` alone, because
 * that takes longer than most statements.
 */
function stackOf(call: Error): { sites: NodeJS.CallSite[]; format: () => string } {
  const prepare = Error.prepareStackTrace;
  Error.prepareStackTrace = (_, sites) => sites;
  const sites = call.stack as unknown as NodeJS.CallSite[];
  Error.prepareStackTrace = prepare;
  return { sites, format: () => prepare?.(call, sites) ?? sites.map((site) => `at ${site}`).join('\n') };
}
