import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { until } from '../../../tests/harness/embedded.ts';
import { invoiceWith } from '../../../tests/harness/invoice.ts';
import { invoicePdf } from './documents/pdf.ts';
import { invoiceWorkbook } from './documents/workbook.ts';
import { openFileWork } from './file-work.ts';

const COLUMNS = { required: ['invoice_id'], optional: [] };

function files() {
  const opened = openFileWork();
  onTestFinished(() => opened.close());
  return opened;
}

/** How often others had their turn while this was done. Reading a stream to its end is a few. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  for (; !isDone; turns += 1) await nextTurn();
  await done;
  return turns;
}

it('Documents have the same bytes as without the thread, the first as well as the next', async () => {
  const { make } = files();
  const document = invoiceWith({ buyer: { name: 'ООО «Ромашка» 株式会社', lines: ['สวัสดี'], vatNumber: null } });
  const [first, workbook, second] = await Promise.all([
    make('pdf', document),
    make('excel', document),
    make('pdf', document),
  ]);
  const drawn = await buffer(invoicePdf(document));
  expect(first.equals(drawn)).toBe(true);
  expect(second.equals(drawn)).toBe(true);
  expect(workbook.equals(await buffer(invoiceWorkbook(document)))).toBe(true);
});

it('Other work continues while a first document is drawn, and while the largest table is read', async () => {
  // The machine may hold this thread still while the other works; were the work done on this one, no attempt would have its turns.
  await until(async () => (await turnsDuring(files().make('pdf', invoiceWith()))) > 1_000);
  const { readTable } = files();
  const table = Buffer.from(`invoice_id\n${`1${','.repeat(40)}"a""b"\n`.repeat(10_000)}`);
  let last: unknown;
  await until(async () => {
    const read = readTable(table, COLUMNS);
    const turns = await turnsDuring(read);
    last = (await read).at(-1);
    return turns > 1_000;
  });
  expect(last).toEqual({ row: 10_001, cells: { invoice_id: '1' } });
});

it('An error in a table is named, and an internal error is reported as such', async () => {
  const { make, readTable } = files();
  await expect(readTable(Buffer.from('number\n1'), COLUMNS)).rejects.toMatchObject({
    errors: { file: ['must have the column invoice_id'] },
  });
  await expect(make('pdf', { ...invoiceWith(), netMinor: 1 })).rejects.toThrow('The lines of invoice 2026-000123');
});
