import { buffer } from 'node:stream/consumers';
import type { EventAudience } from '../../platform/events/event-kind.ts';
import { csvStream } from '../../platform/export/csv.ts';
import { headingIn } from '../../platform/export/headings.ts';
import type { Cell, Column } from '../../platform/export/sheet.ts';
import { xlsxStream } from '../../platform/export/xlsx.ts';
import { type Language, LOCALE_OF } from '../../platform/locale.ts';
import type { Attachment } from '../../platform/mail/mail.ts';
import { formatMoney } from '../../platform/money.ts';
import type { FileWork } from '../payments/index.ts';
import { LISTS } from './lists.ts';
import type { ReportFormat } from './schedule.ts';
import { periodWords, type Report, summaryLines } from './summary.ts';
import { WORDS } from './texts.ts';

/** Larger files are not mailed. The mails of a report wait in the database with their files. */
const MAX_BYTES = 512 * 1024;
/** Rows of a PDF; more would be hundreds of pages. */
const MAX_PRINTED_ROWS = 2_000;
/** Rows that are written before other work gets a turn. */
const BATCH = 500;

const TYPES: Record<ReportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

interface FileOptions {
  format: ReportFormat;
  audience: EventAudience;
  language: Language;
  /** `YYYY-MM-DD` */
  day: string;
  /** The name of the marketplace. */
  market: string;
}

/** Writes the file of a report; null if it is too large for a mail. */
export async function makeFile(
  { files }: { files: Pick<FileWork, 'makeList'> },
  report: Report,
  options: FileOptions,
): Promise<Attachment | null> {
  const { format, day } = options;
  if (!report.content.isWhole) return null;
  const content = format === 'pdf' ? await printed(files, report, options) : await sheetOf(report, options);
  if (content === null || content.length > MAX_BYTES) return null;
  return { name: `${report.list}-${day}.${format}`, type: TYPES[format], content: content.toString('base64') };
}

function sheetOf({ list, content }: Report, { format, language }: FileOptions): Promise<Buffer> {
  const columns = content.columns.map(
    ({ header, kind }, index) =>
      // The kind and the cell come from the same column.
      ({ header: headingIn(header, language), kind, cell: (row: readonly Cell[]) => row[index] }) as Column<
        readonly Cell[],
        string
      >,
  );
  const batches = inBatches(content.rows);
  return buffer(format === 'csv' ? csvStream(columns, batches) : xlsxStream(list, columns, batches));
}

async function* inBatches<Row>(rows: readonly Row[]) {
  for (let at = 0; at < rows.length; at += BATCH) yield rows.slice(at, at + BATCH);
}

async function printed(
  files: Pick<FileWork, 'makeList'>,
  report: Report,
  { audience, language, day, market }: FileOptions,
): Promise<Buffer | null> {
  const { content, list } = report;
  if (content.rows.length > MAX_PRINTED_ROWS) return null;
  const names = LISTS[audience]![list]!.printed;
  const shown = names.map((name) => content.columns.findIndex(({ header }) => header === name));
  const lead = WORDS[language].lead(WORDS[language].lists[list], report.owner, periodWords(report.period, language));
  return files.makeList({
    title: report.name,
    notes: [lead, ...summaryLines(report, language)],
    language,
    createdOn: day,
    author: market,
    columns: names.map((name, index) => ({
      header: headingIn(name, language),
      isNumber: ['number', 'share', 'amount'].includes(content.columns[shown[index]!]!.kind),
    })),
    rows: content.rows.map((row) => shown.map((index) => cellText(row[index]!, language))),
  });
}

function cellText(cell: Cell, language: Language): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return new Intl.NumberFormat(LOCALE_OF[language]).format(cell);
  if (cell instanceof Date) return cell.toISOString().slice(0, 16).replace('T', ' ');
  return typeof cell === 'object' ? formatMoney(cell, LOCALE_OF[language]) : String(cell);
}
