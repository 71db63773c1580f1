import { buffer } from 'node:stream/consumers';
import { type BankReport, UnreadableReport } from '../../platform/bank-files/bank-report.ts';
import { readReport } from '../../platform/bank-files/read-report.ts';
import { answerTasks } from '../../platform/threads/answer-tasks.ts';
import { invoicePdf } from './documents/pdf.ts';
import { invoiceWorkbook } from './documents/workbook.ts';
import type { FileTask } from './file-work.ts';
import { readTable } from './imports/read-table.ts';
import { UnreadableTable } from './imports/table.ts';

const MAKERS = { pdf: invoicePdf, excel: invoiceWorkbook };

// What the thread of `openFileWork` does.
answerTasks(async (task: FileTask) => {
  if (task.kind === 'report') return reportOf(task.content);
  if (task.kind !== 'table') return buffer(MAKERS[task.kind](task.document));
  return readTable(Buffer.from(task.content), task.columns).catch((error) => {
    if (error instanceof UnreadableTable) return { unreadable: error.message };
    throw error;
  });
});

function reportOf(content: Uint8Array): BankReport | { unreadable: string } {
  try {
    return readReport(Buffer.from(content));
  } catch (error) {
    if (error instanceof UnreadableReport) return { unreadable: error.message };
    throw error;
  }
}
