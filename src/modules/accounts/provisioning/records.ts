import { isDeepStrictEqual } from 'node:util';
import { type SQL, sql } from 'drizzle-orm';
import type { Static, TObject } from 'typebox';
import { parsePathId } from '../../../platform/auth/policy.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { sqlState } from '../../../platform/database/errors.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { containing } from '../../../platform/text-search.ts';
import { noteCreated, noteDeleted, noteUpdated } from './notes.ts';
import type { Columns, Fields, Resource } from './resource.ts';

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

type Row<Shape extends TObject> = Static<Shape> & { id: number };

export interface ListRequest {
  /** Equal to the id, or contained in one of the searched columns. */
  query?: string | undefined;
  /** Filters by id, by field name. */
  filters: Readonly<Record<string, number | undefined>>;
  /** Filters by value, by field name. */
  choices?: Readonly<Record<string, string | undefined>>;
  sort?: { column: string; direction: 'asc' | 'desc' } | undefined;
  page: PageRequest;
}

/** Reads one page of the records, sorted by id unless requested otherwise. The id is the tie-breaker. */
export async function listRecords<Shape extends TObject>(
  { db }: Context,
  resource: Resource<Shape>,
  { query, filters, choices = {}, sort, page }: ListRequest,
): Promise<Page<Row<Shape>>> {
  const conditions = [resource.where ?? sql`true`];
  if (query !== undefined) conditions.push(matching(resource, query));
  for (const [field, id] of Object.entries(filters)) {
    if (id !== undefined) conditions.push(resource.filters![field]!(id));
  }
  for (const [field, word] of Object.entries(choices)) {
    if (word !== undefined) conditions.push(resource.choices![field]![word]!);
  }
  const direction = sort?.direction === 'desc' ? sql`DESC` : sql`ASC`;
  return readPage<Row<Shape>>(
    db,
    {
      columns: resource.columns,
      from: sql`${sql.identifier(resource.table)} t WHERE ${sql.join(conditions, sql` AND `)}`,
      order: sql`t.${sql.identifier(sort?.column ?? 'id')} ${direction}, t.id ${direction}`,
    },
    page,
  );
}

function matching({ searched }: Resource<TObject>, query: string): SQL {
  const texts = searched.map((column) => sql`t.${sql.identifier(column)} ILIKE ${containing(query)}`);
  return sql`(${sql.join([sql`t.id = ${parsePathId(query)}`, ...texts], sql` OR `)})`;
}

/** @throws NotFound */
export async function readRecord<Shape extends TObject>(
  { db }: Pick<Context, 'db'>,
  resource: Resource<Shape>,
  id: number,
): Promise<Row<Shape>> {
  const { rows } = await db.execute(sql`
    SELECT ${resource.columns} FROM ${sql.identifier(resource.table)} t WHERE t.id = ${id} AND ${resource.where ?? sql`true`}`);
  if (rows[0] === undefined) throw new NotFound(resource.kind);
  return rows[0] as Row<Shape>;
}

/**
 * Creates a record from the given fields and writes an audit entry.
 * @throws InvalidInput naming every field that cannot be so
 */
export async function createRecord<Shape extends TObject>(
  ctx: Context,
  resource: Resource<Shape>,
  given: Fields,
): Promise<Row<Shape>> {
  return ctx.db.transaction(async (db) => {
    const columns = { ...columnsOf(ctx, resource, given), created_at: ctx.now(), updated_at: ctx.now() };
    const id = await writeChecked(db, resource, { after: given, before: null }, (tx) => insert(tx, resource, columns));
    await noteCreated({ ...ctx, db }, resource.kind, id, given);
    return readRecord({ db }, resource, id);
  });
}

/**
 * Changes the given fields. The audit entry names those whose values differ.
 * @throws NotFound; InvalidInput naming every field that cannot be so
 */
export async function updateRecord<Shape extends TObject>(
  ctx: Context,
  resource: Resource<Shape>,
  id: number,
  given: Fields,
): Promise<Row<Shape>> {
  return ctx.db.transaction(async (db) => {
    await lockRecord({ db }, resource, id);
    const before = await readRecord({ db }, resource, id);
    const changes = differing(before, given);
    if (Object.keys(changes).length === 0) return before;
    const columns = { ...columnsOf(ctx, resource, changes), updated_at: ctx.now() };
    await writeChecked(db, resource, { after: { ...before, ...changes }, before }, (tx) =>
      setColumns(tx, resource, id, columns),
    );
    await noteUpdated({ ...ctx, db }, resource.kind, before, changes);
    return readRecord({ db }, resource, id);
  });
}

/**
 * Deletes a record without references and writes an audit entry.
 * @throws NotFound; RuleRefused `in_use`
 */
export async function deleteRecord(ctx: Context, { kind, table }: Resource<TObject>, id: number): Promise<void> {
  await ctx.db.transaction(async (db) => {
    const deleted = await db
      .execute(sql`DELETE FROM ${sql.identifier(table)} WHERE id = ${id} RETURNING id`)
      .catch((error: unknown) => {
        if (sqlState(error) !== FOREIGN_KEY_VIOLATION) throw error;
        throw new RuleRefused('in_use', `This ${kind} is in use. Remove the records that use it first.`);
      });
    if (deleted.rows.length === 0) throw new NotFound(kind);
    await noteDeleted({ ...ctx, db }, kind, id);
  });
}

/** Locks the record until the commit. */
export async function lockRecord({ db }: Pick<Context, 'db'>, resource: Resource<TObject>, id: number): Promise<void> {
  // NO KEY: other transactions may still insert references to the record, such as audit entries about its actors.
  const strength = resource.isHeldAlone ? sql`UPDATE` : sql`NO KEY UPDATE`;
  const { rows } = await db.execute(
    sql`SELECT FROM ${sql.identifier(resource.table)} WHERE id = ${id} FOR ${strength}`,
  );
  if (rows.length === 0) throw new NotFound(resource.kind);
}

/**
 * Runs the checks and writes. If a concurrent transaction took a unique value or removed a referenced record, the
 * checks run again and name the field.
 */
export async function writeChecked<Shape extends TObject, Result>(
  db: Database,
  resource: Resource<Shape>,
  state: { after: Fields; before: Row<Shape> | null },
  write: (db: Database) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    await refuseFaults(db, resource, state);
    try {
      // A savepoint, so that a constraint violation does not abort the transaction.
      return await db.transaction(write);
    } catch (error) {
      const raced = [UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION].includes(sqlState(error) ?? '');
      if (!raced || attempt === 3) throw error;
    }
  }
}

async function refuseFaults<Shape extends TObject>(
  db: Database,
  resource: Resource<Shape>,
  { after, before }: { after: Fields; before: Row<Shape> | null },
): Promise<void> {
  const changed = before === null ? after : differing(before, after);
  const checks = (resource.checks?.(after as Partial<Static<Shape>>, before) ?? [])
    .map((check) => ({ ...check, changedFields: check.fields.filter((field) => changed[field] !== undefined) }))
    .filter(({ changedFields }) => before === null || changedFields.length > 0);
  if (checks.length === 0) return;
  const answers = checks.map(({ wrong }, index) => sql`(${wrong})::boolean AS ${sql.identifier(String(index))}`);
  const { rows } = await db.execute<Record<string, boolean>>(sql`SELECT ${sql.join(answers, sql`, `)}`);
  const faults: { [field: string]: string[] } = {};
  for (const [index, { changedFields, fields, says }] of checks.entries()) {
    if (!rows[0]![index]) continue;
    for (const field of changedFields.length > 0 ? changedFields : fields)
      faults[field] = [...(faults[field] ?? []), says];
  }
  if (Object.keys(faults).length > 0) throw new InvalidInput(faults);
}

function differing(before: Fields, given: Fields): Fields {
  return Object.fromEntries(
    Object.entries(given).filter(([field, value]) => value !== undefined && !isDeepStrictEqual(value, before[field])),
  );
}

/** Returns the columns of the given fields. */
export function columnsOf({ now }: Pick<Context, 'now'>, resource: Resource<TObject>, fields: Fields): Columns {
  const { columnNames = {} } = resource;
  const stored = resource.stored?.(fields, now()) ?? fields;
  return Object.fromEntries(Object.entries(stored).map(([field, value]) => [columnNames[field] ?? field, value]));
}

async function insert(db: Database, { table }: Resource<TObject>, columns: Columns): Promise<number> {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  const names = given.map(([column]) => sql.identifier(column));
  const values = given.map(([, value]) => sql`${sql.param(value)}`);
  const { rows } = await db.execute<{ id: number }>(sql`
    INSERT INTO ${sql.identifier(table)} (${sql.join(names, sql`, `)}) VALUES (${sql.join(values, sql`, `)}) RETURNING id`);
  return rows[0]!.id;
}

/** Sets columns of one row. */
export async function setColumns(
  db: Database,
  { table }: Resource<TObject>,
  id: number,
  columns: Columns,
): Promise<void> {
  const settings = Object.entries(columns)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.identifier(column)} = ${sql.param(value)}`);
  await db.execute(sql`UPDATE ${sql.identifier(table)} SET ${sql.join(settings, sql`, `)} WHERE id = ${id}`);
}
