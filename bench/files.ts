import { monitorEventLoopDelay } from 'node:perf_hooks';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { invoicePdf } from '../src/modules/payments/documents/pdf.ts';
import { invoiceWorkbook } from '../src/modules/payments/documents/workbook.ts';
import { type FileWork, openFileWork } from '../src/modules/payments/file-work.ts';
import { readTable } from '../src/modules/payments/imports/read-table.ts';
import { invoiceWith } from '../tests/harness/invoice.ts';
import { printTable } from './report.ts';

/** How long rendering invoice files blocks the event loop: on a separate thread, compared with the main thread. */
type Making = Pick<FileWork, 'make' | 'readTable'>;

const MAKERS = { pdf: invoicePdf, excel: invoiceWorkbook };
const inPlace: Making = {
  make: async (format, document) => buffer(MAKERS[format as keyof typeof MAKERS](document)),
  readTable: async (content, columns) => readTable(Buffer.from(content), columns),
};

const invoice = invoiceWith({ locale: 'en_GB' });
const long = invoiceWith({
  locale: 'en_GB',
  lines: Array.from({ length: 1_000 }, (_, n) => ({
    description: `Clicks, campaign ${n}`,
    quantity: n,
    amountMinor: n,
  })),
});
const table = Buffer.from(`invoice_id\n${`1${','.repeat(40)}"a""b"\n`.repeat(10_000)}`);

const WORK: Record<string, (files: Making) => Promise<unknown>> = {
  'nothing, for a second': () => wait(1_000),
  'an invoice as a PDF, the first': ({ make }) => make('pdf', invoice),
  'an invoice as a PDF, again': ({ make }) => make('pdf', invoice),
  '50 invoices as PDFs, asked for at once': ({ make }) =>
    Promise.all(Array.from({ length: 50 }, () => make('pdf', invoice))),
  'a PDF of 1,000 lines': ({ make }) => make('pdf', long),
  'a workbook of 1,000 lines': ({ make }) => make('excel', long),
  'a table of 10,000 rows and 41 columns': (files) =>
    files.readTable(table, { required: ['invoice_id'], optional: [] }),
};

/** The duration of the work and the longest block of the event loop, in milliseconds. */
async function measured(work: () => Promise<unknown>): Promise<{ took: number; held: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await wait(50);
  const began = performance.now();
  await work();
  const took = performance.now() - began;
  await wait(50);
  delay.disable();
  return { took, held: delay.max / 1e6 };
}

// On a busy machine, fifty files take longer than the usual timeout.
const thread = openFileWork({ waitingMs: 300_000 });
const rows = [];
for (const [name, work] of Object.entries(WORK)) {
  const beside = await measured(() => work(thread));
  const here = await measured(() => work(inPlace));
  rows.push({
    what: name,
    'held ms': Math.round(beside.held),
    'in place': Math.round(here.held),
    'took ms': Math.round(beside.took),
    'took in place': Math.round(here.took),
  });
}
await thread.close();
printTable('Files of invoices: how long the event loop is held', rows);
