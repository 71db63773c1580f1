import { type SQL, sql } from 'drizzle-orm';
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { Presence } from '../../../platform/auth/presence.ts';

/**
 * A kind of record that administrators manage: its schemas, its storage, and the checks of a write. The
 * use cases of `records.ts` and the routes of `resource-routes.ts` work with any kind. Fields have their wire names.
 */
export interface Resource<Shape extends TObject = TObject> {
  /** Names such as `revenue tier` and `revenue tiers`, used in paths, operation ids, audit entries and errors. */
  kind: string;
  plural: string;
  /** The presence that its writes require. */
  presence: Presence;
  table: string;
  record: Shape;
  /** The fields of a new record, and the fields that can be changed later. Each field is a column of the same name. */
  creation: TSchema;
  changes: TSchema;
  /** The SQL expressions of the record's fields, over the table alias `t`. Instants are not formatted. */
  columns: SQL;
  /** Restricts the rows that exist for these use cases; without it, all rows. */
  where?: SQL;
  /** Whether a change blocks new references to the record, for checks that read the references. */
  isHeldAlone?: boolean;
  /** The columns that a search compares, beside the id, and the columns for sorting. */
  searched: readonly string[];
  sorts: readonly string[];
  /** Conditions of filters by id, by field name. */
  filters?: { [field: string]: (id: number) => SQL };
  /** Conditions of filters by value, by field name and value. */
  choices?: { readonly [field: string]: { readonly [word: string]: SQL } };
  /** Error codes with which a change can be refused. */
  refusals?: readonly string[];
  /** Columns whose names differ from those of their fields. */
  columnNames?: Readonly<Record<string, string>>;
  /** Converts fields to columns that store them in another form; without it, the values are stored unchanged. */
  stored?(fields: Fields, now: Date): Columns;
  /** The checks of the record that a write would produce; `before` is null for a new record. */
  checks?(after: Partial<Static<Shape>>, before: Static<Shape> | null): Check[];
  present(row: Static<Shape>): Static<Shape>;
}

/** Fields by name, as given or as read. */
export type Fields = Readonly<Record<string, unknown>>;
/** Values by column. */
export type Columns = Record<string, unknown>;

/** A condition under which a record is invalid. */
export interface Check {
  /** The fields that the check reads. It runs when one of them changes, and the error names the changed ones. */
  fields: readonly string[];
  /** The result of the check, or the SQL condition that computes it. */
  wrong: boolean | SQL;
  says: string;
}

/** Checks that an id, unless it is null, is the id of an existing record. `table` may contain a condition: `stores WHERE deleted_at IS NULL`. */
export function mustExist(field: string, kind: string, table: string, id: unknown, condition: SQL = sql`true`): Check {
  return {
    fields: [field],
    wrong: isNone(id)
      ? false
      : sql`NOT EXISTS (SELECT FROM ${sql.identifier(table)} r WHERE r.id = ${id} AND ${condition})`,
    says: `must be the id of a ${kind} that exists`,
  };
}

/** Checks that a value is unique. `same` is the condition that a row `t` has the value. */
export function mustBeFree(field: string, table: string, before: { id: number } | null, same: SQL): Check {
  return {
    fields: [field],
    wrong: sql`EXISTS (SELECT FROM ${sql.identifier(table)} t WHERE t.id <> ${before?.id ?? 0} AND ${same})`,
    says: 'has already been taken',
  };
}

/** Whether a field is omitted or null. */
export function isNone(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** The body that creates a record, with its required and optional fields. */
export function creationOf<Required extends TProperties, Optional extends TProperties>(
  required: Required,
  optional: Optional,
) {
  return Type.Object({ ...required, ...Type.Partial(Type.Object(optional)).properties });
}

/** The body that changes a record. Omitted fields are unchanged; null clears a nullable field. */
export function changesOf<All extends TProperties>(fields: All) {
  return Type.Partial(Type.Object(fields));
}

/** Converts PostgreSQL's text of an instant to the format of API v2. */
export function isoTime(instant: string): string {
  return new Date(instant).toISOString();
}
