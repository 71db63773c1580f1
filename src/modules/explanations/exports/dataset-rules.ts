import type { SQL } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';

export type Value = string | number | boolean | null;

/** A row of an export as read: its position, and the columns by name. */
export interface ExportRow extends Record<string, unknown> {
  recorded_in: number;
  key: string;
}

/** Calendar days in the time zone of the marketplace, both included; null: no limit. */
export interface Days {
  from: string | null;
  to: string | null;
  timeZone: string;
}

/** The type of a column, for formats with types. */
export function typeOf(
  { whole, truths, instants }: Pick<DatasetRules, 'whole' | 'truths' | 'instants'>,
  name: string,
): 'whole' | 'truth' | 'instant' | 'day' | 'text' {
  if (whole.has(name)) return 'whole';
  if (truths?.has(name)) return 'truth';
  if (name.endsWith('_at') || instants?.has(name)) return 'instant';
  return name === 'day' || name.endsWith('_on') ? 'day' : 'text';
}

/** A data set: a query over one table, and the fields of a row that a reader sees. */
export interface DatasetRules {
  /** `FROM …`, with the alias `t` for the rows. */
  from: SQL;
  columns: SQL;
  key: SQL;
  /** The SQL type by which keys are compared. */
  keyType: SQL;
  /** A column with an index beside `recorded_in`, by which rows are found; their keys are up to `span` greater. Absent: the key has the index. */
  near?: { column: SQL; span: number };
  /** `commits`: the rows have `recorded_in`. `ids`: they are read whole, by their ids. */
  order: 'commits' | 'ids';
  scope(actor: Actor): SQL;
  /** Condition: the event of a row was on one of these days. Absent if rows are no events. */
  during?(days: Days): SQL;
  /** Names in the order of the columns of a table. */
  names: readonly string[];
  /** The columns of whole numbers, for formats with types; `typeOf` says which types the others have. */
  whole: ReadonlySet<string>;
  truths?: ReadonlySet<string>;
  /** Instants whose names do not end in `_at`. */
  instants?: ReadonlySet<string>;
  present(row: ExportRow, actor: Actor): Record<string, Value>;
}
