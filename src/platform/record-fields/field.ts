import type { SQL } from 'drizzle-orm';
import { Optional, type TOptional, type TProperties, type TSchema } from 'typebox';
import type { Calendar } from '../calendar.ts';

/** The two generations of the interface: API v2 and the legacy API. */
export type Generation = 'v2' | 'legacy';

/** What a value's wire form depends on. */
export interface Units {
  /** The currency of its amounts. */
  currency: string;
  calendar: Calendar;
}

/** Translates values between a generation of the interface and our own terms. */
interface Translation<Kept> {
  // biome-ignore lint/suspicious/noExplicitAny: the schema of the field decides what comes in
  read(wire: any, units: Units): Kept;
  show(kept: Kept, units: Pick<Units, 'currency'>): unknown;
  /** The form of a write request, if it differs from the reply. */
  form?(kept: Kept, units: Units): unknown;
}

/** A kind of values: how they are kept, and how each generation and an export show them. */
export interface FieldKind<Kept> {
  /** Converts a column's value as `SqlDatabase` returns it. */
  fromColumn(value: unknown): Kept;
  toColumn(kept: Kept): SQL;
  v2: Translation<Kept>;
  legacy: Translation<Kept>;
  /** The kind of its cells in an export; null: it is not exported. */
  cell: 'text' | 'number' | 'truth' | 'time' | null;
}

/** The kind of amounts, which are shown in the currency of their record. */
export interface AmountKind extends FieldKind<number | null> {
  isAmount: true;
}

/** A field in one generation: its name, and the schemas with which it is written and shown where it is. */
interface WireField {
  name: string;
  write?: TSchema;
  show?: TSchema;
}

/** The declaration of a plain field: a field that is stored in a column, and written and shown unchanged. */
export interface Field<Kept = unknown> {
  kind: FieldKind<Kept>;
  column: string;
  v2?: WireField;
  legacy?: WireField;
  /** Heading of its column in exports. */
  heading?: string;
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

/** A record's fields in our terms. */
export type KeptOf<All extends Fields> = {
  -readonly [Key in keyof All]: All[Key]['kind'] extends FieldKind<infer Kept> ? Kept : never;
};

/** Whether a caller writes a field or is shown it. */
type Purpose = 'write' | 'show';

/** What the wire form of the fields depends on: the currency, if one of them is an amount. */
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

/** Returns the fields that a generation shows, for a read of nothing else. */
export function shownFields<All extends Fields, In extends Generation>(
  fields: All,
  generation: In,
): Pick<All, ShownIn<All, In>> {
  const shown = Object.entries(fields).filter(([, one]) => one[generation]?.show !== undefined);
  return Object.fromEntries(shown) as Pick<All, ShownIn<All, In>>;
}

/** Makes all properties optional but those that are named. */
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
