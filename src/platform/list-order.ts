import { type SQL, sql } from 'drizzle-orm';
import { type Sort, sortOf, sortQuery } from './pagination.ts';

/** The orders in which a list can be requested. */
export interface ListOrder<Column extends string> {
  /** The query field `sort_by`. */
  query: ReturnType<typeof sortQuery<readonly Column[]>>;
  /** ORDER BY for the value of the field; without one, the usual order. */
  by(sort: Sort<Column> | undefined): SQL;
}

/**
 * Declares the orders of a list.
 * @param columns the expressions by which the rows are sorted, by the names that `sort_by` has for them. Amounts in several currencies
 *   are sorted by currency first
 * @param tie expressions that make the order total. They have the direction of the column, so that one index serves both directions
 * @param usual the order when none is requested
 */
export function listOrder<Column extends string>(
  columns: Readonly<Record<Column, SQL | readonly SQL[]>>,
  { tie, usual }: { tie: readonly SQL[]; usual: SQL },
): ListOrder<Column> {
  return {
    query: sortQuery<readonly Column[]>(Object.keys(columns) as never[]),
    by: (sort) => {
      if (sort === undefined) return usual;
      const { column, direction } = sortOf(sort);
      const way = direction === 'desc' ? sql`DESC` : sql`ASC`;
      const expressions = [columns[column] as SQL | readonly SQL[], tie].flat();
      return sql.join(
        expressions.map((expression) => sql`${expression} ${way}`),
        sql`, `,
      );
    },
  };
}

/** The values of `sort_by` of a list. */
export type SortOf<List> = List extends { by(sort: infer Asked): SQL } ? Asked : never;
