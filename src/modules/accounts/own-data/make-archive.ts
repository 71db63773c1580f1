import { stringify } from 'csv-stringify/sync';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { plainText } from '../../../platform/export/csv.ts';
import { type ZipEntry, zip } from '../../../platform/export/zip.ts';
import { MAX_ROWS, SECTIONS } from './sections.ts';

/** Creates the archive of a person's data: each section as JSON and as CSV. All sections show the same moment. */
export async function makeArchive(db: Database, userId: number, at: Date): Promise<Buffer> {
  const sections = await db.transaction(
    async (tx) => {
      const read: { name: string; rows: Record<string, unknown>[]; isWhole: boolean }[] = [];
      for (const { name, rows: query } of SECTIONS) {
        const { rows } = await tx.execute<Record<string, unknown>>(sql`${query(userId)} LIMIT ${MAX_ROWS + 1}`);
        read.push({ name, rows: rows.slice(0, MAX_ROWS), isWhole: rows.length <= MAX_ROWS });
      }
      return read;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const about = {
    user_id: userId,
    made_at: at.toISOString(),
    amounts: 'in minor units of their currency',
    incomplete: sections.filter(({ isWhole }) => !isWhole).map(({ name }) => name),
  };
  const files = sections.flatMap(({ name, rows }): ZipEntry[] => [
    { name: `json/${name}.json`, content: json(rows) },
    { name: `csv/${name}.csv`, content: csv(rows) },
  ]);
  return zip([{ name: 'about.json', content: json(about) }, ...files], at);
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

function csv(rows: Record<string, unknown>[]): Buffer {
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => columns.map((column) => printed(row[column])));
  return Buffer.from(
    stringify([columns, ...lines], { bom: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ }),
  );
}

function printed(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return plainText(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
