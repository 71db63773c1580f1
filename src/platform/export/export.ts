import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { oneOf } from '../http/fields.ts';
import { LANGUAGES, type Language } from '../locale.ts';
import { csvStream } from './csv.ts';
import { headingIn } from './headings.ts';
import type { Batches, Column } from './sheet.ts';
import { xlsxStream } from './xlsx.ts';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The query field `format` of a list that can be exported as a file. */
export const formatField = () =>
  oneOf(EXPORT_FORMATS, {
    description: 'Export the whole list as a file instead of returning a page. `page` and `size` are ignored.',
  });

/** The same for a list whose default format can be requested by name, too: `json`. */
export const formatOrJsonField = () =>
  oneOf([...EXPORT_FORMATS, 'json'], {
    description: '`json` (default) returns a page. `csv` or `xlsx` export the whole list as a file and ignore `page`.',
  });

/** The query field `lang` of a list that can be exported. Programs read the headings, so `Accept-Language` does not change them. */
export const headingLanguage = () =>
  Type.Optional(
    oneOf(LANGUAGES, { description: 'The language of the headings of a `csv` or `xlsx` file; `en` by default.' }),
  );

const MEDIA_TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportFormat, string>;

/** Media types of exports, for the response documentation (`jsonOrFile`). */
export const EXPORT_MEDIA_TYPES = Object.values(MEDIA_TYPES);

/**
 * The export of a list as a file. `name` is a word without an extension, for example `campaigns`. It names the sheet
 * and, with the day, the file.
 */
export interface Export<Row> {
  name: string;
  /** Of the headings; English unless given. */
  language: Language | undefined;
  /** Day of the export, `YYYY-MM-DD`. */
  day: string;
  columns: readonly Column<Row>[];
  batches: Batches<Row>;
}

/** Streams a list as a file download. Only one batch of its rows is in memory at a time. */
export function sendExport<Row>(reply: FastifyReply, format: ExportFormat, file: Export<Row>): Readable {
  const { name, day, batches, language = 'en' } = file;
  const columns = file.columns.map((column) => ({ ...column, header: headingIn(column.header, language) }));
  const charset = format === 'csv' ? '; charset=utf-8; header=present' : '';
  reply.type(`${MEDIA_TYPES[format]}${charset}`);
  reply.header('content-disposition', `attachment; filename="${name}-${day}.${format}"`);
  return format === 'csv' ? csvStream(columns, batches) : xlsxStream(name, columns, batches);
}
