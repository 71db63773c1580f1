// Compares the row types that the sources declare with the columns that PostgreSQL returned during a run of the tests:
//
//   ROW_TYPES=/tmp/rows.jsonl npm test && npx tsx tests/row-types/check.ts /tmp/rows.jsonl
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compareRows, type RowFault, readRowTypes } from './compare.ts';
import type { RecordedRows } from './record.ts';

const root = path.join(import.meta.dirname, '../..');
const [file = ''] = process.argv.slice(2);
if (file === '') {
  console.error('Usage: npx tsx tests/row-types/check.ts FILE, with the file that ROW_TYPES named.');
  process.exit(2);
}
const recorded = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as RecordedRows);
const files = [...new Set(recorded.flatMap(({ calls }) => calls.map((call) => call.split(':')[0]!)))];
const { faults, compared } = compareRows(readRowTypes(root, files), recorded);
for (const fault of faults) console.error(describe(fault));
console.log(`${compared} row types compared, ${faults.length} faults`);
process.exitCode = faults.length > 0 || compared === 0 ? 1 : 0;

function describe({ at, column, fault }: RowFault): string {
  return `${at}: ${column}: ${fault}`;
}
