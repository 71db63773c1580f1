import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { signedIn } from '../../../platform/auth/policy.ts';
import { csvStream } from '../../../platform/export/csv.ts';
import { type ParquetColumn, parquetStream } from '../../../platform/export/parquet.ts';
import type { Column } from '../../../platform/export/sheet.ts';
import { oneOf, text } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { file } from '../../../platform/http/replies.ts';
import type { ExplanationDeps } from '../deps.ts';
import { DATASETS, readCursor } from './cursor.ts';
import { type DatasetRules, RULES } from './datasets.ts';
import { type ExportedRecord, readExport, readIdentity } from './read-export.ts';

const MAX_RECORDS = 1_000_000;
const MAX_WAIT_SECONDS = 30;
const NDJSON = 'application/x-ndjson';
const PARQUET = 'application/vnd.apache.parquet';

/** Exports of raw data. */
export function exportRoutes(app: FastifyInstance, _deps: ExplanationDeps): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  operation(app, {
    method: 'GET',
    url: '/v2/exports/:dataset',
    operationId: 'exportRecords',
    storeKey: true,
    summary: 'Stream clicks, orders or the ledger in the order of commits',
    description:
      'Each record has a `cursor`. After an interruption, continue after the last complete record with `after`, without gaps or duplicates. A changed record (a voided click, an approved order) is exported again. A complete reply ends with a record that has only `cursor` (and in NDJSON `end`). With `after`, a request waits for new records. Callers receive the records of their lists, with their own amounts. Clicks are exported while they are kept.',
    tags: ['Explanations'],
    addition: true,
    policy: signedIn,
    params: { dataset: oneOf(DATASETS) },
    query: {
      format: Type.Optional(
        oneOf(['ndjson', 'csv', 'parquet'], {
          description:
            '`ndjson` by default. A Parquet file is complete or unreadable; its metadata `cursor` continues after it.',
        }),
      ),
      after: Type.Optional(text({ min: 1, max: 200, description: 'A cursor; without one from the beginning.' })),
      limit: Type.Integer({ minimum: 1, maximum: MAX_RECORDS, default: MAX_RECORDS, description: 'Records at most.' }),
      wait_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: MAX_WAIT_SECONDS,
          description: 'How long to wait for a record when there is none: with `after` 20 by default, otherwise 0.',
        }),
      ),
    },
    replies: { 200: file('The records.', NDJSON, 'text/csv', PARQUET) },
    errors: ['cursor_outdated'],
    handle: async ({ ctx, params: { dataset }, query, reply }) => {
      const scope = { dataset, identity: await readIdentity(ctx.db) };
      const after = query.after === undefined ? null : readCursor(scope, query.after);
      const waitMs = 1_000 * (query.wait_seconds ?? (after === null ? 0 : 20));
      const isAbandoned = () => isStopping || reply.raw.destroyed;
      const batches = readExport(ctx, { ...scope, after, limit: query.limit, waitMs, isAbandoned });
      reply.header('cache-control', 'no-store');
      if (query.format === 'csv') {
        reply.type('text/csv; charset=utf-8; header=present');
        return csvStream(columnsOf(RULES[dataset]), batches);
      }
      if (query.format === 'parquet') {
        reply.type(PARQUET);
        return parquetOf(RULES[dataset], batches);
      }
      reply.type(NDJSON);
      return Readable.from(linesOf(batches), { objectMode: false });
    },
  });
}

async function* linesOf(batches: AsyncIterable<ExportedRecord[]>): AsyncGenerator<string> {
  for await (const records of batches)
    yield records
      .map(
        ({ cursor, values }) => `${JSON.stringify(values === null ? { cursor, end: true } : { ...values, cursor })}\n`,
      )
      .join('');
}

/** Parquet cannot represent a record without values: the cursor after the last one is in the metadata of the file. */
function parquetOf({ names, whole }: DatasetRules, batches: AsyncIterable<ExportedRecord[]>): Readable {
  let cursor = '';
  const columns = names.map((name): ParquetColumn<ExportedRecord> => {
    const cell = ({ values }: ExportedRecord) => values?.[name] ?? null;
    if (whole.has(name)) return { name, kind: 'whole', cell: (record) => cell(record) as number | null };
    if (!name.endsWith('_at')) return { name, kind: 'text', cell: (record) => cell(record) as string | null };
    return { name, kind: 'instant', cell: (record) => (cell(record) === null ? null : new Date(String(cell(record)))) };
  });
  async function* complete(): AsyncGenerator<ExportedRecord[]> {
    for await (const records of batches) {
      cursor = records.at(-1)?.cursor ?? cursor;
      yield records.filter(({ values }) => values !== null);
    }
  }
  return parquetStream(
    [...columns, { name: 'cursor', kind: 'text', cell: (record) => record.cursor }],
    complete(),
    () => ({ cursor }),
  );
}

const columnsOf = ({ names }: DatasetRules): Column<ExportedRecord, string>[] => [
  // Numbers are not converted to texts, because a negative number would then be treated as a formula.
  ...names.map(
    (name) =>
      ({ header: name, kind: 'number', cell: ({ values }) => values?.[name] ?? null }) as Column<
        ExportedRecord,
        string
      >,
  ),
  { header: 'cursor', kind: 'text', cell: ({ cursor }) => cursor },
];
