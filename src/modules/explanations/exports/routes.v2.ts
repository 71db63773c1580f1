import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { signedIn } from '../../../platform/auth/policy.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { csvStream } from '../../../platform/export/csv.ts';
import { type ParquetColumn, parquetStream } from '../../../platform/export/parquet.ts';
import type { Column } from '../../../platform/export/sheet.ts';
import { day, oneOf, text } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { file } from '../../../platform/http/replies.ts';
import type { ExplanationDeps } from '../deps.ts';
import { DATASETS, type Dataset, readCursor } from './cursor.ts';
import { type DatasetRules, type Days, typeOf } from './dataset-rules.ts';
import { RULES } from './datasets.ts';
import { type ExportedRecord, readExport, readIdentity } from './read-export.ts';

const MAX_RECORDS = 1_000_000;
const MAX_WAIT_SECONDS = 30;
const NDJSON = 'application/x-ndjson';
const PARQUET = 'application/vnd.apache.parquet';

/** Exports of raw data. */
export function exportRoutes(app: FastifyInstance, { calendar: { timeZone } }: ExplanationDeps): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  operation(app, {
    method: 'GET',
    url: '/v2/exports/:dataset',
    operationId: 'exportRecords',
    storeKey: true,
    summary: 'Stream raw data for a warehouse',
    description:
      '`clicks`, `orders` and `ledger` come in the order of commits, the others whole, by their ids. Each record has a `cursor`. After an interruption, continue after the last complete record with `after`, without gaps or duplicates. A changed record (a voided click, an approved order) is exported again. A complete NDJSON reply ends with a record that has only `cursor` and `end`. A CSV has a header and records only; the cursor after them is in the HTTP trailer `x-next-cursor`, which only a complete reply has. `from` and `to` select clicks and orders by their day, and ledger entries by the day of their booking. With `after`, a request waits for new records. Callers receive the records of their lists, with their own amounts. Clicks are exported while they are kept.',
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
      from: Type.Optional(day({ description: 'The first day, in the time zone of the marketplace.' })),
      to: Type.Optional(day({ description: 'The last day, included.' })),
      limit: Type.Integer({ minimum: 1, maximum: MAX_RECORDS, default: MAX_RECORDS, description: 'Records at most.' }),
      wait_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: MAX_WAIT_SECONDS,
          description:
            'How long to wait for a record when there is none: with `after` 20 by default for `clicks`, `orders` and `ledger`, otherwise 0.',
        }),
      ),
    },
    replies: { 200: file('The records.', NDJSON, 'text/csv', PARQUET) },
    errors: ['cursor_outdated'],
    handle: async ({ ctx, params: { dataset }, query, reply }) => {
      const days = daysOf(dataset, { ...query, timeZone });
      const scope = { dataset, identity: await readIdentity(ctx.db) };
      const after = query.after === undefined ? null : readCursor(scope, query.after);
      const isFollowed = after !== null && RULES[dataset].order === 'commits';
      const waitMs = 1_000 * (query.wait_seconds ?? (isFollowed ? 20 : 0));
      const isAbandoned = () => isStopping || reply.raw.destroyed;
      const batches = readExport(ctx, { ...scope, after, days, limit: query.limit, waitMs, isAbandoned });
      reply.header('cache-control', 'no-store');
      if (query.format === 'csv') {
        reply.type('text/csv; charset=utf-8; header=present');
        return csvOf(RULES[dataset], batches, reply);
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

/**
 * The days of a request; null if it names none.
 * @throws InvalidInput naming the field, if they are reversed or the records are no events
 */
function daysOf(
  dataset: Dataset,
  { from, to, timeZone }: { from?: string | undefined; to?: string | undefined; timeZone: string },
): Days | null {
  const given = Object.entries({ from, to }).filter(([, value]) => value !== undefined);
  if (given.length === 0) return null;
  if (RULES[dataset].during === undefined) {
    const faults = given.map(([name]) => [name, [`must not be given for ${dataset}, which are always exported whole`]]);
    throw new InvalidInput(Object.fromEntries(faults));
  }
  if (from !== undefined && to !== undefined && from > to) throw new InvalidInput({ from: ['must not be after `to`'] });
  return { from: from ?? null, to: to ?? null, timeZone };
}

/** A header and records, and nothing else, so that databases load it unchanged. The cursor after the last record is in a trailer. */
function csvOf(rules: DatasetRules, batches: AsyncIterable<ExportedRecord[]>, reply: FastifyReply): Readable {
  let cursor = '';
  async function* records(): AsyncGenerator<ExportedRecord[]> {
    for await (const batch of batches) {
      cursor = batch.at(-1)?.cursor ?? cursor;
      yield batch.filter(({ values }) => values !== null);
    }
  }
  reply.trailer('x-next-cursor', async () => cursor);
  return csvStream(columnsOf(rules), records(), { hasByteOrderMark: false });
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
function parquetOf(rules: DatasetRules, batches: AsyncIterable<ExportedRecord[]>): Readable {
  let cursor = '';
  const columns = rules.names.map((name): ParquetColumn<ExportedRecord> => {
    const cell = ({ values }: ExportedRecord) => values?.[name] ?? null;
    const kind = typeOf(rules, name);
    if (kind === 'whole') return { name, kind, cell: (record) => cell(record) as number | null };
    if (kind === 'truth') return { name, kind, cell: (record) => cell(record) as boolean | null };
    if (kind === 'text') return { name, kind, cell: (record) => cell(record) as string | null };
    return { name, kind, cell: (record) => (cell(record) === null ? null : new Date(String(cell(record)))) };
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
