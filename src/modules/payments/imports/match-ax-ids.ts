import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { writeAudit } from '../../accounts/index.ts';
import { findNamed, holdImports, type NamedRow, type RowFault } from './find-named.ts';
import type { TableRow } from './table.ts';

/** The columns of the file. */
export const AX_COLUMNS = { required: ['invoice_id', 'ax_id'], optional: [] } as const;

const AX_ID = /^[\p{L}\p{N}\p{P}\p{S} ]{1,64}$/u;

/**
 * Stores the accounting system's id of each invoice: all rows, or none if one is invalid. Equal ids are unchanged.
 * @returns the number of invoices with a new id, and the errors by row
 */
export async function matchAxIds(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  rows: readonly TableRow[],
): Promise<{ done: number; faults: RowFault[] }> {
  return ctx.db.transaction(async (tx) => {
    await holdImports(tx);
    const { named, faults } = await findNamed(tx, rows);
    faults.push(...(await wrongIds(tx, named)));
    faults.sort((one, other) => one.row - other.row);
    const news = named.filter(({ invoice }) => invoice.axId === null);
    if (faults.length > 0 || news.length === 0) return { done: 0, faults };
    await tx.execute(sql`
      UPDATE invoices i SET ax_id = g.ax_id, updated_at = ${ctx.now().toISOString()}
      FROM unnest(${sql.param(news.map(({ invoice }) => invoice.id))}::bigint[], ${sql.param(news.map(axIdOf))}::text[]) AS g (id, ax_id)
      WHERE i.id = g.id`);
    const entry = { actor: ctx.actor, subjectKind: 'invoice', subjectId: null };
    await writeAudit(tx, { ...entry, action: 'invoices.matched', details: { invoices: news.length } });
    return { done: news.length, faults };
  });
}

const axIdOf = ({ cells }: TableRow): string => cells.ax_id!;

async function wrongIds(tx: Database, named: readonly NamedRow[]): Promise<RowFault[]> {
  const known = await readHolders(
    tx,
    named.map(axIdOf).filter((axId) => AX_ID.test(axId)),
  );
  const rowOf = new Map<string, number>();
  return named.flatMap((row) => {
    const message = faultOf(row, known, rowOf);
    if (message !== null) return { row: row.row, message };
    rowOf.set(axIdOf(row), row.row);
    return [];
  });
}

function faultOf(
  row: NamedRow,
  known: ReadonlyMap<string, { id: number; number: string }>,
  rowOf: ReadonlyMap<string, number>,
): string | null {
  const { invoice } = row;
  const axId = axIdOf(row);
  if (axId === '') return 'ax_id is required.';
  if (!AX_ID.test(axId)) return 'ax_id must be 1 to 64 characters that can be seen.';
  const before = rowOf.get(axId);
  if (before !== undefined) return `The ax_id ${axId} is in row ${before} already.`;
  if (invoice.axId !== null && invoice.axId !== axId) return `Invoice ${invoice.number} has the ax_id ${invoice.axId}.`;
  const holder = known.get(axId);
  return holder === undefined || holder.id === invoice.id ? null : `The ax_id ${axId} is invoice ${holder.number}’s.`;
}

async function readHolders(
  tx: Database,
  axIds: readonly string[],
): Promise<Map<string, { id: number; number: string }>> {
  const { rows } = await tx.execute<{ id: number; number: string; ax_id: string }>(
    sql`SELECT id, number, ax_id FROM invoices WHERE ax_id = ANY (${sql.param(axIds)}::text[])`,
  );
  return new Map(rows.map(({ ax_id: axId, ...invoice }) => [axId, invoice]));
}
