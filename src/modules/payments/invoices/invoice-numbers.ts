import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';

/** A series of numbers without gaps, with the letter that they begin with. */
const PREFIXES = { store: 'S', client: 'A', creator: 'C', credit_note: 'K' } as const;
export type NumberSeries = keyof typeof PREFIXES;

/**
 * Assigns the next numbers of a year, in the transaction that uses them. Each series is locked until the transaction ends.
 * @param series of each document, in the order of their numbers
 */
export async function takeNumbers(tx: Database, series: readonly NumberSeries[], year: number): Promise<string[]> {
  const counts = new Map<NumberSeries, number>();
  for (const one of series) counts.set(one, (counts.get(one) ?? 0) + 1);
  const { rows } = await tx.execute<{ kind: NumberSeries; last: number }>(sql`
    INSERT INTO invoice_numbers AS n (kind, year, last)
    SELECT kind, ${year}, taken FROM unnest(${sql.param([...counts.keys()])}::text[], ${sql.param([...counts.values()])}::int[]) AS t (kind, taken)
    ON CONFLICT (kind, year) DO UPDATE SET last = n.last + excluded.last RETURNING kind, last`);
  const next = new Map(rows.map(({ kind, last }) => [kind, last - counts.get(kind)! + 1]));
  return series.map((one) => {
    const number = next.get(one)!;
    next.set(one, number + 1);
    return `${PREFIXES[one]}${year}-${String(number).padStart(6, '0')}`;
  });
}
