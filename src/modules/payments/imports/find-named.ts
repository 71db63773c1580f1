import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { TableRow } from './table.ts';

/** The fields of an invoice that imports read. */
interface NamedInvoice {
  id: number;
  number: string;
  issuedOn: string;
  axId: string | null;
  paidAt: Date | null;
}

/** The error of a row, as a complete sentence. */
export interface RowFault {
  row: number;
  message: string;
}

/** A row and its invoice. */
export interface NamedRow extends TableRow {
  invoice: NamedInvoice;
}

const ID = /^[1-9]\d{0,14}$/;
/** The form of ids and invoice numbers. */
const NAME = /^[\p{L}\p{N}/_.-]{1,64}$/u;

/** Serializes imports across all processes, so that the checks of an import are valid until it commits. */
export async function holdImports(tx: Database): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('invoice_imports'))`);
}

/** Finds the invoices of the rows by `invoice_id`, an id or invoice number. A row with no or a repeated invoice is an error. */
export async function findNamed(
  tx: Database,
  rows: readonly TableRow[],
): Promise<{ named: NamedRow[]; faults: RowFault[] }> {
  const byName = await readNamed(
    tx,
    rows.map(({ cells }) => cells.invoice_id!),
  );
  const rowOf = new Map<number, number>();
  const named: NamedRow[] = [];
  const faults: RowFault[] = [];
  for (const row of rows) {
    const name = row.cells.invoice_id!;
    const invoice = byName.get(name);
    const fault = faultOfName(name, invoice, rowOf);
    if (fault === null) {
      rowOf.set(invoice!.id, row.row);
      named.push({ ...row, invoice: invoice! });
    } else faults.push({ row: row.row, message: fault });
  }
  return { named, faults };
}

function faultOfName(
  name: string,
  invoice: NamedInvoice | undefined,
  rowOf: ReadonlyMap<number, number>,
): string | null {
  if (name === '') return 'invoice_id is required.';
  if (!NAME.test(name)) return 'invoice_id must be an id or a number of an invoice.';
  if (invoice === undefined) return `There is no invoice ${name}.`;
  const before = rowOf.get(invoice.id);
  return before === undefined ? null : `Invoice ${invoice.number} is named in row ${before} already.`;
}

async function readNamed(tx: Database, names: readonly string[]): Promise<Map<string, NamedInvoice>> {
  const wanted = [...new Set(names)].filter((name) => NAME.test(name));
  const ids = wanted.filter((name) => ID.test(name)).map(Number);
  const { rows } = await tx.execute<{
    id: number;
    number: string;
    issued_on: string;
    ax_id: string | null;
    paid_at: string | null;
  }>(sql`
    SELECT id, number, issued_on, ax_id, paid_at FROM invoices
    WHERE number = ANY (${sql.param(wanted)}::text[]) OR id = ANY (${sql.param(ids)}::bigint[])`);
  const found = rows.map((row) => ({
    id: row.id,
    number: row.number,
    issuedOn: row.issued_on,
    axId: row.ax_id,
    paidAt: row.paid_at === null ? null : new Date(row.paid_at),
  }));
  // An invoice number takes precedence over an equal id.
  return new Map([
    ...found.map((invoice) => [String(invoice.id), invoice] as const),
    ...found.map((invoice) => [invoice.number, invoice] as const),
  ]);
}
