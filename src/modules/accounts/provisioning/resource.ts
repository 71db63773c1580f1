import { type SQL, sql } from 'drizzle-orm';
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

/**
 * A kind of record that administrators set up: what it looks like, how it is kept, and what a write must hold. The
 * use cases of `records.ts` and the routes of `resource-routes.ts` work on any. Fields are called as on the wire.
 */
export interface Resource<Shape extends TObject = TObject> {
  /** Plain names: `revenue tier`, `revenue tiers`. Paths, operation ids, audit entries, errors are made of them. */
  kind: string;
  plural: string;
  table: string;
  record: Shape;
  /** What a new one is made of, and what of it can be changed later: objects whose fields stand for columns of the same names. */
  creation: TSchema;
  changes: TSchema;
  /** The record's fields from the table, which is called `t`; instants as they are. */
  columns: SQL;
  /** Which rows there are; without it, all. */
  where?: SQL;
  /** While one is changed, nothing new can come to refer to it: for checks of what does. */
  isHeldAlone?: boolean;
  /** Columns that a list is searched in, beside the id, and those that it can be sorted by. */
  searched: readonly string[];
  sorts: readonly string[];
  /** Ids that a list can be narrowed to: by field, the condition. */
  filters?: { [field: string]: (id: number) => SQL };
  /** Words that a list can be narrowed to: by field, by word, the condition. */
  choices?: { readonly [field: string]: { readonly [word: string]: SQL } };
  /** Codes of business refusals that a change can meet. */
  refusals?: readonly string[];
  /** Columns whose names differ from those of their fields. */
  columnNames?: Readonly<Record<string, string>>;
  /** The columns of fields that are kept otherwise than they are given; without it, the fields as they are. */
  stored?(fields: Fields, now: Date): Columns;
  /** What could be wrong with a record as a write would leave it; `before` is null for a new one. */
  checks?(after: Partial<Static<Shape>>, before: Static<Shape> | null): Check[];
  present(row: Static<Shape>): Static<Shape>;
}

/** Fields by name, as given or as read. */
export type Fields = Readonly<Record<string, unknown>>;
/** Values by column. */
export type Columns = Record<string, unknown>;

/** Something that would make a record wrong. */
export interface Check {
  /** The fields it looks at: it is made when one of them changes, and told of those that do. */
  fields: readonly string[];
  /** What is known already, or what PostgreSQL finds. */
  wrong: boolean | SQL;
  says: string;
}

/** The id of a record that must exist, when there is one. `table` may narrow it: `stores WHERE deleted_at IS NULL`, say. */
export function mustExist(field: string, kind: string, table: string, id: unknown, condition: SQL = sql`true`): Check {
  return {
    fields: [field],
    wrong: isNone(id)
      ? false
      : sql`NOT EXISTS (SELECT FROM ${sql.identifier(table)} r WHERE r.id = ${id} AND ${condition})`,
    says: `must be the id of a ${kind} that exists`,
  };
}

/** A value that only one row may have. `same` says of a row, `t`, that it has the value. */
export function mustBeFree(field: string, table: string, before: { id: number } | null, same: SQL): Check {
  return {
    fields: [field],
    wrong: sql`EXISTS (SELECT FROM ${sql.identifier(table)} t WHERE t.id <> ${before?.id ?? 0} AND ${same})`,
    says: 'has already been taken',
  };
}

/** Whether a field was left out or is null. */
export function isNone(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** The body that makes a record: some fields it must have, some it may. */
export function creationOf<Required extends TProperties, Optional extends TProperties>(
  required: Required,
  optional: Optional,
) {
  return Type.Object({ ...required, ...Type.Partial(Type.Object(optional)).properties });
}

/** The body that changes a record: any of the fields. What is left out stays; null empties a field that may be empty. */
export function changesOf<All extends TProperties>(fields: All) {
  return Type.Partial(Type.Object(fields));
}

/** A text of PostgreSQL's for an instant, as API v2 prints it. */
export function isoTime(instant: string): string {
  return new Date(instant).toISOString();
}
