import type { SQL } from 'drizzle-orm';
import { Optional, type TOptional, type TProperties, type TSchema } from 'typebox';
import type { Calendar } from '../calendar.ts';
import type { Heading } from '../export/headings.ts';

/** The two generations of the interface: API v2 and the legacy API. */
export type Generation = 'v2' | 'legacy';

/** The values on which the wire form of a field depends. */
export interface Units {
  /** The currency of its amounts. */
  currency: string;
  calendar: Calendar;
}

/** Converts values between a generation of the interface and the form used internally. */
interface Translation<Kept> {
  // biome-ignore lint/suspicious/noExplicitAny: the schema of the field decides what comes in
  read(wire: any, units: Units): Kept;
  show(kept: Kept, units: Pick<Units, 'currency'>): unknown;
  /** The schema for a write request, if it differs from that for a reply. */
  form?(kept: Kept, units: Units): unknown;
}

/** A kind of values: how they are stored, and how each generation and an export present them. */
export interface FieldKind<Kept> {
  /** Converts a column's value as `SqlDatabase` returns it. */
  fromColumn(value: unknown): Kept;
  toColumn(kept: Kept): SQL;
  v2: Translation<Kept>;
  legacy: Translation<Kept>;
  /** The type of its cells in an export; null if it is not exported. */
  cell: 'text' | 'number' | 'truth' | 'time' | null;
}

/** The kind of amounts, which are presented in the currency of their record. */
export interface AmountKind extends FieldKind<number | null> {
  isAmount: true;
}

/**
 * A field in one generation: its name, and its schemas in requests and replies. A missing schema means that the field is not written
 * or not shown there.
 */
interface WireField {
  name: string;
  write?: TSchema;
  show?: TSchema;
}

/** The declaration of a plain field: a field that is stored in one column, and written and shown without further logic. */
export interface Field<Kept = unknown> {
  kind: FieldKind<Kept>;
  column: string;
  v2?: WireField;
  legacy?: WireField;
  /** Heading of its column in exports. */
  heading?: Heading;
}

// biome-ignore lint/suspicious/noExplicitAny: fields of all kinds
export type Fields = Readonly<Record<string, Field<any>>>;

/** Declares a plain field and keeps the types of its names and schemas. */
// biome-ignore lint/suspicious/noExplicitAny: any kind
export function field<Kind extends FieldKind<any>, const Rest extends Omit<Field, 'kind'>>(
  kind: Kind,
  rest: Rest,
): { kind: Kind } & Rest {
  return { kind, ...rest };
}

/** A record's fields in internal form. */
export type KeptOf<All extends Fields> = {
  -readonly [Key in keyof All]: All[Key]['kind'] extends FieldKind<infer Kept> ? Kept : never;
};

/** Whether the schema is for a request, which writes the field, or for a reply, which shows it. */
type Purpose = 'write' | 'show';

/** The values on which the wire form of the fields depends: the currency, if one of them is an amount. */
export type ShowUnits<All extends Fields> = [Extract<All[keyof All]['kind'], AmountKind>] extends [never]
  ? unknown
  : Pick<Units, 'currency'>;

type NameIn<One, In extends Generation, For extends Purpose> = One extends {
  [Key in In]: { name: infer Name extends string } & { [Key in For]: TSchema };
}
  ? Name
  : never;

type SchemaIn<One, In extends Generation, For extends Purpose> = One extends {
  [Key in In]: { [Key in For]: infer Schema extends TSchema };
}
  ? Schema
  : never;

/** The schemas of a generation's fields, by their wire names. */
export type WireSchemas<All extends Fields, In extends Generation, For extends Purpose> = {
  -readonly [Key in keyof All as NameIn<All[Key], In, For>]: SchemaIn<All[Key], In, For>;
};

/** Returns the schemas with which a generation writes or shows the fields, by their wire names. */
export function wireSchemas<All extends Fields, In extends Generation, For extends Purpose>(
  fields: All,
  generation: In,
  purpose: For,
): WireSchemas<All, In, For> {
  const schemas = Object.values(fields).flatMap((one) => {
    const wire = one[generation];
    const schema = wire?.[purpose];
    return wire === undefined || schema === undefined ? [] : [[wire.name, schema] as const];
  });
  return Object.fromEntries(schemas) as WireSchemas<All, In, For>;
}

/** The keys of the fields that a generation shows. */
type ShownIn<All extends Fields, In extends Generation> = keyof {
  [Key in keyof All as NameIn<All[Key], In, 'show'> extends never ? never : Key]: unknown;
};

/** Returns the fields that a generation shows, to read only these. */
export function shownFields<All extends Fields, In extends Generation>(
  fields: All,
  generation: In,
): Pick<All, ShownIn<All, In>> {
  const shown = Object.entries(fields).filter(([, one]) => one[generation]?.show !== undefined);
  return Object.fromEntries(shown) as Pick<All, ShownIn<All, In>>;
}

/** Makes all properties optional except the named ones. */
export function requireOnly<All extends TProperties, const Required extends keyof All>(
  properties: All,
  required: readonly Required[],
): { [Key in keyof All]: Key extends Required ? All[Key] : TOptional<All[Key]> } {
  const entries = Object.entries(properties).map(([name, schema]) => [
    name,
    (required as readonly PropertyKey[]).includes(name) ? schema : Optional(schema),
  ]);
  return Object.fromEntries(entries);
}
