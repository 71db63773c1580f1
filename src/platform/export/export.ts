import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { oneOf } from '../http/fields.ts';
import { csvStream } from './csv.ts';
import type { Batches, Column } from './sheet.ts';
import { xlsxStream } from './xlsx.ts';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The query field `format` of a list that can be had as a file. */
export const formatField = () =>
  oneOf(EXPORT_FORMATS, {
    description: 'The whole list as a file in place of a page; `page` and `size` say nothing then.',
  });

/** The same where the list itself can be asked for by name, too: `json`. */
export const formatOrJsonField = () =>
  oneOf([...EXPORT_FORMATS, 'json'], {
    description:
      '`csv` or `xlsx`: the whole list as a file in place of `json`, which it is otherwise; `page` says nothing then.',
  });

const MEDIA_TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportFormat, string>;

/** Media types of exports, for the documentation of the reply (`jsonOrFile`). */
export const EXPORT_MEDIA_TYPES = Object.values(MEDIA_TYPES);

/** What a list is as a file. `name` is a word without an ending, as `campaigns`: the file's, with the day, and the sheet's. */
export interface Export<Row> {
  name: string;
  /** The day of the export, `YYYY-MM-DD`. */
  day: string;
  columns: readonly Column<Row>[];
  batches: Batches<Row>;
}

/** Sends a list as a file to be saved, streamed: one batch of its rows is in memory at a time. */
export function sendExport<Row>(reply: FastifyReply, format: ExportFormat, file: Export<Row>): Readable {
  const { name, day, columns, batches } = file;
  const charset = format === 'csv' ? '; charset=utf-8; header=present' : '';
  reply.type(`${MEDIA_TYPES[format]}${charset}`);
  reply.header('content-disposition', `attachment; filename="${name}-${day}.${format}"`);
  return format === 'csv' ? csvStream(columns, batches) : xlsxStream(name, columns, batches);
}
