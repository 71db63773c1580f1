import { buffer } from 'node:stream/consumers';
import { type BankReport, UnreadableReport } from '../../platform/bank-files/bank-report.ts';
import { readReport } from '../../platform/bank-files/read-report.ts';
import { answerTasks } from '../../platform/threads/answer-tasks.ts';
import type { InvoiceDocument } from './documents/document.ts';
import { NoEInvoice } from './documents/e-invoice.ts';
import { listPdf } from './documents/list-pdf.ts';
import { invoicePdf } from './documents/pdf.ts';
import { textPdf } from './documents/text-pdf.ts';
import { invoiceWorkbook } from './documents/workbook.ts';
import type { DocumentFormat, FileTask } from './file-work.ts';
import { readTable } from './imports/read-table.ts';
import { UnreadableTable } from './imports/table.ts';

// The work of the thread of `openFileWork`.
answerTasks(async (task: FileTask) => {
  if (task.kind === 'report') return reportOf(task.content);
  if (task.kind === 'list') return buffer(listPdf(task.list));
  if (task.kind === 'text') return buffer(textPdf(task.text));
  if (task.kind !== 'table') return makeDocument(task.kind, task.document);
  return readTable(Buffer.from(task.content), task.columns).catch((error) => {
    if (error instanceof UnreadableTable) return { unreadable: error.message };
    throw error;
  });
});

async function makeDocument(
  format: DocumentFormat,
  document: InvoiceDocument,
): Promise<Uint8Array | { refused: string }> {
  if (format === 'pdf') return buffer(invoicePdf(document));
  if (format === 'excel') return buffer(invoiceWorkbook(document));
  // Loaded when the first e-invoice is created, so that PDFs do not wait for it.
  const { invoiceFacturX, invoiceUbl } = await import('./documents/e-invoice-files.ts');
  try {
    return await (format === 'ubl' ? invoiceUbl(document) : invoiceFacturX(document));
  } catch (error) {
    if (error instanceof NoEInvoice) return { refused: error.message };
    throw error;
  }
}

function reportOf(content: Uint8Array): BankReport | { unreadable: string } {
  try {
    return readReport(Buffer.from(content));
  } catch (error) {
    if (error instanceof UnreadableReport) return { unreadable: error.message };
    throw error;
  }
}
