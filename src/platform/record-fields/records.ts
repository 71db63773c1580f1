import { type SQL, sql } from 'drizzle-orm';
import type { Static, TObject } from 'typebox';
import type { Heading } from '../export/headings.ts';
import type { Column } from '../export/sheet.ts';
import { InvalidMoney } from '../money.ts';
import type { Fields, Generation, KeptOf, ShowUnits, Units, WireSchemas } from './field.ts';

/** Selects the fields' columns of a table's alias, each under its own name. */
export function columnList(fields: Fields, alias: string): SQL {
  return sql.join(
    Object.values(fields).map(({ column }) => sql`${sql.identifier(alias)}.${sql.identifier(column)}`),
    sql`, `,
  );
}

/** Reads the fields from a row that contains their columns. */
export function fromRow<All extends Fields>(fields: All, row: Readonly<Record<string, unknown>>): KeptOf<All> {
  // Uses loops for speed, because a list reads some hundred fields for each request.
  const kept: Record<string, unknown> = {};
  for (const key in fields) {
    const { kind, column } = fields[key]!;
    kept[key] = kind.fromColumn(row[column]);
  }
  return kept as KeptOf<All>;
}

/** Columns and values of the fields that are given, for an INSERT or UPDATE. */
export function columnValues<All extends Fields>(
  fields: All,
  given: { [Key in keyof KeptOf<All>]?: KeptOf<All>[Key] | undefined },
): { column: SQL; value: SQL }[] {
  return Object.entries(fields).flatMap(([key, { kind, column }]) => {
    const value = given[key as keyof All];
    return value === undefined ? [] : [{ column: sql`${sql.identifier(column)}`, value: kind.toColumn(value) }];
  });
}

/**
 * Converts the fields of a body to internal form. Absent fields remain absent.
 * @param errors receives the amounts that the currency cannot express, by wire name
 */
export function readFields<All extends Fields>(
  fields: All,
  generation: Generation,
  { body, units, errors }: { body: object; units: Units; errors: Record<string, string[]> },
): Partial<KeptOf<All>> {
  const given = body as Readonly<Record<string, unknown>>;
  const read: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(fields)) {
    const wire = one[generation];
    if (wire?.write === undefined || given[wire.name] === undefined) continue;
    try {
      read[key] = one.kind[generation].read(given[wire.name], units);
    } catch (error) {
      if (!(error instanceof InvalidMoney)) throw error;
      errors[wire.name] = [`must be an amount of ${units.currency}`];
    }
  }
  return read as Partial<KeptOf<All>>;
}

/** Presents the fields of a record that a generation shows. */
export function showFields<All extends Fields, In extends Generation>(
  fields: All,
  generation: In,
  record: KeptOf<All> & ShowUnits<All>,
): Static<TObject<WireSchemas<All, In, 'show'>>> {
  const shown = wireValues(fields, generation, 'show', ({ kind }, key) =>
    kind[generation].show(record[key as keyof All], record as unknown as Units),
  );
  return shown as Static<TObject<WireSchemas<All, In, 'show'>>>;
}

/** Presents the fields in a generation's form of a write request, so that a record can be changed or copied. */
export function writableForm<All extends Fields, In extends Generation>(
  fields: All,
  generation: In,
  record: KeptOf<All>,
  units: Units,
): Static<TObject<WireSchemas<All, In, 'write'>>> {
  const form = wireValues(fields, generation, 'write', ({ kind }, key) => {
    const { form = kind[generation].show } = kind[generation];
    return form(record[key as keyof All], units);
  });
  return form as Static<TObject<WireSchemas<All, In, 'write'>>>;
}

function wireValues(
  fields: Fields,
  generation: Generation,
  purpose: 'write' | 'show',
  read: (field: Fields[string], key: string) => unknown,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const key in fields) {
    const one = fields[key]!;
    const wire = one[generation];
    if (wire?.[purpose] !== undefined) values[wire.name] = read(one, key);
  }
  return values;
}

/** The export columns of the fields that have a heading, by field. */
export function sheetColumns<All extends Fields, Row extends KeptOf<All>>(
  fields: All,
): { [Key in keyof All as All[Key] extends { heading: Heading } ? Key : never]: Column<Row> } {
  const columns = Object.entries(fields).flatMap(([key, { kind, heading }]) =>
    heading === undefined || kind.cell === null
      ? []
      : [[key, { header: heading, kind: kind.cell, cell: (row: Row) => row[key as keyof All] }]],
  );
  return Object.fromEntries(columns);
}
