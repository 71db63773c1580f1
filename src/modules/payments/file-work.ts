import type { BankReport } from '../../platform/bank-files/bank-report.ts';
import { InvalidInput, RuleRefused } from '../../platform/errors/errors.ts';
import type { ListDocument, ListPrinter } from '../../platform/export/list-document.ts';
import { ownModule } from '../../platform/own-files.ts';
import { type ThreadLimits, WorkThread } from '../../platform/threads/work-thread.ts';
import type { InvoiceDocument } from './documents/document.ts';
import type { TextDocument } from './documents/text-pdf.ts';
import type { Columns, TableRow } from './imports/table.ts';

/** The formats of an invoice. */
export type DocumentFormat = 'pdf' | 'excel' | 'ubl' | 'factur-x';

/** The requests to the thread. */
export type FileTask =
  | { kind: DocumentFormat; document: InvoiceDocument }
  | { kind: 'list'; list: ListDocument }
  | { kind: 'text'; text: TextDocument }
  | { kind: 'table'; content: Uint8Array; columns: Columns }
  | { kind: 'report'; content: Uint8Array };

/** Creates and reads files of invoices in a separate thread, because fonts and large tables would block redirects for a second. */
export interface FileWork extends ListPrinter {
  /** @throws RuleRefused `no_e_invoice`; Unavailable when too many requests wait */
  make(format: DocumentFormat, document: InvoiceDocument): Promise<Buffer>;
  /** Makes a PDF of texts. @throws Unavailable when too many requests wait */
  makeText(text: TextDocument): Promise<Buffer>;
  /** @throws InvalidInput naming `file`; Unavailable when too many requests wait */
  readTable(content: Uint8Array, columns: Columns): Promise<TableRow[]>;
  /** Reads a bank report. @throws InvalidInput naming `file`; Unavailable when too many requests wait */
  readReport(content: Uint8Array): Promise<BankReport>;
  /** Ends the thread. */
  close(): Promise<void>;
}

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The thread is started by the first file. */
export function openFileWork(limits?: Partial<ThreadLimits>): FileWork {
  const thread = new WorkThread<FileTask, unknown>(ownModule('modules/payments/file-thread'), limits);
  return {
    async make(kind, document) {
      const bytes = (await thread.run({ kind, document })) as Uint8Array | { refused: string };
      if ('refused' in bytes) throw new RuleRefused('no_e_invoice', bytes.refused);
      return bufferOf(bytes);
    },
    async makeList(list) {
      return bufferOf((await thread.run({ kind: 'list', list })) as Uint8Array);
    },
    async makeText(text) {
      return bufferOf((await thread.run({ kind: 'text', text })) as Uint8Array);
    },
    async readTable(content, columns) {
      const read = (await thread.run({ kind: 'table', content, columns })) as TableRow[] | { unreadable: string };
      if ('unreadable' in read) throw new InvalidInput({ file: [read.unreadable] });
      return read;
    },
    async readReport(content) {
      const read = (await thread.run({ kind: 'report', content })) as BankReport | { unreadable: string };
      if ('unreadable' in read) throw new InvalidInput({ file: [read.unreadable] });
      return read;
    },
    close: () => thread.close(),
  };
}
